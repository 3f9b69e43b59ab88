// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/model_import.h"
#include <nlohmann/json_fwd.hpp>

// What 'new' says it understood.
namespace mutascope::cli {

std::string proposalText(const ImportProposal &proposal, const std::string &folder);
nlohmann::json proposalJson(const ImportProposal &proposal, const std::string &folder);

} // namespace mutascope::cli
