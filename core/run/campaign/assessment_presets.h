// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mutascope {

// Budgets and settings that fit a model's scale; what the user gives goes before them.
struct AssessmentPreset {
    std::string id;
    std::string summary;
    std::string criterion;
    std::int64_t calls = 0;
    std::vector<std::string> settings; // "GENERATOR.key=value" or "key=value"
    int validatorEpochs = 0; // 0: the validator's own
    std::size_t validatorImages = 0; // 0: all
};

const std::vector<AssessmentPreset> &assessmentPresets();
// Throws Error{Usage} that names the nearest one.
const AssessmentPreset &assessmentPreset(const std::string &id);

} // namespace mutascope
