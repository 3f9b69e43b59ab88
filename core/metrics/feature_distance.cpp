// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/metrics/builtin.h"
#include "core/metrics/per_test_metric.h"
#include "core/metrics/unit_distance.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

namespace {

class FeatureDistance : public PerTestMetric {
public:
    explicit FeatureDistance(TestChoice choice) : PerTestMetric(choice, {.features = true}) { }

protected:
    std::vector<double> scores(const MetricBatch &batch, const std::vector<std::size_t> &rows) override
    {
        if (batch.seedFeatures.count != batch.testFeatures.count
            || batch.seedFeatures.width != batch.testFeatures.width)
            throw Error(ErrorCode::Internal, "tests and seeds differ in their deep features");
        std::vector<double> distances;
        distances.reserve(rows.size());
        for (const std::size_t row : rows)
            distances.push_back(
                squaredUnitDistance(batch.seedFeatures.row(row), batch.testFeatures.row(row)));
        return distances;
    }
    std::string whyLeftOut() const override { return "their deep features are not finite"; }
};

} // namespace

MetricInfo featureDistanceInfo()
{
    MetricInfo info
        = naturalness("feature-distance", "Feature distance",
                      "Squared distance between the deep features of test and seed, each divided by its "
                      "length, from 0 to 4; depends on the network chosen for the features",
                      "definition: squared distance of unit-length features, after Zhang et al., CVPR 2018, "
                      "eq. 1; without learned weights and with one layer, so "
                      "not comparable with LPIPS");
    info.needs.features = true;
    info.create = [](const ParamSet &params, const MetricContext &) {
        return std::make_unique<FeatureDistance>(testChoiceOf(params));
    };
    return info;
}

} // namespace mutascope
