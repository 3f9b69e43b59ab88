// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's thread does, and what came of it.
#pragma once

#include "app/bridge/convert.h"
#include "app/bridge/run_inbox.h"
#include "core/base/stop.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>

namespace mutascope::bridge {

struct RunOrder {
    std::filesystem::path project; // empty: resume
    std::filesystem::path session;
    RunConfig config;
    std::int64_t resumedRun = 0;
    Budget budget; // of a resumed run
    RunOptions options;
};

// Shared by the run's thread and the controller.
class RunJob {
public:
    explicit RunJob(RunOrder order) : m_order(std::move(order)) { }

    void execute(); // in the run's thread; does not throw
    RunControl &control() { return m_control; }
    RunInbox &inbox() { return m_inbox; }
    // After RunCreatedEvent was taken from the inbox.
    QImage seedImage(int seed) const;

    // After execute().
    const std::optional<RunRecord> &record() const { return m_record; }
    bool cancelled() const { return m_cancelled; }
    const ErrorWords &error() const { return m_error; }

private:
    class Observer;
    void executeOrder();
    void readSeeds(const SessionStore &store, std::int64_t run);

    RunOrder m_order;
    RunControl m_control;
    RunInbox m_inbox;
    std::map<int, Image> m_seeds; // written before RunCreatedEvent reaches the inbox
    std::optional<RunRecord> m_record;
    bool m_cancelled = false;
    ErrorWords m_error;
};

} // namespace mutascope::bridge
