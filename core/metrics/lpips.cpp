// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/lpips.h"
#include "core/base/param_builders.h"
#include "core/metrics/builtin.h"
#include "core/metrics/fault_tests.h"
#include "core/metrics/per_test_metric.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

class Lpips : public PerTestMetric {
public:
    Lpips(TestChoice choice, const std::string &file, const ImageShape &shape)
        : PerTestMetric(choice, {.images = true}), m_network(file), m_shape(shape)
    {
    }

protected:
    std::vector<double> scores(const MetricBatch &batch, const std::vector<std::size_t> &rows) override
    {
        ImageBatch seeds(batch.seeds.shape()), tests(batch.tests.shape());
        for (const std::size_t row : rows) {
            seeds.append(seeds.shape(), batch.seeds.pixels(row));
            tests.append(tests.shape(), batch.tests.pixels(row));
        }
        return m_network.distances(seeds, tests);
    }
    std::string note() const override
    {
        if (std::min(m_shape.height, m_shape.width) >= LpipsNetwork::leastSide)
            return {};
        return fmt::format("images of {} enlarged bilinearly, the shorter side to {} pixels", m_shape.text(),
                           LpipsNetwork::leastSide);
    }
    std::string whyLeftOut() const override { return "the LPIPS network gives no finite number for them"; }

private:
    LpipsNetwork m_network;
    ImageShape m_shape;
};

// There is no LPIPS without its network: nothing else may bear the name.
class NoLpips : public Metric {
public:
    void add(const MetricBatch &batch) override { requireWhole(batch, false); }
    MetricValue value(const RunTotals &) const override
    {
        return missingValue(
            "needs an LPIPS network: give its TorchScript file ('network' of this metric, --lpips of "
            "assess), or see feature-distance");
    }
};

ParamSpec networkParam()
{
    return textParam("network", "",
                     {"Network", "Zhang et al., CVPR 2018",
                      "TorchScript file of an LPIPS network: takes two batches Nx3xHxW of values from -1 to "
                      "1, gives N distances."});
}

} // namespace

MetricInfo lpipsInfo()
{
    MetricInfo info
        = naturalness("lpips", "LPIPS",
                      "Distance between test and seed as people see it, by a network you give; 0 for equal "
                      "images; images below 64 pixels are enlarged bilinearly",
                      "Zhang et al., The Unreasonable Effectiveness of Deep Features as a Perceptual Metric, "
                      "CVPR 2018, eq. 1");
    info.needs.images = true;
    info.params.push_back(networkParam());
    info.create = [](const ParamSet &params, const MetricContext &context) -> std::unique_ptr<Metric> {
        const std::string &file = params.text("network");
        if (file.empty())
            return std::make_unique<NoLpips>();
        return std::make_unique<Lpips>(testChoiceOf(params), file, context.shape);
    };
    return info;
}

} // namespace mutascope
