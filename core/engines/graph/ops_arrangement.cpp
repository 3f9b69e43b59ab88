// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"
#include <algorithm>

// Operators that give the same values another shape or order, or repeat them.
namespace mutascope::engines {

namespace {

// 0 keeps the input's dimension, one -1 takes what is left.
Inference inferReshape(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    Shape result = attributes.ints("shape");
    std::int64_t known = 1;
    int open = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
        if (result[i] == 0 && i >= shape.size())
            return illegal("a dimension is taken from the input that it does not have");
        if (result[i] == 0)
            result[i] = shape[i];
        if (result[i] == -1)
            ++open;
        else
            known = elementsOf({known, result[i]});
    }
    const std::int64_t elements = elementsOf(shape);
    if (open > 1 || (open == 1 && elements % known != 0) || (open == 0 && known != elements))
        return illegal("the new shape does not have as many elements");
    std::ranges::replace(result, -1, elements / known);
    return yields({inputs[0].element, result});
}

// Neighbouring dimensions merged, or one divided: what reshapes in real models do.
Ints mergedOrDivided(const Shape &shape, Choices &choices)
{
    Ints result = shape;
    const std::size_t at = std::size_t(choices.integer("at", 0, std::int64_t(shape.size()) - 1));
    if (choices.flag("merge") && at + 1 < shape.size()) {
        result[at] *= result[at + 1];
        result.erase(result.begin() + std::ptrdiff_t(at) + 1);
        return result;
    }
    if (result.size() >= 5)
        return result;
    std::vector<std::int64_t> divisors;
    for (std::int64_t i = 1; i <= shape[at]; ++i)
        if (shape[at] % i == 0)
            divisors.push_back(i);
    const std::int64_t first = choices.oneOf("divisor", divisors);
    result[at] /= first;
    result.insert(result.begin() + std::ptrdiff_t(at), first);
    return result;
}

Attributes fitReshape(InputTypes inputs, Choices &choices, const FitLimits &)
{
    const Shape &shape = inputs[0].shape;
    Ints result = mergedOrDivided(shape, choices);
    const std::string form = choices.word("form", {"numbers", "rest", "keep", "reversed"});
    const std::size_t open = std::size_t(choices.integer("open", 0, std::int64_t(result.size()) - 1));
    if (form == "rest")
        result[open] = -1;
    if (form == "keep" && result[0] == shape[0])
        result[0] = 0;
    if (form == "reversed")
        std::ranges::reverse(result);
    return {{"shape", result}};
}

Inference inferFlatten(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const std::int64_t rank = std::int64_t(shape.size());
    std::int64_t axis = attributes.integer("axis");
    if (axis < -rank || axis > rank)
        return illegal("the axis is none of the input's");
    axis += axis < 0 ? rank : 0;
    const auto middle = shape.begin() + axis;
    return yields(
        {inputs[0].element, {elementsOf({shape.begin(), middle}), elementsOf({middle, shape.end()})}});
}

Attributes fitFlatten(InputTypes inputs, Choices &choices, const FitLimits &)
{
    const std::int64_t rank = std::int64_t(inputs[0].shape.size());
    return {{"axis", choices.integer("axis", -rank, rank)}};
}

Inference inferSqueeze(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    std::vector<bool> gone(shape.size());
    for (const std::int64_t axis : attributes.ints("axes")) {
        const auto index = axisIndex(axis, shape.size());
        if (!index || gone[*index] || shape[*index] != 1)
            return illegal("axes that are not those of dimensions of 1");
        gone[*index] = true;
    }
    const bool all = !attributes.contains("axes");
    Shape result;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (!(gone[i] || (all && shape[i] == 1)))
            result.push_back(shape[i]);
    return yields({inputs[0].element, result});
}

Attributes fitSqueeze(InputTypes inputs, Choices &choices, const FitLimits &)
{
    const Shape &shape = inputs[0].shape;
    Ints axes;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (shape[i] == 1 && choices.flag("squeeze." + std::to_string(i), 0.7))
            axes.push_back(std::int64_t(i));
    if (axes.empty() || choices.flag("all", 0.2))
        return {};
    return {{"axes", axes}};
}

// So that there is something to squeeze: one dimension is cut to 1.
Shape wantedSqueeze(std::size_t, InputTypes inputs, Choices &choices, const FitLimits &)
{
    Shape shape = inputs[0].shape;
    if (std::ranges::find(shape, 1) == shape.end())
        shape[std::size_t(choices.integer("cut", 0, std::int64_t(shape.size()) - 1))] = 1;
    return shape;
}

Inference inferUnsqueeze(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const Ints &axes = attributes.ints("axes");
    std::vector<bool> fresh(shape.size() + axes.size());
    for (const std::int64_t axis : axes) {
        const auto index = axisIndex(axis, fresh.size());
        if (!index || fresh[*index])
            return illegal("axes that are none of the output's, or twice the same");
        fresh[*index] = true;
    }
    Shape result;
    std::size_t next = 0;
    for (const bool isNew : fresh)
        result.push_back(isNew ? 1 : shape[next++]);
    return yields({inputs[0].element, result});
}

Attributes fitUnsqueeze(InputTypes inputs, Choices &choices, const FitLimits &)
{
    const std::int64_t rank = std::int64_t(inputs[0].shape.size());
    const std::int64_t more = choices.integer("more", 1, rank < 4 ? 2 : 1);
    const std::int64_t first = choices.integer("axis", 0, rank);
    Ints axes = {first};
    if (more == 2)
        axes.push_back(choices.integer("axis.second", first + 1, rank + 1));
    if (choices.flag("negative", 0.3))
        for (std::int64_t &axis : axes)
            axis -= rank + more;
    return {{"axes", axes}};
}

Inference inferTranspose(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const Ints &order = attributes.ints("perm");
    std::vector<bool> seen(shape.size());
    Shape result;
    for (const std::int64_t axis : order) {
        if (std::size_t(axis) >= seen.size() || seen[std::size_t(axis)])
            return illegal("no order of the input's dimensions");
        seen[std::size_t(axis)] = true;
        result.push_back(shape[std::size_t(axis)]);
    }
    if (result.size() != shape.size())
        return illegal("no order of the input's dimensions");
    return yields({inputs[0].element, result});
}

Attributes fitTranspose(InputTypes inputs, Choices &choices, const FitLimits &)
{
    Ints left;
    for (std::size_t i = 0; i < inputs[0].shape.size(); ++i)
        left.push_back(std::int64_t(i));
    Ints order;
    while (!left.empty()) {
        const auto at
            = choices.integer("perm." + std::to_string(order.size()), 0, std::int64_t(left.size()) - 1);
        order.push_back(left[std::size_t(at)]);
        left.erase(left.begin() + at);
    }
    return {{"perm", order}};
}

Inference inferExpand(const Attributes &attributes, InputTypes inputs)
{
    const auto result = broadcastOf(inputs[0].shape, attributes.ints("shape"));
    if (!result)
        return illegal("the input cannot be expanded to the shape");
    return yields({inputs[0].element, *result});
}

Attributes fitExpand(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    Ints shape = inputs[0].shape;
    std::int64_t elements = elementsOf(shape);
    if (shape.size() < 5 && choices.flag("lead", 0.4))
        shape.insert(shape.begin(), 1);
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] != 1)
            continue;
        const std::int64_t most = std::min<std::int64_t>(4, limits.elements / elements);
        shape[i] = choices.integer("side." + std::to_string(i), 1, std::max<std::int64_t>(most, 1));
        elements *= shape[i];
    }
    return {{"shape", shape}};
}

