// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of a training's losses: by batch or by epoch, smoothed or not.
#pragma once

#include "widgets/plot_data.h"

#include <QtGlobal>
#include <vector>

namespace mutascope::widgets {

struct LossSample {
    qint64 batch = 0; // of the training, from 1
    int epoch = 0; // from 1
    double value = 0; // may be no finite number: the training diverged
};

// Later samples are appended; those of a batch that is repeated take the place of what was there from it on.
void mergeSamples(std::vector<LossSample> &samples, const std::vector<LossSample> &later);

// A value that is no finite number is a gap: y is not a number there.
PlotCurve batchCurve(const std::vector<LossSample> &samples);
// The mean of each epoch, as far as it is; a gap where one of its values is no finite number.
PlotCurve epochCurve(const std::vector<LossSample> &samples);
// Exponential moving average, begun without a bias towards 0; weight 0..1 of what was before. Gaps stay gaps.
PlotCurve smoothed(const PlotCurve &curve, double weight);

} // namespace mutascope::widgets
