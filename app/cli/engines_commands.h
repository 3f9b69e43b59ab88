// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/options.h"
#include "app/cli/shell.h"
#include "core/engines/campaign/stored_findings.h"
#include <memory>

// The subcommands of 'engines', one function each; engines.cpp puts them together.
namespace mutascope::cli {

// A campaign of a session: FILE and --run N.
struct CampaignChoice {
    std::string file;
    std::int64_t run = 0; // the only one
};
void addCampaignChoice(CLI::App &command, const std::shared_ptr<CampaignChoice> &choice);
// Throws Error{Usage|NotFound} that says which campaigns there are.
std::int64_t chosenCampaign(const SessionStore &store, std::int64_t given);

void addPlugins(CLI::App &command, std::string &plugins);

void addEnginesList(CLI::App &engines, Shell &shell);
void addEnginesFuzz(CLI::App &engines, Shell &shell);
void addEnginesFindings(CLI::App &engines, Shell &shell);
void addEnginesTriage(CLI::App &engines, Shell &shell);
void addEnginesExport(CLI::App &engines, Shell &shell);
void addEnginesReduce(CLI::App &engines, Shell &shell);
void addEnginesReproduce(CLI::App &engines, Shell &shell);

} // namespace mutascope::cli
