// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"

namespace mutascope::engines {

// The bytes of numpy's .npz with these arrays, stored without compression; the same for the same tensors.
std::string npzOf(const std::vector<NamedTensor> &tensors);

} // namespace mutascope::engines
