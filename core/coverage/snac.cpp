// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/builtin.h"
#include "core/coverage/neuron_boundaries.h"
#include "core/coverage/union_criterion.h"

namespace mutascope {

namespace {

// Strong neuron activation coverage: Ma et al., "DeepGauge: Multi-Granularity Testing Criteria for Deep
// Learning Systems", ASE 2018, section 3, neuron-level criteria. The upper side of boundary coverage alone: a
// neuron is covered by a value above its training range (divided into buckets on request).
class StrongActivationCoverage : public ProfiledCriterion {
public:
    StrongActivationCoverage(const std::string &identity, const std::vector<LayerSlice> &slices,
                             const NeuronBoundaries &boundaries)
        : ProfiledCriterion(identity, slices, boundaries.buckets()), m_boundaries(boundaries)
    {
    }

protected:
    void useProfile(const NeuronProfile &profile) override { m_boundaries.use(profile); }

    void collectBits(std::span<const float> row, RowItems &bits) const override
    {
        for (std::size_t i = 0; i < row.size(); ++i)
            if (const auto bucket = m_boundaries.above(i, row[i]); bucket != NeuronBoundaries::inside)
                bits.push_back(i * m_boundaries.buckets() + bucket);
    }

private:
    NeuronBoundaries m_boundaries;
};

} // namespace

CriterionInfo snacInfo()
{
    CriterionInfo info;
    info.id = "snac";
    info.summary = "Strong neuron activation coverage: share of neurons that went above their training range";
    info.paper = "Ma et al., DeepGauge, ASE 2018";
    info.needsFit = true;
    info.params = boundaryParams();
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<StrongActivationCoverage>(criterionText("snac", params), layers,
                                                          NeuronBoundaries(params));
    };
    return info;
}

} // namespace mutascope
