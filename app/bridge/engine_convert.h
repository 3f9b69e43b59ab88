// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns of the core into values of the window. Only bridge sources include this.
#pragma once

#include "app/bridge/engine_values.h"
#include "core/engines/campaign/campaign_config.h"
#include "core/engines/campaign/engine_campaign.h"
#include "core/engines/oracle/output_table.h"
#include "core/store/engine_records.h"

namespace mutascope::bridge {

// Throws Error{Usage|NotFound|BadModel ...} as the core does.
engines::CampaignConfig toConfig(const CampaignSetup &setup);
CampaignProgressInfo toInfo(const engines::CampaignProgress &progress);
EngineEntry toEntry(const engines::EngineInfo &info);

CampaignData readCampaign(const SessionStore &store, std::int64_t run); // throws Error
// failure: what is marked. markedByMessage where it is of a conversion or an inference.
GraphData toGraph(const engines::OperatorGraph &graph, const engines::EngineFailure &failure);
OutputData toOutputs(const engines::OutputTable &table);

} // namespace mutascope::bridge
