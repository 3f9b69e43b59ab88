// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include "core/model/model.h"
#include "core/run/retrain_tests.h"

namespace mutascope {

// For each image whether the model classifies it as its label says.
std::vector<bool> correctOnes(Model &model, const ImageBatch &images, const std::vector<int> &labels);
std::vector<bool> correctOnes(Model &model, const Dataset &data);

double failingShare(Model &model, const FailingTests &tests); // 0 of none

// Accuracy over all images, estimated from some of them, where the choice may depend on `before`: whether the
// image was classified correctly at first. Each of the two groups counts as much as it is of all images.
double weightedAccuracy(const std::vector<bool> &before, const std::vector<bool> &now,
                        const std::vector<bool> &counts);

} // namespace mutascope
