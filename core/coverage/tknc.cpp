// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/coverage/builtin.h"
#include "core/coverage/union_criterion.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace mutascope {

namespace {

// Top-k neuron coverage: Ma et al., "DeepGauge: Multi-Granularity Testing Criteria for Deep Learning
// Systems", ASE 2018, section 3, layer-level criteria. An input covers the k neurons of each layer with the
// largest values; of equal values the neuron with the lower index comes first. Values that are not finite
// never win.
class TopNeuronCoverage : public LayerCriterion {
public:
    TopNeuronCoverage(const std::string &identity, const std::vector<LayerSlice> &slices, std::size_t top)
        : LayerCriterion(identity, slices), m_top(top)
    {
    }

private:
    void collectLayer(std::span<const float> values, std::size_t first,
                      std::vector<std::size_t> &bits) const override
    {
        m_keys.resize(values.size());
        std::ranges::transform(values, m_keys.begin(), keyOf);
        const std::int32_t bound = boundOfWinners();
        std::size_t ties = m_top - countAbove(bound);
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            if (m_keys[i] < bound || (m_keys[i] == bound && ties == 0))
                continue;
            ties -= m_keys[i] == bound;
            bits.push_back(first + i);
        }
    }

    // Integers in the order of the values; 0 and -0 are equal. What is not finite is below all others.
    static constexpr std::int32_t notFinite = std::numeric_limits<std::int32_t>::min();
    static std::int32_t keyOf(float value)
    {
        const auto bits = std::bit_cast<std::int32_t>(value + 0.0f);
        return std::isfinite(value) ? bits ^ ((bits >> 31) & 0x7fffffff) : notFinite;
    }

    std::size_t countAbove(std::int32_t bound) const
    {
        std::int32_t count = 0; // as wide as the keys, so that the compiler vectorises
        for (const std::int32_t key : m_keys)
            count += key > bound;
        return std::size_t(count);
    }

    // The winners are above it or, as far as there is room, equal to it. By bisection: counting has no branch
    // to mispredict, which makes it several times faster than sorting for layers of ordinary size.
    std::int32_t boundOfWinners() const
    {
        std::int32_t low = notFinite + 1; // what remains where fewer than k values are finite
        std::int32_t high = std::numeric_limits<std::int32_t>::max();
        while (low < high) {
            const std::int32_t middle = std::midpoint(low, high);
            const std::size_t count = countAbove(middle);
            if (count == m_top)
                return middle;
            if (count < m_top)
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }

    std::size_t m_top;
    mutable std::vector<std::int32_t> m_keys; // of the layer at hand
};

ParamSpec topParam()
{
    return integerParam("k", 10, 1, 1000000,
                        {"Criterion", "DeepGauge, section 3; 10 as in DeepHunter",
                         "Neurons of each layer that one input covers: those with the largest values."});
}

} // namespace

CriterionInfo tkncInfo()
{
    CriterionInfo info;
    info.id = "tknc";
    info.summary
        = "Top-k neuron coverage: share of neurons that were once among the k largest of their layer";
    info.paper = "Ma et al., DeepGauge, ASE 2018";
    info.params = {topParam()};
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<TopNeuronCoverage>(criterionText("tknc", params), layers,
                                                   std::size_t(params.integer("k")));
    };
    return info;
}

} // namespace mutascope
