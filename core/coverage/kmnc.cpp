// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/coverage/builtin.h"
#include "core/coverage/union_criterion.h"
#include <algorithm>

namespace mutascope {

namespace {

// k-multisection neuron coverage: Ma et al., "DeepGauge: Multi-Granularity Testing Criteria for Deep Learning
// Systems", ASE 2018, section 3, neuron-level criteria. The training range [l, h] of each neuron is cut into
// k sections of equal width; a section is covered by a value in it (h itself belongs to the last one). Values
// outside the range cover nothing. Neurons with l == h cannot be covered but stay in the denominator k*N.
class MultisectionCoverage : public ProfiledCriterion {
public:
    MultisectionCoverage(const std::string &identity, const std::vector<LayerSlice> &slices,
                         std::size_t sections)
        : ProfiledCriterion(identity, slices, sections), m_sections(sections)
    {
    }

protected:
    void useProfile(const NeuronProfile &profile) override
    {
        m_neurons.resize(profile.neurons());
        const NeuronRange &range = profile.range();
        for (std::size_t i = 0; i < m_neurons.size(); ++i) {
            const double low = range.low[i];
            const double high = range.high[i];
            m_neurons[i] = {low, high, low < high ? (high - low) / double(m_sections) : 0.0};
        }
    }

    void collectBits(std::span<const float> row, std::vector<std::size_t> &bits) const override
    {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const Sections &neuron = m_neurons[i];
            const double value = row[i];
            // False for NaN as well: what follows sees finite numbers only.
            if (!(value >= neuron.low && value <= neuron.high) || neuron.width == 0.0)
                continue;
            // Not negative, so the cast is floor. Rounding may lift a value just below h to k, as h itself
            // is.
            const auto index = std::size_t((value - neuron.low) / neuron.width);
            bits.push_back(i * m_sections + std::min(index, m_sections - 1));
        }
    }

private:
    struct Sections {
        double low = 0;
        double high = 0;
        double width = 0; // of one section; 0: the neuron never changed
    };
    std::size_t m_sections;
    std::vector<Sections> m_neurons;
};

ParamSpec sectionsParam()
{
    return integerParam("k", 1000, 1, 1000000,
                        {"Criterion", "DeepGauge, section 3; 1000 as in DeepHunter (DeepSmartFuzzer: 10000)",
                         "Sections that the training range of each neuron is cut into."});
}

} // namespace

CriterionInfo kmncInfo()
{
    CriterionInfo info;
    info.id = "kmnc";
    info.summary
        = "k-multisection neuron coverage: share of the sections of the training ranges that were hit";
    info.paper = "Ma et al., DeepGauge, ASE 2018";
    info.needsFit = true;
    info.params = {sectionsParam()};
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<MultisectionCoverage>(criterionText("kmnc", params), layers,
                                                      std::size_t(params.integer("k")));
    };
    return info;
}

} // namespace mutascope
