// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace mutascope {

// What remains for an ONNX model with something that is not supported.
constexpr const char *blackBoxHint
    = "Use the model as a black box (--black-box), through OpenCV: predictions only";

} // namespace mutascope
