// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/coverage/builtin.h"
#include "core/coverage/union_criterion.h"
#include <cmath>

namespace mutascope {

namespace {

// Neuron boundary coverage: Ma et al., "DeepGauge: Multi-Granularity Testing Criteria for Deep Learning
// Systems", ASE 2018, section 3, neuron-level criteria. Each neuron has two items: a value below its training
// range and one above it. Item i is the lower side of neuron i, item N + i its upper side.
class BoundaryCoverage : public ProfiledCriterion {
public:
    BoundaryCoverage(const std::string &identity, const std::vector<LayerSlice> &slices, double margin)
        : ProfiledCriterion(identity, slices, 2), m_margin(margin)
    {
    }

protected:
    void useProfile(const NeuronProfile &profile) override
    {
        m_lower.resize(profile.neurons());
        m_upper.resize(profile.neurons());
        for (std::size_t i = 0; i < profile.neurons(); ++i) {
            const double margin = m_margin * profile.deviation(i);
            m_lower[i] = double(profile.range().low[i]) - margin;
            m_upper[i] = double(profile.range().high[i]) + margin;
        }
    }

    void collectBits(std::span<const float> row, std::vector<std::size_t> &bits) const override
    {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const double value = row[i];
            // A neuron that was never finite over the training set has no boundary to cross.
            if (!std::isfinite(value) || !std::isfinite(m_lower[i]))
                continue;
            if (value < m_lower[i])
                bits.push_back(i);
            else if (value > m_upper[i])
                bits.push_back(row.size() + i);
        }
    }

private:
    double m_margin;
    std::vector<double> m_lower;
    std::vector<double> m_upper;
};

} // namespace

ParamSpec marginParam()
{
    return realParam("margin", 0, 0, 100,
                     {"Criterion", "DeepGauge (0); larger margins are ours",
                      "How far outside its training range a value must be to count; 0: anywhere outside.",
                      "standard deviations", true});
}

CriterionInfo nbcInfo()
{
    CriterionInfo info;
    info.id = "nbc";
    info.summary
        = "Neuron boundary coverage: share of the lower and upper ends of the training ranges passed";
    info.paper = "Ma et al., DeepGauge, ASE 2018";
    info.needsFit = true;
    info.params = {marginParam()};
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<BoundaryCoverage>(criterionText("nbc", params), layers,
                                                  params.real("margin"));
    };
    return info;
}

} // namespace mutascope
