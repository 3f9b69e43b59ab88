// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"

namespace mutascope::engines {

// ONNX Runtime from the library file that MUTASCOPE_ONNXRUNTIME names, all graph optimisations on, one
// thread. For processes of its own. Throws Error{NotFound} where there is no such library or it is older
// than 1.14.
std::unique_ptr<Engine> onnxRuntime();

} // namespace mutascope::engines
