// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/coverage/builtin.h"
#include "core/coverage/union_criterion.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace mutascope {

namespace {

// Neuron coverage: Pei et al., "DeepXplore: Automated Whitebox Testing of Deep Learning Systems", SOSP 2017,
// section 4.1. A neuron is covered by an input if its value, scaled to [0,1] by the smallest and largest
// value of its layer for that input, is above the threshold. A layer whose values are all equal covers
// nothing.
class ThresholdCoverage : public LayerCriterion {
public:
    ThresholdCoverage(const std::string &identity, const std::vector<LayerSlice> &slices, double threshold)
        : LayerCriterion(identity, slices), m_threshold(threshold)
    {
    }

private:
    void collectLayer(std::span<const float> values, std::size_t first,
                      std::vector<std::size_t> &bits) const override
    {
        float low = std::numeric_limits<float>::infinity();
        float high = -low;
        for (const float value : values)
            if (std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
        if (!(low < high))
            return;
        const double width = double(high) - double(low);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (std::isfinite(values[i]) && (double(values[i]) - double(low)) / width > m_threshold)
                bits.push_back(first + i);
    }

    double m_threshold;
};

ParamSpec thresholdParam()
{
    return realParam("t", 0.75, 0, 1,
                     {"Criterion", "DeepXplore, section 4.1; 0.75 as in DeepHunter and DeepSmartFuzzer",
                      "A neuron counts as activated where its value, scaled to 0..1 within its layer, is "
                      "above this."});
}

} // namespace

CriterionInfo ncInfo()
{
    CriterionInfo info;
    info.id = "nc";
    info.summary = "Neuron coverage: share of neurons whose scaled value went above a threshold";
    info.paper = "Pei et al., DeepXplore, SOSP 2017";
    info.params = {thresholdParam()};
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<ThresholdCoverage>(criterionText("nc", params), layers, params.real("t"));
    };
    return info;
}

} // namespace mutascope
