// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/status_line.h"
#include "core/run/event.h"

namespace mutascope::cli {

// A share as "12.34 %", a count as it is; criterion: canonical text of the run, "" for none.
std::string coverageText(const std::string &criterion, double value);

// Shows a run's events on the standard error.
class RunProgress : public RunObserver {
public:
    RunProgress(Verbosity verbosity, std::string criterion)
        : m_status(verbosity), m_criterion(std::move(criterion))
    {
    }
    void onEvent(const RunEvent &event) override;
    void finish() { m_status.clear(); }

private:
    void show(const PhaseEvent &phase);
    void show(const LossEvent &losses);
    void show(const ProgressEvent &progress);
    void show(const LogEvent &log);
    std::string text(const ProgressEvent &progress) const;

    StatusLine m_status;
    std::string m_criterion;
    std::string m_phase;
};

} // namespace mutascope::cli
