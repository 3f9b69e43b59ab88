// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/shell.h"
#include "app/cli/status_line.h"
#include "core/base/error.h"
#include "core/run/run.h"

namespace mutascope::cli {

// What 'run' and 'resume' do once the run has ended: the summary, and the exit code of the way it ended.
int reportRun(const RunRecord &run, const SessionStore &store, const RunControl &control, bool json);

// Runs work; a refusal to begin because of Ctrl+C is an interruption, not wrong usage.
template <typename Work> auto interruptible(const RunControl &control, const Work &work)
{
    try {
        return work();
    } catch (const Error &error) {
        if (control.stopRequested() && error.code() == ErrorCode::Usage)
            throw Interrupted();
        throw;
    }
}

inline Verbosity verbosityOf(bool quiet)
{
    return quiet ? Verbosity::Quiet : Verbosity::Normal;
}

} // namespace mutascope::cli
