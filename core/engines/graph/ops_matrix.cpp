// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"
#include <algorithm>

// Matrix products. With one data input the second factor is a parameter of `units` columns.
namespace mutascope::engines {

namespace {

Shape batchOf(const Shape &shape)
{
    return {shape.begin(), shape.end() - 2};
}

Inference inferMatMul(const Attributes &attributes, InputTypes inputs)
{
    const Shape &left = inputs[0].shape;
    if (inputs.size() == 1) {
        const std::int64_t units = attributes.integer("units");
        if (units < 1)
            return illegal("one input, and no number of units");
        Shape result = left;
        result.back() = units;
        return yields({inputs[0].element, result}, {{1, {inputs[0].element, {left.back(), units}}}});
    }
    const Shape &right = inputs[1].shape;
    auto result = broadcastOf(batchOf(left), batchOf(right));
    if (!result || left.back() != right[right.size() - 2])
        return illegal("the factors do not fit each other");
    result->push_back(left[left.size() - 2]);
    result->push_back(right.back());
    return yields({inputs[0].element, *result});
}

Shape wantedMatMul(std::size_t index, InputTypes inputs, Choices &, const FitLimits &limits)
{
    Shape own = inputs[index].shape;
    if (index == 0)
        return own;
    const Shape &left = inputs[0].shape;
    own[own.size() - 2] = left.back();
    const auto batch = broadcastOf(batchOf(left), batchOf(own));
    const std::int64_t rows = left[left.size() - 2];
    if (batch && elementsOf(*batch) * rows * own.back() <= limits.elements
        && elementsOf(own) <= limits.elements)
        return own;
    const std::int64_t longest = std::max(left.back(), elementsOf(left) / left.back());
    return {left.back(), std::clamp<std::int64_t>(limits.elements / longest, 1, own.back())};
}

Attributes fitMatMul(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    if (inputs.size() > 1)
        return {};
    const Shape &left = inputs[0].shape;
    const std::int64_t rows = std::max<std::int64_t>(elementsOf(left) / left.back(), left.back());
    return {{"units", choices.integer("units", 1, std::clamp<std::int64_t>(limits.elements / rows, 1, 16))}};
}

// Shared side, columns of the second factor.
Inference inferGemm(const Attributes &attributes, InputTypes inputs)
{
    const Shape &a = inputs[0].shape;
    const bool turnA = attributes.integer("transA") == 1;
    const bool turnB = attributes.integer("transB") == 1;
    const std::int64_t shared = turnA ? a[0] : a[1];
    std::int64_t units = attributes.integer("units");
    std::vector<ParameterSpec> parameters;
    if (inputs.size() > 1) {
        const Shape &b = inputs[1].shape;
        if ((turnB ? b[1] : b[0]) != shared)
            return illegal("the factors do not fit each other");
        units = turnB ? b[0] : b[1];
    } else if (units < 1) {
        return illegal("one input, and no number of units");
    } else {
        parameters.push_back({1, {inputs[0].element, turnB ? Shape{units, shared} : Shape{shared, units}}});
    }
    if (attributes.integer("bias") == 1)
        parameters.push_back({2, {inputs[0].element, {units}}});
    return yields({inputs[0].element, {turnA ? a[1] : a[0], units}}, parameters);
}

Shape wantedGemm(std::size_t index, InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    Shape own = inputs[index].shape;
    if (index == 0)
        return own;
    const Shape &a = inputs[0].shape;
    const bool turnA = choices.flag("transA", 0.3);
    const std::size_t sharedSide = choices.flag("transB") ? 1 : 0;
    const std::int64_t shared = turnA ? a[0] : a[1];
    const std::int64_t room = limits.elements / std::max(shared, turnA ? a[1] : a[0]);
    own[sharedSide] = shared;
    own[1 - sharedSide] = std::min(own[1 - sharedSide], std::max<std::int64_t>(room, 1));
    return own;
}

Attributes fitGemm(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    Attributes attributes{{"transA", std::int64_t(choices.flag("transA", 0.3))},
                          {"transB", std::int64_t(choices.flag("transB"))},
                          {"bias", std::int64_t(choices.flag("bias", 0.6))},
                          {"alpha", choices.real("alpha", 0.25, 2)},
                          {"beta", choices.real("beta", 0.25, 2)}};
    if (inputs.size() > 1)
        return attributes;
    const std::int64_t longest = std::max(inputs[0].shape[0], inputs[0].shape[1]);
    attributes.set("units",
                   choices.integer("units", 1, std::clamp<std::int64_t>(limits.elements / longest, 1, 16)));
    return attributes;
}

} // namespace

Operators matrixOperators()
{
    const AttributeSpec units = optional(hidden(integerAttribute("units", 1, 65536)));
    Operator product{.name = "MatMul",
                     .kind = OperatorKind::Matrix,
                     .inDegrees = {1, 2},
                     .accepts = {{realElements, 2}},
                     .attributes = {units},
                     .infer = inferMatMul,
                     .fit = fitMatMul,
                     .wanted = wantedMatMul};
    Operator general = product;
    general.name = "Gemm";
    general.accepts = {{realElements, 2, 2}};
    general.attributes = {units,
                          integerAttribute("transA", 0, 1),
                          integerAttribute("transB", 0, 1),
                          hidden(integerAttribute("bias", 0, 1)),
                          realAttribute("alpha", 0, 4),
                          realAttribute("beta", 0, 4)};
    general.infer = inferGemm;
    general.fit = fitGemm;
    general.wanted = wantedGemm;
    return {product, general};
}

} // namespace mutascope::engines
