// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/call.h"
#include <limits>
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

Tensors identity(const Call &call)
{
    return {at::alias(call.in())};
}

Tensors isInf(const Call &call)
{
    const bool negative = call.attributes.integer("detect_negative", 1) == 1;
    const bool positive = call.attributes.integer("detect_positive", 1) == 1;
    if (negative && positive)
        return {at::isinf(call.in())};
    if (positive)
        return {at::isposinf(call.in())};
    return {negative ? at::isneginf(call.in()) : at::zeros_like(call.in(), at::kBool)};
}

template <at::Tensor (*both)(const at::Tensor &, const at::Tensor &)> Tensors folded(const Call &call)
{
    at::Tensor result = at::alias(call.in(0));
    for (std::size_t i = 1; i < call.inputs.size(); ++i)
        result = both(result, call.in(i));
    return {result};
}

at::Tensor sum(const at::Tensor &a, const at::Tensor &b)
{
    return at::add(a, b);
}

Tensors mean(const Call &call)
{
    return {at::div(folded<sum>(call)[0], double(call.inputs.size()))};
}

Tensors subtract(const Call &call)
{
    return {at::sub(call.in(0), call.in(1))};
}

Tensors where(const Call &call)
{
    return {at::where(call.in(0), call.in(1), call.in(2))};
}

} // namespace

void addElementwise(Evaluators &all)
{
    all.insert({{"Erf", unary<at::erf>},     {"Sin", unary<at::sin>},
                {"Cos", unary<at::cos>},     {"Atan", unary<at::atan>},
                {"Asinh", unary<at::asinh>}, {"Abs", unary<at::abs>},
                {"Neg", unary<at::neg>},     {"Ceil", unary<at::ceil>},
                {"Floor", unary<at::floor>}, {"Round", unary<at::round>}, // half to even
                {"Sign", unary<at::sign>},   {"Exp", unary<at::exp>},
                {"Tan", unary<at::tan>},     {"Sinh", unary<at::sinh>},
                {"Cosh", unary<at::cosh>},   {"Log", unary<at::log>},
                {"Sqrt", unary<at::sqrt>},   {"Reciprocal", unary<at::reciprocal>},
                {"Acos", unary<at::acos>},   {"Asin", unary<at::asin>},
                {"Atanh", unary<at::atanh>}, {"Acosh", unary<at::acosh>},
                {"Identity", identity},      {"Not", unary<at::logical_not>},
                {"IsNaN", unary<at::isnan>}, {"IsInf", isInf}});
}

void addBinary(Evaluators &all)
{
    all.insert({{"Add", folded<sum>},
                {"Sub", subtract},
                {"Mul", binary<at::mul>},
                {"Div", binary<at::div>},
                {"Pow", binary<at::pow>},
                {"Mod", binary<at::fmod>},
                {"Max", folded<at::maximum>},
                {"Min", folded<at::minimum>},
                {"Sum", folded<sum>},
                {"Mean", mean},
                {"Greater", binary<at::gt>},
                {"Less", binary<at::lt>},
                {"Equal", binary<at::eq>},
                {"GreaterOrEqual", binary<at::ge>},
                {"LessOrEqual", binary<at::le>},
                {"And", binary<at::logical_and>},
                {"Or", binary<at::logical_or>},
                {"Xor", binary<at::logical_xor>},
                {"Where", where}});
}

} // namespace mutascope::engines
