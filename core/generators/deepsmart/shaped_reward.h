// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope::deepsmart {

// DeepSmartFuzzer's implicit reward for neuron coverage: how near a neuron that is not covered came to the
// threshold, 1 / (1 + |scaled value - threshold|), the largest over neurons and images. Weighed as one neuron
// of all, so that a neuron that is really covered counts more. Which are covered is asked of the bench, with
// traces in which one neuron alone is active.
class ShapedReward {
public:
    explicit ShapedReward(double threshold = 0.75) : m_threshold(threshold) { }
    // Of rows [begin, end). Throws Error{Usage} where the bench's criterion is not neuron coverage.
    double of(const TestBench &bench, const Evaluation &evaluation, std::size_t begin, std::size_t end);

private:
    void check(const TestBench &bench) const;
    std::vector<bool> uncovered(const TestBench &bench) const;

    double m_threshold;
    Evaluation m_probes; // one a neuron
};

} // namespace mutascope::deepsmart
