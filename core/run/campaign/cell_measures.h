// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"
#include "core/store/records.h"
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace mutascope {

// A failing test shown as an example.
struct CellSample {
    std::int64_t test = 0; // id in the run
    double distance = 0; // of its deep features from the seed's, both of unit length: 0 alike, 2 opposite
};

// All that is known of a finished cell.
struct CellMeasures {
    std::map<std::string, MetricValue> metrics; // by id
    std::map<std::string, double> figures; // raw ones of the run: "tests", "failing", "model-calls" ...
    std::vector<CoveragePoint> curve;
    std::vector<CellSample> natural; // the most natural tests first
    std::vector<CellSample> unnatural; // the least natural tests first
    std::vector<int> silentClasses; // of seeds, none of which led to a failing test; ascending
    std::string message; // of the run
};

// key: what the measures depend on; they are read back for the same key only.
void storeMeasures(const std::filesystem::path &file, const std::string &key, const CellMeasures &measures);
std::optional<CellMeasures> storedMeasures(const std::filesystem::path &file, const std::string &key);

} // namespace mutascope
