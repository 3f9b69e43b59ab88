// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/session_store.h"

namespace mutascope {

// Adds a document to a run that has ended, in the place of one of that name; all else of the run stays.
// Throws Error{Usage} for a run that is still going on or was interrupted: it could be gone on with.
void storeDocument(SessionStore &store, std::int64_t run, const RunDocument &document);

} // namespace mutascope
