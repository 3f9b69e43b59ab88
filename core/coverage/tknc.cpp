// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/builtin.h"
#include "core/coverage/union_criterion.h"
#include <algorithm>
#include <cmath>

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
            collectLayer(row, std::size_t(layer.begin), std::size_t(layer.begin + layer.count), bits);
    }

private:
    // Appends every finite neuron of the layer, then keeps the k best of them.
    void collectLayer(std::span<const float> row, std::size_t begin, std::size_t end,
                      std::vector<std::size_t> &bits) const
    {
        const auto first = std::ptrdiff_t(bits.size());
        for (std::size_t i = begin; i < end; ++i)
            if (std::isfinite(row[i]))
                bits.push_back(i);
        if (bits.size() - std::size_t(first) <= m_top)
            return;
        const auto last = first + std::ptrdiff_t(m_top);
        std::nth_element(
            bits.begin() + first, bits.begin() + last, bits.end(),
            [row](std::size_t a, std::size_t b) { return row[a] != row[b] ? row[a] > row[b] : a < b; });
        bits.resize(std::size_t(last));
    }

    std::size_t m_top;
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
