// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/engines/campaign/campaign_config.h"
#include "core/store/session_store.h"
#include <functional>

namespace mutascope::engines {

struct CampaignProgress {
    std::int64_t models = 0;
    std::int64_t generated = 0;
    std::int64_t findings = 0;
    double coverage = 0; // OLC, 0 to 1
    double seconds = 0;
    double fraction = -1; // of the budget
};
// Called after each step, in the campaign's thread. Must not block.
using CampaignObserver = std::function<void(const CampaignProgress &)>;

// Searches for models the engines get wrong until the budget is reached, nothing new is found to cover or
// control asks; in the calling thread. Adds a run to the session. Checkpoints at most 2 s apart, longer only
// while one model is being judged: a campaign that is killed goes on from the last one. The same seed gives
// the same models and findings. Throws Error; then the store keeps the last checkpoint and the run's state is
// Failed.
RunRecord runCampaign(const CampaignConfig &config, Judge &judge, SessionStore &store, RunControl &control,
                      const CampaignObserver &observer = {});

// Goes on with a campaign that was stopped, failed or killed, to the same result as if it had not been;
// budget replaces the old one where it has any limit. judge: of campaignOf(store, run). Throws Error{Usage}
// where the campaign has finished and there is no new budget.
RunRecord resumeCampaign(SessionStore &store, std::int64_t run, const CampaignBudget &budget, Judge &judge,
                         RunControl &control, const CampaignObserver &observer = {});

// Throws Error{Usage} where object, a run's configuration or project, is a campaign's: what works on runs of
// a project was asked for with one.
void refuseCampaign(const nlohmann::json &object);

// Throws Error{NotFound} where run is no campaign.
CampaignConfig campaignOf(const SessionStore &store, std::int64_t run);

} // namespace mutascope::engines
