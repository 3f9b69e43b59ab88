// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/runtime/program.h"
#include <optional>

namespace mutascope::engines {

struct DnnlResult {
    TensorData data; // float32
    bool computed = false; // false: the input's bytes in another shape, no primitive was needed
};

// One operator by oneDNN's primitives. inputs: their values by ONNX position; nullopt where there is none.
// nullopt: there is no primitive for it, or for one of its attributes or element types, or more than its
// first output is needed. What oneDNN throws otherwise passes.
std::optional<DnnlResult> computedByDnnl(const Step &step,
                                         const std::vector<std::optional<TensorData>> &inputs);

std::string dnnlVersion(); // "2.6.3"

} // namespace mutascope::engines
