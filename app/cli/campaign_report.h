// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/status_line.h"
#include "core/engines/campaign/engine_campaign.h"
#include "core/store/engine_records.h"
#include <nlohmann/json_fwd.hpp>

namespace mutascope::cli {

// Shows a campaign's progress on the standard error.
class CampaignStatus {
public:
    explicit CampaignStatus(Verbosity verbosity) : m_status(verbosity) { }
    engines::CampaignObserver observer();
    void finish() { m_status.clear(); }

private:
    StatusLine m_status;
};

// The summary at the end of a campaign, and the exit code of the way it ended.
int reportCampaign(const RunRecord &run, const SessionStore &store, const RunControl &control, bool json);

nlohmann::json campaignJson(const RunRecord &run, const SessionStore &store);
nlohmann::json findingJson(const EngineFindingRecord &finding, const EngineModelRecord &example);

} // namespace mutascope::cli
