// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/records.h"
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

// A run's record for people and for programs.
namespace mutascope::cli {

const char *stateName(RunState state); // "finished"; a run that is Running in a closed file: "interrupted"
nlohmann::json runJson(const RunRecord &run, const std::filesystem::path &session);
std::string runText(const RunRecord &run, const std::filesystem::path &session);
std::string runTable(const std::vector<RunRecord> &runs);

} // namespace mutascope::cli
