// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/coverage/builtin.h"
#include "core/coverage/top_neurons.h"
#include "core/coverage/union_criterion.h"

namespace mutascope {

namespace {

// Top-k neuron coverage: Ma et al., "DeepGauge: Multi-Granularity Testing Criteria for Deep Learning
// Systems", ASE 2018, section 3, layer-level criteria. An input covers the k neurons of each layer with the
// largest values. Bottom-k neuron coverage is the same with the smallest values: not in DeepGauge, but in the
// program of DeepHunter (Xie et al., ISSTA 2019).
class TopNeuronCoverage : public LayerCriterion {
public:
    TopNeuronCoverage(const std::string &identity, const std::vector<LayerSlice> &slices,
                      const TopNeurons &top)
        : LayerCriterion(identity, slices), m_top(top)
    {
    }

private:
    void collectLayer(std::span<const float> values, std::size_t first, RowItems &bits) const override
    {
        m_top.select(values, first, bits);
    }
    TopNeurons m_top;
};

CriterionInfo infoOf(const std::string &id, TopNeurons::Side side)
{
    CriterionInfo info;
    info.id = id;
    info.create = [id, side](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<TopNeuronCoverage>(criterionText(id, params), layers,
                                                   TopNeurons(std::size_t(params.integer("k")), side));
    };
    return info;
}

} // namespace

CriterionInfo tkncInfo()
{
    CriterionInfo info = infoOf("tknc", TopNeurons::Side::Largest);
    info.summary
        = "Top-k neuron coverage: share of neurons that were once among the k largest of their layer";
    info.paper = "Ma et al., DeepGauge, ASE 2018";
    info.params
        = {integerParam("k", 10, 1, 1000000,
                        {"Criterion", "DeepGauge, section 3; 10 as in DeepHunter",
                         "Neurons of each layer that one input covers: those with the largest values."})};
    return info;
}

CriterionInfo bkncInfo()
{
    CriterionInfo info = infoOf("bknc", TopNeurons::Side::Smallest);
    info.summary
        = "Bottom-k neuron coverage: share of neurons that were once among the k smallest of their layer";
    info.paper = "Xie et al., DeepHunter, ISSTA 2019 (its program)";
    info.params
        = {integerParam("k", 10, 1, 1000000,
                        {"Criterion", "DeepHunter's program: 10",
                         "Neurons of each layer that one input covers: those with the smallest values."})};
    return info;
}

} // namespace mutascope
