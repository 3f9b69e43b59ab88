// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/generators/cagfuzz/groups.h"
#include "core/nets/cyclegan.h"
#include "core/training/epoch_training.h"

namespace mutascope::cagfuzz {

struct Settings {
    Pairing pairing = Pairing::Classes;
    std::string pairs; // the same as text
    CycleGanOptions network;
    EpochOptions training;
    bool recent = true;
    std::size_t inputs = 8; // of a step
    std::size_t candidates = 4; // of an input
    int rounds = 2; // at most
    double similarity = 0.85;
    std::string features; // "model" or a path
    std::string featureLayer;
};

std::vector<ParamSpec> params();
Settings settingsOf(const ParamSet &params);

} // namespace mutascope::cagfuzz
