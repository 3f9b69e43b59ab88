// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/coverage/builtin.h"
#include "core/coverage/union_criterion.h"
#include <algorithm>
#include <array>
#include <limits>

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
        const NeuronRange &range = profile.range();
        m_low.assign(range.low.begin(), range.low.end());
        m_high.assign(range.high.begin(), range.high.end());
        m_width.assign(m_low.size(), 1.0);
        for (std::size_t i = 0; i < m_low.size(); ++i)
            if (m_low[i] < m_high[i])
                m_width[i] = (m_high[i] - m_low[i]) / double(m_sections);
            else
                m_high[i] = -std::numeric_limits<double>::infinity(); // it never changed: no value is inside
    }

    void collectBits(std::span<const float> row, std::vector<std::size_t> &bits) const override
    {
        std::size_t count = bits.size();
        bits.resize(count + row.size());
        for (std::size_t first = 0; first < row.size(); first += atOnce) {
            const std::size_t size = std::min(atOnce, row.size() - first);
            std::array<int, atOnce> places;
            findPlaces(row.data() + first, first, size, places.data());
            for (std::size_t i = 0; i < size; ++i) {
                bits[count] = (first + i) * m_sections + std::size_t(places[i]);
                count += places[i] >= 0;
            }
        }
        bits.resize(count);
    }

private:
    static constexpr std::size_t atOnce = 64;

    // The section of each value, -1 outside: without branches, since no processor foresees which values are
    // inside.
    void findPlaces(const float *values, std::size_t first, std::size_t size, int *places) const
    {
        const double *lows = m_low.data() + first, *highs = m_high.data() + first;
        const double *widths = m_width.data() + first;
        const double last = double(m_sections - 1);
        for (std::size_t i = 0; i < size; ++i) {
            const double value = values[i];
            // Not negative inside, so the cast is floor. Rounding may lift a value just below h to k, as h
            // itself is. NaN is not inside.
            const double place = (value - lows[i]) / widths[i];
            const double below = place < last ? place : last;
            const int section = int(below > -1 ? below : -1); // what lies far outside fits no int
            const bool inside = (value >= lows[i]) & (value <= highs[i]);
            places[i] = inside ? section : -1;
        }
    }

    std::size_t m_sections;
    std::vector<double> m_low, m_high; // of the training range
    std::vector<double> m_width; // of one section
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
