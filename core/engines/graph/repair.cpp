// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/repair.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

ValueRef put(OperatorGraph &graph, const char *op, ValueRef value, Attributes attributes)
{
    return {graph.add(operatorNamed(op), {value}, std::move(attributes), 0, Fill::Ordinary, true), 0};
}

ValueRef cast(OperatorGraph &graph, ValueRef value, ElementType element)
{
    return put(graph, "Cast", value, {{"to", std::string(nameOf(element))}});
}

// Where dimensions of 1 go so that vectors become channels, and what has channels gets sides.
Ints missingAxes(std::size_t rank, int wanted)
{
    if (wanted <= 2 || rank >= 3) {
        Ints axes;
        for (int axis = 0; axis < wanted - int(rank); ++axis)
            axes.push_back(axis);
        return axes;
    }
    Ints axes;
    for (int axis = 0; axis < int(2 - rank); ++axis)
        axes.push_back(axis);
    for (int axis = 2; axis < wanted; ++axis)
        axes.push_back(axis);
    return axes;
}

ValueRef crop(OperatorGraph &graph, ValueRef value, const Shape &shape)
{
    const Shape own = graph.type(value).shape;
    Ints starts, ends, axes, steps;
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] <= shape[i])
            continue;
        axes.push_back(std::int64_t(i));
        starts.push_back(0);
        ends.push_back(shape[i]);
        steps.push_back(1);
    }
    if (axes.empty())
        return value;
    return put(graph, "Slice", value, {{"starts", starts}, {"ends", ends}, {"axes", axes}, {"steps", steps}});
}

// pads: begins, then ends, of all dimensions. Adds amounts to those of the dimensions from `first` on.
std::optional<Ints> morePads(const Ints &pads, const Ints &amounts, std::size_t first)
{
    if (pads.size() != 2 * (amounts.size() - first)
        || std::any_of(amounts.begin(), amounts.begin() + std::ptrdiff_t(first),
                       [](auto one) { return one != 0; }))
        return std::nullopt;
    Ints result = pads;
    const std::size_t sides = pads.size() / 2;
    for (std::size_t i = 0; i < sides; ++i)
        result[sides + i] += amounts[first + i];
    return result;
}

// No pad above the kernel (the paper's rule).
bool withinKernel(const Attributes &attributes, const Ints &pads)
{
    const Ints &kernel = attributes.ints("kernel_shape");
    for (std::size_t i = 0; i < kernel.size(); ++i)
        if (pads[kernel.size() + i] > kernel[i])
            return false;
    return true;
}

bool padAtSource(OperatorGraph &graph, ValueRef value, const Ints &amounts, const Shape &shape)
{
    const GraphNode &node = graph.nodes()[std::size_t(value.node)];
    const bool pads = !node.isInput() && node.op->name == "Pad" && node.attributes.word("mode") == "constant";
    const bool windows = !node.isInput()
        && (node.op->kind == OperatorKind::Convolution || node.op->kind == OperatorKind::Pooling)
        && node.op->name != "ConvTranspose" && node.attributes.contains("pads");
    if ((!pads && !windows) || graph.outDegrees()[std::size_t(value.node)] > 0)
        return false;
    const auto more = morePads(node.attributes.ints("pads"), amounts, pads ? 0 : 2);
    if (!more || (windows && !withinKernel(node.attributes, *more)))
        return false;
    OperatorGraph changed = graph;
    Attributes attributes = node.attributes;
    attributes.set("pads", *more);
    if (!changed.setAttributes(value.node, attributes).empty() || changed.type(value).shape != shape)
        return false; // a stride, a window of padding alone
    graph = std::move(changed);
    return true;
}

ValueRef pad(OperatorGraph &graph, ValueRef value, const Shape &shape)
{
    const TensorType own = graph.type(value);
    Ints amounts(shape.size());
    for (std::size_t i = 0; i < shape.size(); ++i)
        amounts[i] = shape[i] - own.shape[i];
    if (own.shape == shape || padAtSource(graph, value, amounts, shape))
        return value;
    Ints pads(shape.size());
    pads.insert(pads.end(), amounts.begin(), amounts.end());
    const Attributes attributes{{"mode", std::string("constant")}, {"pads", pads}};
    if (operatorNamed("Pad").accepts[0].elements.contains(own.element))
        return put(graph, "Pad", value, attributes);
    value = put(graph, "Pad", cast(graph, value, ElementType::Int32), attributes);
    return cast(graph, value, own.element);
}

ValueRef withConstant(OperatorGraph &graph, const char *op, ValueRef value, double constant)
{
    return put(graph, op, value,
               {{"constant", Ints{}}, {"constant_first", std::int64_t{0}}, {"constant_value", constant}});
}

} // namespace

ValueRef repairElement(OperatorGraph &graph, ValueRef value, const ElementSet &elements)
{
    if (elements.contains(graph.type(value).element))
        return value;
    return cast(graph, value, elements.first());
}

ValueRef repairRank(OperatorGraph &graph, ValueRef value, int lowest, int highest)
{
    const Shape own = graph.type(value).shape;
    if (int(own.size()) < lowest && own.size() >= 5) { // generated Unsqueezes stay at ranks up to 5
        Ints shape(std::size_t(lowest) - own.size(), 1);
        shape.insert(shape.end(), own.begin(), own.end());
        return put(graph, "Reshape", value, {{"shape", shape}});
    }
    if (int(own.size()) < lowest)
        return put(graph, "Unsqueeze", value, {{"axes", missingAxes(own.size(), lowest)}});
    if (int(own.size()) <= highest)
        return value;
    if (highest == 2)
        return put(graph, "Flatten", value, {{"axis", std::int64_t{1}}});
    const auto tail = own.begin() + std::max(highest - 1, 0);
    Ints shape(own.begin(), tail);
    if (highest > 0)
        shape.push_back(elementsOf({tail, own.end()}));
    return put(graph, "Reshape", value, {{"shape", shape}});
}

ValueRef repairSize(OperatorGraph &graph, ValueRef value, std::int64_t elements)
{
    Shape shape = graph.type(value).shape;
    while (elementsOf(shape) > elements) {
        std::int64_t &longest = *std::ranges::max_element(shape);
        longest = (longest + 1) / 2;
    }
    return crop(graph, value, shape);
}

ValueRef repairShape(OperatorGraph &graph, ValueRef value, const Shape &shape)
{
    if (graph.type(value).shape == shape)
        return value;
    if (shape.empty()) // nothing but one element can become a scalar
        value = crop(graph, value, Shape(graph.type(value).shape.size(), 1));
    value = repairRank(graph, value, int(shape.size()), int(shape.size()));
    return pad(graph, crop(graph, value, shape), shape);
}

ValueRef repairRange(OperatorGraph &graph, ValueRef value, Guard guard)
{
    switch (guard) {
    case Guard::Positive:
        return withConstant(graph, "Add", put(graph, "Abs", value, {}), 0.5);
    case Guard::AboveOne:
        return withConstant(graph, "Add", put(graph, "Abs", value, {}), 1.5);
    case Guard::Unit:
        return withConstant(graph, "Mul", put(graph, "Tanh", value, {}), 0.875);
    case Guard::Bounded:
        return put(graph, "Tanh", value, {});
    case Guard::None:
        break;
    }
    return value;
}

} // namespace mutascope::engines
