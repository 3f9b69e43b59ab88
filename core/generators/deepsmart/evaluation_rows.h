// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"
#include <nlohmann/json_fwd.hpp>

namespace mutascope::deepsmart {

// A copy of some rows of an evaluation, as an evaluation of its own.
Evaluation rowsOf(const Evaluation &evaluation, const std::vector<std::size_t> &rows);

// What a forward said of its rows, without their candidates: those can be made again.
nlohmann::json saveRows(const Evaluation &evaluation);
// Throws Error{BadData} where the rows do not fit the candidates.
Evaluation loadRows(const nlohmann::json &state, std::vector<Candidate> candidates);

} // namespace mutascope::deepsmart
