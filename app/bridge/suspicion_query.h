// SPDX-License-Identifier: GPL-3.0-or-later
// A ranking of neurons out of a session file, in Qt values. Only bridge sources include this.
#pragma once

#include "app/bridge/suspicion.h"
#include "core/generators/run_data.h"

namespace mutascope::bridge {

// Throws Error{BadData} where the document is not as DeepFault writes it: it comes from a file.
Suspicion toSuspicion(qint64 run, const nlohmann::json &document);

} // namespace mutascope::bridge
