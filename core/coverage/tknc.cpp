// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/builtin.h"
#include "core/coverage/union_criterion.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>

namespace mutascope {

namespace {

// Top-k neuron coverage: Ma et al., "DeepGauge: Multi-Granularity Testing Criteria for Deep Learning
// Systems", ASE 2018, section 3, layer-level criteria. An input covers the k neurons of each layer with the
// largest values; of equal values the neuron with the lower index comes first. Values that are not finite
// never win.
class TopNeuronCoverage : public UnionCriterion {
public:
    TopNeuronCoverage(const std::string &identity, const std::vector<LayerSlice> &slices, std::size_t top)
        : UnionCriterion(identity, slices, 1), m_top(top)
    {
    }

protected:
    void collectBits(std::span<const float> row, std::vector<std::size_t> &bits) const override
    {
        for (const LayerSlice &layer : layers())
            collectLayer(row.subspan(std::size_t(layer.begin), std::size_t(layer.count)),
                         std::size_t(layer.begin), bits);
    }

private:
    void collectLayer(std::span<const float> values, std::size_t first, std::vector<std::size_t> &bits) const
    {
        const float least = leastWinner(values);
        const auto above = std::size_t(std::ranges::count_if(
            values, [least](float value) { return std::isfinite(value) && value > least; }));
        std::size_t ties = m_top - above; // winners that only equal the least: the first ones
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!std::isfinite(values[i]) || values[i] < least)
                continue;
            if (values[i] > least || ties > 0)
                bits.push_back(first + i);
            ties -= values[i] == least && ties > 0;
        }
    }

    // The k-th largest finite value; where there are fewer, every one wins.
    float leastWinner(std::span<const float> values) const
    {
        if (m_top > mostSorted)
            return leastBySelection(values);
        // The best so far, falling. A new one sinks in without branches: most do not get here at all.
        std::array<float, mostSorted> best;
        best.fill(-std::numeric_limits<float>::infinity());
        for (const float value : values) {
            if (!(value > best[m_top - 1]) || !std::isfinite(value))
                continue;
            for (std::size_t i = m_top - 1; i > 0; --i)
                best[i] = std::max(best[i], std::min(best[i - 1], value));
            best[0] = std::max(best[0], value);
        }
        return best[m_top - 1];
    }

    float leastBySelection(std::span<const float> values) const
    {
        m_finite.clear();
        std::ranges::copy_if(values, std::back_inserter(m_finite), [](float v) { return std::isfinite(v); });
        if (m_finite.size() < m_top)
            return -std::numeric_limits<float>::infinity();
        const auto last = m_finite.begin() + std::ptrdiff_t(m_top - 1);
        std::ranges::nth_element(m_finite, last, std::greater());
        return *last;
    }

    static constexpr std::size_t mostSorted = 32; // beyond, sinking in costs more than a selection
    std::size_t m_top;
    mutable std::vector<float> m_finite; // scratch of leastBySelection
};

ParamSpec topParam()
{
    ParamSpec k;
    k.name = "k";
    k.type = ParamType::Integer;
    k.defaultValue = std::int64_t{10};
    k.minimum = 1;
    k.maximum = 1000000;
    k.tooltip = "Neurons of each layer that one input covers: those with the largest values.";
    k.source = "DeepGauge, section 3; 10 as in DeepHunter";
    k.group = "Criterion";
    return k;
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
