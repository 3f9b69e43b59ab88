// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/neuron_boundaries.h"
#include "core/base/param_builders.h"

namespace mutascope {

namespace {

// DeepHunter's width where the training range has none.
constexpr double widthWithoutRange = 0.05;

} // namespace

NeuronBoundaries::NeuronBoundaries(const ParamSet &params)
    : m_margin(params.real("margin")), m_buckets(std::size_t(params.integer("buckets"))),
      m_bucketShare(params.real("bucket-width"))
{
}

void NeuronBoundaries::use(const NeuronProfile &profile)
{
    m_ranges.resize(profile.neurons());
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
        const double low = profile.range().low[i];
        const double high = profile.range().high[i];
        const double margin = m_margin * profile.deviation(i);
        const double width = low == high ? widthWithoutRange : m_bucketShare * (high - low);
        m_ranges[i] = {low - margin, high + margin, width};
    }
}

std::vector<ParamSpec> boundaryParams()
{
    return {
        realParam("margin", 0, 0, 100,
                  {"Criterion", "DeepGauge (0); larger margins are ours",
                   "How far outside its training range a value must be to count; 0: anywhere outside.",
                   "standard deviations", true}),
        integerParam(
            "buckets", 1, 1, 100000,
            {"Criterion", "DeepGauge (1); DeepHunter's program: 11",
             "Items beyond each end of a training range, by how far beyond a value is; the last one is "
             "open-ended.",
             "", true}),
        realParam("bucket-width", 0.001, 1e-9, 1000,
                  {"Criterion", "DeepHunter's program",
                   "Width of these items as a share of the neuron's training range; no matter with one item.",
                   "training ranges", true})};
}

} // namespace mutascope
