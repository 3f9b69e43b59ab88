// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/oracle/judge.h"
#include "core/engines/search/settings.h"
#include <map>
#include <nlohmann/json_fwd.hpp>

namespace mutascope::engines {

inline constexpr const char *campaignGenerator = "engines"; // RunRecord::generator

// The run stops at the first limit reached.
struct CampaignBudget {
    std::optional<std::int64_t> models; // run on the engines
    std::optional<double> seconds; // of all parts of a campaign that was resumed
    bool any() const { return models || seconds; }
};

// A model whose mutants are tried instead of random models.
struct StartModel {
    std::string name; // of the file
    GraphPlan plan;
};

// Everything that fixes a campaign's models and findings, but for the engines themselves.
struct CampaignConfig {
    std::vector<std::string> engines; // ids
    Strategy strategy = Strategy::Mcts;
    std::map<std::string, std::string> settings; // --set name=value
    std::uint64_t seed = 1;
    CampaignBudget budget;
    std::string extraEngines; // file that describes plug-in engines, or ""
    std::optional<StartModel> start;
};
nlohmann::json toJson(const CampaignConfig &config);
CampaignConfig campaignConfigFromJson(const nlohmann::json &object); // throws Error{BadData}

// Parameters of the search and of the judge.
std::vector<ParamSpec> campaignParams(Strategy strategy);
// The same with the config's settings applied. Throws Error{Usage}.
ParamSet campaignSettings(const CampaignConfig &config);
JudgeConfig judgeConfig(const CampaignConfig &config);

} // namespace mutascope::engines
