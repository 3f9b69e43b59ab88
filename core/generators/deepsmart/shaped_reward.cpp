// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/shaped_reward.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>

namespace mutascope::deepsmart {

namespace {

// Rows of one value each, otherwise 0.
Evaluation diagonal(const Trace &like, float value)
{
    const std::size_t neurons = std::size_t(like.neurons);
    Evaluation out;
    out.trace.layers = like.layers;
    out.trace.neurons = like.neurons;
    out.trace.values.assign(neurons * neurons, 0.0f);
    for (std::size_t i = 0; i < neurons; ++i)
        out.trace.values[i * neurons + i] = value;
    out.trace.predictions = {neurons, like.predictions.classes, like.predictions.probabilities, {}};
    out.trace.predictions.outputs.assign(neurons * std::size_t(like.predictions.classes), 0.0f);
    return out;
}

double nearness(std::span<const float> layer, const std::vector<bool> &uncovered, std::size_t first,
                double threshold)
{
    const auto [low, high] = std::minmax_element(layer.begin(), layer.end());
    if (layer.empty() || !(*low < *high))
        return 0;
    double nearest = 0;
    for (std::size_t i = 0; i < layer.size(); ++i)
        if (uncovered[first + i] && std::isfinite(layer[i])) {
            const double scaled = (double(layer[i]) - *low) / (double(*high) - *low);
            nearest = std::max(nearest, 1 / (1 + std::abs(scaled - threshold)));
        }
    return nearest;
}

} // namespace

double ShapedReward::of(const TestBench &bench, const Evaluation &evaluation, std::size_t begin,
                        std::size_t end)
{
    const Trace &trace = evaluation.trace;
    if (trace.neurons == 0 || begin == end)
        return 0;
    if (m_probes.trace.neurons != trace.neurons) {
        m_probes = diagonal(trace, 1);
        check(bench);
    }
    const std::vector<bool> open = uncovered(bench);
    double nearest = 0;
    for (std::size_t row = begin; row < end; ++row)
        for (const LayerSlice &layer : trace.layers) {
            const auto values = trace.row(row).subspan(std::size_t(layer.begin), std::size_t(layer.count));
            nearest = std::max(nearest, nearness(values, open, std::size_t(layer.begin), m_threshold));
        }
    return nearest / trace.neurons;
}

std::vector<bool> ShapedReward::uncovered(const TestBench &bench) const
{
    std::vector<bool> open;
    for (std::size_t i = 0; i < std::size_t(m_probes.trace.neurons); ++i)
        open.push_back(bench.gain(m_probes, i, i + 1) > 0);
    return open;
}

// Neuron coverage, and no other criterion: a neuron by itself adds that neuron at most, however large its
// value is, and a trace that is the same everywhere adds nothing.
void ShapedReward::check(const TestBench &bench) const
{
    const Trace &trace = m_probes.trace;
    const Evaluation faint = diagonal(trace, 1e-3f), strong = diagonal(trace, 1e3f),
                     none = diagonal(trace, 0);
    bool right = bench.gain(none, 0, 1) <= 0;
    for (std::size_t i = 0; right && i < std::size_t(trace.neurons); ++i) {
        const double alone = bench.gain(m_probes, i, i + 1);
        right = alone <= 1.000001 / trace.neurons && bench.gain(faint, i, i + 1) == alone
            && bench.gain(strong, i, i + 1) == alone;
    }
    if (!right)
        throw Error(ErrorCode::Usage, "the shaped reward is defined for neuron coverage alone",
                    "Choose criterion nc, or another reward");
}

} // namespace mutascope::deepsmart