Inference inferTile(const Attributes &attributes, InputTypes inputs)
{
    const Ints &repeats = attributes.ints("repeats");
    Shape result = inputs[0].shape;
    if (repeats.size() != result.size())
        return illegal("not one number of repetitions a dimension");
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] *= repeats[i];
    return yields({inputs[0].element, result});
}

Attributes fitTile(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    std::int64_t elements = elementsOf(inputs[0].shape);
    Ints repeats;
    for (std::size_t i = 0; i < inputs[0].shape.size(); ++i) {
        const std::int64_t most = std::clamp<std::int64_t>(limits.elements / elements, 1, 3);
        repeats.push_back(choices.integer("repeats." + std::to_string(i), 1, most));
        elements *= repeats.back();
    }
    return {{"repeats", repeats}};
}

Operator arrangement(const char *name, std::vector<AttributeSpec> attributes, decltype(Operator::infer) infer,
                     decltype(Operator::fit) fit)
{
    return {.name = name,
            .kind = OperatorKind::Arrangement,
            .inDegrees = {1},
            .accepts = {{anyElements, 1}},
            .attributes = std::move(attributes),
            .infer = infer,
            .fit = fit};
}

} // namespace

Operators arrangementOperators()
{
    const AttributeSpec axes = axesAttribute();
    Operator squeeze = arrangement("Squeeze", {optional(asInput(axes, 1, 13))}, inferSqueeze, fitSqueeze);
    squeeze.wanted = wantedSqueeze;
    Operator unsqueeze = arrangement("Unsqueeze", {asInput(axes, 1, 13)}, inferUnsqueeze, fitUnsqueeze);
    unsqueeze.accepts = {{anyElements, 0, 4}};
    return {
        arrangement("Reshape", {asInput(listAttribute("shape", -1, 16777216), 1)}, inferReshape, fitReshape),
        arrangement("Flatten", {integerAttribute("axis", -6, 6)}, inferFlatten, fitFlatten),
        squeeze,
        unsqueeze,
        arrangement("Transpose", {listAttribute("perm", 0, 5)}, inferTranspose, fitTranspose),
        arrangement("Expand", {asInput(listAttribute("shape", 1, 16777216), 1)}, inferExpand, fitExpand),
        arrangement("Tile", {asInput(listAttribute("repeats", 1, 1024), 1)}, inferTile, fitTile)};
}

} // namespace mutascope::engines
