// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/status_line.h"
#include "core/run/run.h"

namespace mutascope::cli {

// What 'run' and 'resume' do once the run has ended: the summary, and the exit code of the way it ended.
int reportRun(const RunRecord &run, const SessionStore &store, const RunControl &control, bool json);

inline Verbosity verbosityOf(bool quiet)
{
    return quiet ? Verbosity::Quiet : Verbosity::Normal;
}

} // namespace mutascope::cli
