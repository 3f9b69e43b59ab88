// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/training.h"

namespace mutascope {

// The parameters of a training; the values of defaults are the defaults.
std::vector<ParamSpec> trainingParams(const TrainOptions &defaults);

} // namespace mutascope
