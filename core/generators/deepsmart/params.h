// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepsmart/mutated_batch.h"

namespace mutascope::deepsmart {

enum class Reward {
    Coverage, // what the batch would add
    Failures, // the same, and the share of images that fail for the first time in this tree
    Shaped, // the same, and how near an uncovered neuron came (neuron coverage only)
};

struct Settings {
    BatchRules rules;
    int batchSize = 64;
    int longest = 32; // pairs
    bool wholeImage = true; // one more region
    double affineShare = 0; // of the trees: their first pair may be affine
    int affineIterations = 8; // of a tree with affine changes, all at its first root
    bool clustered = false;
    int clusters = 20;
    double recentShare = 0.5; // of a batch: from the newest kept tests
    Reward reward = Reward::Coverage;
    bool perCall = true; // a reward counts for what its images cost
    bool skipFailed = true; // an image that failed is not changed further in its tree
    double sharpness = 1; // of the priors
    double failureWeight = 0.1;
    double shapedThreshold = 0.75;
    bool commitAll = true; // every batch with a gain; else the best of a tree, at its end
    bool countFailing = true; // the coverage of failing images counts
    bool keepAll = false; // all passing images of a committed batch join the corpus; else those with a gain
};

inline int regionsOf(const Settings &settings)
{
    return settings.rules.grid * settings.rules.grid + settings.wholeImage;
}

inline bool movesImages(const Settings &settings)
{
    return settings.wholeImage && settings.affineShare > 0;
}

std::vector<ParamSpec> params();
Settings settingsOf(const ParamSet &params);

} // namespace mutascope::deepsmart
