// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/ranking.h"
#include <algorithm>
#include <tuple>

namespace mutascope::deepfault {

namespace {

std::vector<RankedNeuron> scored(const InputGroup &group, Measure measure, double exponent)
{
    std::vector<RankedNeuron> neurons;
    for (std::size_t neuron = 0; neuron < group.activeFailed.size(); ++neuron) {
        const NeuronCounts counts = group.counts(neuron);
        neurons.push_back({int(neuron), counts, suspiciousness(measure, exponent, counts)});
    }
    return neurons;
}

bool moreSuspicious(const RankedNeuron &a, const RankedNeuron &b)
{
    return std::tuple(-a.score, -std::int64_t(a.counts.activeFailed), a.counts.activePassed, a.neuron)
        < std::tuple(-b.score, -std::int64_t(b.counts.activeFailed), b.counts.activePassed, b.neuron);
}

std::vector<RankedNeuron> suspicious(const InputGroup &group, Measure measure, double exponent)
{
    std::vector<RankedNeuron> neurons = scored(group, measure, exponent);
    std::erase_if(neurons, [](const RankedNeuron &neuron) { return !(neuron.score > 0); });
    std::sort(neurons.begin(), neurons.end(), moreSuspicious);
    return neurons;
}

// One baseline for all measures: none of their top neurons is in it.
std::vector<RankedNeuron> unsuspicious(const InputGroup &group, const RankingRule &rule, Rng rng)
{
    std::vector<bool> out(group.activeFailed.size());
    for (const Measure measure : {Measure::Tarantula, Measure::Ochiai, Measure::DStar}) {
        const std::vector<RankedNeuron> best = suspicious(group, measure, rule.exponent);
        for (std::size_t i = 0; i < std::min(rule.top, best.size()); ++i)
            out[std::size_t(best[i].neuron)] = true;
    }
    std::vector<RankedNeuron> neurons = scored(group, Measure::Random, rule.exponent);
    std::erase_if(neurons, [&](const RankedNeuron &neuron) { return out[std::size_t(neuron.neuron)]; });
    for (std::size_t i = neurons.size(); i > 1; --i)
        std::swap(neurons[i - 1], neurons[rng.below(std::uint32_t(i))]);
    return neurons;
}

} // namespace

std::vector<RankedNeuron> ranking(const InputGroup &group, const RankingRule &rule, Rng rng)
{
    return rule.measure == Measure::Random ? unsuspicious(group, rule, rng)
                                           : suspicious(group, rule.measure, rule.exponent);
}

} // namespace mutascope::deepfault
