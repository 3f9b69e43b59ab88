// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/generators/deepfault/activity_spectrum.h"

namespace mutascope::deepfault {

struct RankedNeuron {
    int neuron = 0; // in a row of the trace
    NeuronCounts counts;
    double score = 0;
};

struct RankingRule {
    Measure measure = Measure::Tarantula;
    double exponent = 3; // of D*
    std::size_t top = 10; // neurons of the first round, which Random leaves out
};

// Neurons in the order in which they are used. Most suspicious first, those of score 0 left out; of equal
// ones first that with more failed inputs, then that with fewer passed ones, then the earlier one. Random:
// all neurons but those the measures have among their top, in a random order.
std::vector<RankedNeuron> ranking(const InputGroup &group, const RankingRule &rule, Rng rng);

} // namespace mutascope::deepfault
