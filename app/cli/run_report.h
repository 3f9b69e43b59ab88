// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/records.h"
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

// A run's record for people and for programs.
namespace mutascope::cli {

const char *stateName(RunState state); // "finished"; a run that is Running in a closed file: "interrupted"
// modelFailures: of the run's failing tests, core/store/model_failures.h.
nlohmann::json runJson(const RunRecord &run, const std::filesystem::path &session,
                       std::int64_t modelFailures);
// "tree_sha256" and "search", where the run searched trees.
void addSearch(nlohmann::json &object, const SearchCounts &counts, const std::string &treeSha256);
std::string searchText(const SearchCounts &counts); // "2 trees, 1,000 iterations, 3,210 nodes"
// The trees of those runs that searched any; "" where none did.
std::string searchTable(const std::vector<std::pair<std::int64_t, SearchCounts>> &runs);
std::string runText(const RunRecord &run, const std::filesystem::path &session, const SearchCounts &search,
                    std::int64_t modelFailures);
std::string runTable(const std::vector<RunRecord> &runs);

} // namespace mutascope::cli
