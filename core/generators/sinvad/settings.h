// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/nets/vae.h"
#include "core/training/epoch_training.h"

namespace mutascope::sinvad {

enum class Mode {
    Boundary, // away from the seed's class, as near to the seed as can be
    Targeted, // into a given class
    Differential, // the model under test rejects what another one keeps
    Surprise, // to a given surprise adequacy
};

// How a search goes; what a parameter leaves open ("auto") is filled in.
struct Settings {
    Mode mode = Mode::Boundary;
    bool smooth = true; // fitness: the margin until the goal is reached, then the distance
    std::size_t population = 50;
    std::size_t elite = 20;
    int generations = 500;
    double noise = 0.7; // of the first population, standard deviation
    double sigma = 0.1; // of mutation, at the beginning of each seed
    double reset = 0.5; // probability of a coordinate to go back to the seed's
    int target = -1; // -1: all other classes in turn
    std::string otherModel;
    std::string surprise = "lsc"; // criterion
    std::string surpriseLayer = "hidden";
    double surpriseTarget = 0; // 0: of the held-out images, the 99 % quantile
    std::size_t surpriseImages = 5000;
    std::size_t seedsAtOnce = 0; // 0: by the network
    std::size_t pointsAtOnce = 0; // 0: all
    int rounds = 1;
};

std::vector<ParamSpec> params();
// Throws Error{Usage} where values contradict each other.
Settings settingsOf(const ParamSet &params);
VaeOptions vaeOptionsOf(const ParamSet &params);
EpochOptions epochOptionsOf(const ParamSet &params, const Vae &vae);

} // namespace mutascope::sinvad
