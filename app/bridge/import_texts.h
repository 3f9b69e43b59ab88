// SPDX-License-Identifier: GPL-3.0-or-later
// What people type about a model's input, as the core's import takes it, and back.
#pragma once

#include "app/bridge/project_importer.h"
#include "core/run/model_import.h"

namespace mutascope::bridge {

// Throws Error{Usage} where a text cannot be understood.
ImportRequest toRequest(const ImportChoices &choices);
ImportOutcome toOutcome(const ImportProposal &proposal);

} // namespace mutascope::bridge
