// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"

// Batches in parts: what decorators of a model cut and join. Internal to core/model.
namespace mutascope {

void extend(Predictions &target, const Predictions &part);
void extend(Trace &target, const Trace &part); // of the same layers
void extend(FloatImages &target, const FloatImages &part);

// Images begin..end-1, and the weights of an objective that belong to them.
FloatImages sliceOf(const FloatImages &images, std::size_t begin, std::size_t end);
Objective sliceOf(const Objective &objective, std::size_t images, std::size_t begin, std::size_t end);

} // namespace mutascope
