// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/training/epoch_training.h"
#include <nlohmann/json_fwd.hpp>

namespace mutascope {

// How networks were trained, for the description they are stored with: epochs, whether the training diverged,
// the mean of each loss over each epoch. Who takes the networks over can show it.
void describeTraining(nlohmann::json &description, const EpochTraining &training);

// The means again, one point an epoch; batch: the epoch's last one. Empty where there are none, or they are
// damaged.
std::vector<LossPoint> epochMeansOf(const nlohmann::json &description);

} // namespace mutascope
