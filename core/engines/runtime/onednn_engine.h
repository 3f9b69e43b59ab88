// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"

namespace mutascope::engines {

// oneDNN's primitives, one an operator, in float32. A model with an operator, attribute or element type it
// has no primitive for is NotSupported. For processes of its own.
std::unique_ptr<Engine> oneDnn();

} // namespace mutascope::engines
