// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of a training's losses: by batch or by epoch, smoothed or not.
#include "widgets/loss_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mutascope::widgets {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

} // namespace

void mergeSamples(std::vector<LossSample> &samples, const std::vector<LossSample> &later)
{
    if (later.empty())
        return;
    const auto repeated = std::partition_point(
        samples.begin(), samples.end(), [&](const LossSample &s) { return s.batch < later.front().batch; });
    samples.erase(repeated, samples.end());
    samples.insert(samples.end(), later.begin(), later.end());
}

PlotCurve batchCurve(const std::vector<LossSample> &samples)
{
    PlotCurve curve;
    curve.x.reserve(qsizetype(samples.size()));
    curve.y.reserve(qsizetype(samples.size()));
    for (const LossSample &sample : samples) {
        curve.x.append(double(sample.batch));
        curve.y.append(std::isfinite(sample.value) ? sample.value : kGap);
    }
    return curve;
}

PlotCurve epochCurve(const std::vector<LossSample> &samples)
{
    PlotCurve curve;
    for (auto begin = samples.begin(); begin != samples.end();) {
        const auto end = std::find_if(begin, samples.end(),
                                      [&](const LossSample &sample) { return sample.epoch != begin->epoch; });
        double sum = 0.0;
        for (auto sample = begin; sample != end; ++sample)
            sum += sample->value;
        curve.x.append(begin->epoch);
        curve.y.append(std::isfinite(sum) ? sum / double(end - begin) : kGap);
        begin = end;
    }
    return curve;
}

PlotCurve smoothed(const PlotCurve &curve, double weight)
{
    PlotCurve out = curve;
    double average = 0.0;
    double share = 0.0; // of the average that values account for: 1 - weight^n
    for (double &y : out.y) {
        if (std::isnan(y))
            continue;
        average = weight * average + (1.0 - weight) * y;
        share = weight * share + (1.0 - weight);
        y = average / share;
    }
    return out;
}

} // namespace mutascope::widgets
