// SPDX-License-Identifier: GPL-3.0-or-later
// Minimises, reduces, clusters and deduplicates, in the thread of whoever calls. Only bridge sources include
// this.
#pragma once

#include "app/bridge/after_values.h"
#include "app/bridge/job_inbox.h"
#include "core/base/stop.h"

namespace mutascope::bridge {

// Nothing where it was stopped before there was anything to keep. The session is read while it works and
// written in the end alone; where something else is writing it then, this waits. Throws Error, at once where
// the target cannot be written.
std::optional<AfterOutcome> workAfter(const AfterOrder &order, RunControl &control, JobInbox &inbox);

} // namespace mutascope::bridge
