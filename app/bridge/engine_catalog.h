// SPDX-License-Identifier: GPL-3.0-or-later
// What a campaign against inference engines can be set to.
#pragma once

#include "app/bridge/engine_values.h"

namespace mutascope::bridge {

bool isCampaign(const RunInfo &run);
QStringList campaignSearches(); // ids
QList<widgets::ParamField> campaignFields(const QString &search);
QStringList triageStates(); // in the order of the core

// Empty, or why the core would refuse this campaign; starts no engine.
QString problemOf(const CampaignSetup &setup);
// The command that makes the same campaign without a window.
QString campaignCommandLine(const CampaignSetup &setup);

} // namespace mutascope::bridge
