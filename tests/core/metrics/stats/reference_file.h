// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace mutascope {

// Cases of one kind, with what scipy, numpy and publications say; tests/scripts/test_metric_stats.py computes
// them again.
inline nlohmann::json referenceCases(const std::string &kind)
{
    std::ifstream file(MUTASCOPE_SOURCE_DIR "/tests/core/metrics/stats/reference.json");
    return nlohmann::json::parse(file).at(kind);
}

inline std::vector<double> numbers(const nlohmann::json &list)
{
    return list.get<std::vector<double>>();
}

} // namespace mutascope
