// SPDX-License-Identifier: GPL-3.0-or-later
// The session that work on tests ends in. Only bridge sources include this.
#pragma once

#include "app/bridge/job_inbox.h"
#include "core/base/stop.h"
#include "core/store/session_store.h"

namespace mutascope::bridge {

// Before long work. Throws Error where the file could not be written in the end: Locked, Io, BadData,
// NotFound.
void checkTarget(const QString &file);

// Waits while something else writes the file, so that finished work is not lost: for as long as nobody stops
// it, and then for a moment more. Throws Error{Locked} after that.
std::unique_ptr<SessionStore> openTarget(const QString &file, RunControl &control, JobInbox &inbox);

} // namespace mutascope::bridge
