// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/validator.h"

namespace mutascope {

// Fills the freshly made network from the folder of trained networks, or trains it and keeps it there. False
// where progress stopped it; what was learnt up to the last epoch is kept as well. Throws Error{Usage} where
// the training diverged in its first epoch.
bool trainValidator(Vae &vae, const Dataset &training, const ValidatorOptions &options,
                    const MetricProgress &progress);

} // namespace mutascope
