// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepfault/ascent.h"
#include "core/generators/deepfault/ranking.h"
#include "core/generators/deepfault/spectrum_gathering.h"

namespace mutascope::deepfault {

std::vector<ParamSpec> params();

struct Settings {
    RankingRule rule;
    bool eachClass = true;
    std::string layers;
    GatheringRule gathering;
    AscentRule ascent;
    std::size_t rounds = 0; // 0: until the ranking ends
    std::size_t seedsPerStep = 0;
};

// What is left to choose automatically is chosen for this model. Throws Error{Usage}.
Settings settingsOf(const ParamSet &params, const Model &model);

} // namespace mutascope::deepfault
