// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/builtin.h"
#include "core/coverage/union_criterion.h"
#include <cmath>

namespace mutascope {

namespace {

// Strong neuron activation coverage: Ma et al., "DeepGauge: Multi-Granularity Testing Criteria for Deep
// Learning Systems", ASE 2018, section 3, neuron-level criteria. The upper side of boundary coverage alone: a
// neuron is covered by a value above its training range.
class StrongActivationCoverage : public ProfiledCriterion {
public:
    StrongActivationCoverage(const std::string &identity, const std::vector<LayerSlice> &slices,
                             double margin)
        : ProfiledCriterion(identity, slices, 1), m_margin(margin)
    {
    }

protected:
    void useProfile(const NeuronProfile &profile) override
    {
        m_upper.resize(profile.neurons());
        for (std::size_t i = 0; i < profile.neurons(); ++i)
            m_upper[i] = double(profile.range().high[i]) + m_margin * profile.deviation(i);
    }

    void collectBits(std::span<const float> row, std::vector<std::size_t> &bits) const override
    {
        for (std::size_t i = 0; i < row.size(); ++i)
            // A neuron that was never finite over the training set has no boundary to cross.
            if (std::isfinite(row[i]) && std::isfinite(m_upper[i]) && double(row[i]) > m_upper[i])
                bits.push_back(i);
    }

private:
    double m_margin;
    std::vector<double> m_upper;
};

} // namespace

CriterionInfo snacInfo()
{
    CriterionInfo info;
    info.id = "snac";
    info.summary = "Strong neuron activation coverage: share of neurons that went above their training range";
    info.paper = "Ma et al., DeepGauge, ASE 2018";
    info.needsFit = true;
    info.params = {marginParam()};
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<StrongActivationCoverage>(criterionText("snac", params), layers,
                                                          params.real("margin"));
    };
    return info;
}

} // namespace mutascope
