// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_types.h"
#include <algorithm>
#include <array>

namespace mutascope::engines {

namespace {

constexpr std::array<int, elementTypes> codes
    = {onnx::TensorProto::FLOAT, onnx::TensorProto::DOUBLE, onnx::TensorProto::INT8, onnx::TensorProto::UINT8,
       onnx::TensorProto::INT32, onnx::TensorProto::INT64,  onnx::TensorProto::BOOL};

} // namespace

int onnxCode(ElementType element)
{
    return codes[std::size_t(element)];
}

std::optional<ElementType> elementOfOnnx(int code)
{
    const auto found = std::ranges::find(codes, code);
    if (found == codes.end())
        return std::nullopt;
    return ElementType(found - codes.begin());
}

// OneHot: the depth is not looked at. Squeeze: not without axes.
bool leavesShapeOpen(const std::string &op)
{
    return op == "OneHot" || op == "Squeeze";
}

} // namespace mutascope::engines
