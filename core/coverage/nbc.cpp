// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/builtin.h"
#include "core/coverage/neuron_boundaries.h"
#include "core/coverage/union_criterion.h"

namespace mutascope {

namespace {

// Neuron boundary coverage: Ma et al., "DeepGauge: Multi-Granularity Testing Criteria for Deep Learning
// Systems", ASE 2018, section 3, neuron-level criteria. Each neuron has two items: a value below its training
// range and one above it (each divided into buckets on request). With B buckets, items i*B and on are the
// lower side of neuron i, items (N+i)*B and on its upper side.
class BoundaryCoverage : public ProfiledCriterion {
public:
    BoundaryCoverage(const std::string &identity, const std::vector<LayerSlice> &slices,
                     const NeuronBoundaries &boundaries)
        : ProfiledCriterion(identity, slices, 2 * boundaries.buckets()), m_boundaries(boundaries)
    {
    }

protected:
    void useProfile(const NeuronProfile &profile) override { m_boundaries.use(profile); }

    void collectBits(std::span<const float> row, RowItems &bits) const override
    {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const double value = row[i];
            if (const auto bucket = m_boundaries.below(i, value); bucket != NeuronBoundaries::inside)
                bits.push_back(i * m_boundaries.buckets() + bucket);
            else if (const auto upper = m_boundaries.above(i, value); upper != NeuronBoundaries::inside)
                bits.push_back((row.size() + i) * m_boundaries.buckets() + upper);
        }
    }

    std::size_t neuronOf(std::size_t item) const override
    {
        return item / m_boundaries.buckets() % neurons();
    }

private:
    NeuronBoundaries m_boundaries;
};

} // namespace

CriterionInfo nbcInfo()
{
    CriterionInfo info;
    info.id = "nbc";
    info.summary
        = "Neuron boundary coverage: share of the lower and upper ends of the training ranges passed";
    info.paper = "Ma et al., DeepGauge, ASE 2018";
    info.needsFit = true;
    info.params = boundaryParams();
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<BoundaryCoverage>(criterionText("nbc", params), layers,
                                                  NeuronBoundaries(params));
    };
    return info;
}

} // namespace mutascope
