// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/call.h"
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

Tensors cast(const Call &call)
{
    const auto element = elementNamed(call.attributes.word("to")).value_or(ElementType::Float);
    const at::ScalarType type = element == ElementType::Float ? call.real : torchType(element);
    return {call.in().to(type)};
}

Tensors shape(const Call &call)
{
    return {constant(Ints(call.in().sizes().begin(), call.in().sizes().end()))};
}

Tensors size(const Call &call)
{
    return {at::scalar_tensor(call.in().numel(), at::kLong)};
}

// saturate(round(x / scale) + zero)
Tensors quantize(const Call &call)
{
    const at::ScalarType type = call.has(2) ? call.in(2).scalar_type() : at::kByte;
    at::Tensor result = at::round(at::div(call.in(), call.in(1)));
    if (call.has(2))
        result = at::add(result, call.in(2).to(result.scalar_type()));
    const bool isSigned = type == at::kChar;
    return {at::clamp(result, isSigned ? -128 : 0, isSigned ? 127 : 255).to(type)};
}

Tensors dequantize(const Call &call)
{
    at::Tensor result = call.in().to(call.real);
    if (call.has(2))
        result = at::sub(result, call.in(2).to(call.real));
    return {at::mul(result, call.in(1))};
}

} // namespace

at::ScalarType torchType(ElementType element)
{
    switch (element) {
    case ElementType::Float:
        return at::kFloat;
    case ElementType::Double:
        return at::kDouble;
    case ElementType::Int8:
        return at::kChar;
    case ElementType::UInt8:
        return at::kByte;
    case ElementType::Int32:
        return at::kInt;
    case ElementType::Int64:
        return at::kLong;
    case ElementType::Bool:
        break;
    }
    return at::kBool;
}

void addConversions(Evaluators &all)
{
    all.insert({{"Cast", cast},
                {"Shape", shape},
                {"Size", size},
                {"QuantizeLinear", quantize},
                {"DequantizeLinear", dequantize}});
}

} // namespace mutascope::engines
