// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/campaign/assessment.h"
#include <nlohmann/json_fwd.hpp>
#include <string>

// An assessment for people and for programs.
namespace mutascope::cli {

std::string progressText(const AssessmentProgress &progress);
std::string assessmentText(const Assessment &assessment, const std::filesystem::path &folder);
nlohmann::json assessmentJson(const Assessment &assessment, const std::filesystem::path &folder);

} // namespace mutascope::cli
