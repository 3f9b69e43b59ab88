// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/builtin.h"
#include "core/coverage/union_criterion.h"
#include <algorithm>
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
        m_best.clear();
        for (const float value : values) {
            if (!std::isfinite(value))
                continue;
            if (m_best.size() == m_top) {
                if (value <= m_best.front())
                    continue;
                std::ranges::pop_heap(m_best, std::greater());
                m_best.back() = value;
            } else {
                m_best.push_back(value);
            }
            std::ranges::push_heap(m_best, std::greater());
        }
        return m_best.size() < m_top ? std::numeric_limits<float>::lowest() : m_best.front();
    }

    std::size_t m_top;
    mutable std::vector<float> m_best; // scratch of leastWinner
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
