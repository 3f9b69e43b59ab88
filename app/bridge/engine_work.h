// SPDX-License-Identifier: GPL-3.0-or-later
// The work on campaigns and their findings, in the thread of whoever calls. Only bridge sources include this.
#pragma once

#include "app/bridge/engine_values.h"
#include "core/engines/campaign/engine_campaign.h"
#include "core/engines/oracle/judge.h"

namespace mutascope::bridge {

// Called with the session and the campaign's run after each model.
using CampaignStep = std::function<void(SessionStore &, std::int64_t, const engines::CampaignProgress &)>;

// All throw Error.
RunRecord runCampaign(const CampaignSetup &setup, RunControl &control, const CampaignStep &step);
RunRecord resumeCampaign(const QString &file, std::int64_t run, const engines::CampaignBudget &budget,
                         RunControl &control, const CampaignStep &step);
void storeTriage(SessionStore &store, const FindingRef &finding, const QString &state, const QString &note);
GraphData graphOf(const SessionStore &store, std::int64_t run, int finding);
ReductionInfo reduceFinding(const FindingRef &finding,
                            const std::function<bool(int tests, int operators)> &goOn);
ReproductionInfo reproduceFinding(const FindingRef &finding);
void exportFinding(const FindingRef &finding, const FindingRow &failure, const QString &folder);

} // namespace mutascope::bridge
