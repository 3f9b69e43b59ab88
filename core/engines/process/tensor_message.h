// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"
#include "core/engines/process/frame.h"

namespace mutascope::engines {

// Tensors in a message: a list of {name, type, shape} in its header under `key`; their numbers in its bytes,
// one after the other, dense, row-major, little endian, one byte a bool.
void putTensors(Message &message, const char *key, const std::vector<NamedTensor> &tensors);
// Throws Error{BadData}: types or sizes no graph may have, or not as many bytes.
std::vector<NamedTensor> tensorsIn(const Message &message, const char *key);

} // namespace mutascope::engines
