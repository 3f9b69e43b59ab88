// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/reduce/edits.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

bool tryType(const OperatorGraph &graph, int input, const Shape &shape, const Try &attempt)
{
    TensorType type = graph.type({input, 0});
    if (type.shape == shape)
        return false;
    type.shape = shape;
    OperatorGraph candidate = graph;
    return candidate.setInputType(input, type).empty() && attempt(candidate);
}

// One side, or the same side of all inputs that have it as long: operands that must fit stay together.
bool trySide(const OperatorGraph &graph, int input, std::size_t side, std::int64_t size, const Try &attempt)
{
    Shape shape = graph.type({input, 0}).shape;
    const std::int64_t before = shape[side];
    shape[side] = size;
    if (tryType(graph, input, shape, attempt))
        return true;
    OperatorGraph candidate = graph;
    for (const int other : graph.inputs()) {
        TensorType type = candidate.type({other, 0});
        if (type.shape.size() <= side || type.shape[side] != before)
            continue;
        type.shape[side] = size;
        if (!candidate.setInputType(other, type).empty())
            return false;
    }
    return graph.inputs().size() > 1 && !(candidate == graph) && attempt(candidate);
}

std::vector<std::int64_t> smallerSizes(std::int64_t size)
{
    std::vector<std::int64_t> sizes;
    for (const std::int64_t one : {std::int64_t{1}, std::int64_t{2}, size / 2, size - 1})
        if (one >= 1 && one < size && std::ranges::find(sizes, one) == sizes.end())
            sizes.push_back(one);
    return sizes;
}

Ints constantList(const Ints &list, std::int64_t value)
{
    return Ints(list.size(), value);
}

// What is simpler than a value, the simplest first. Of a list of whole numbers: all the same.
std::vector<AttributeValue> simplerValues(const AttributeSpec &spec, const AttributeValue &value)
{
    std::vector<AttributeValue> simpler;
    if (const auto *whole = std::get_if<std::int64_t>(&value)) {
        for (const std::int64_t one : {std::int64_t{0}, std::int64_t{1}, *whole / 2, *whole - 1})
            if (std::abs(one) < std::abs(*whole))
                simpler.emplace_back(one);
    } else if (const auto *real = std::get_if<double>(&value)) {
        for (const double one : {1.0, 0.0, 0.5})
            if (*real != 1 && *real != 0 && *real != 0.5)
                simpler.emplace_back(one);
    } else if (const auto *list = std::get_if<Ints>(&value)) {
        for (const std::int64_t one : {std::int64_t{0}, std::int64_t{1}})
            simpler.emplace_back(constantList(*list, one));
        if (spec.carrier == Carrier::Hidden && !list->empty())
            simpler.emplace_back(Ints{});
        for (std::size_t i = 0; i < list->size(); ++i)
            if (std::abs((*list)[i]) > 1) {
                Ints smaller = *list;
                smaller[i] = smaller[i] > 0 ? 1 : 0;
                simpler.emplace_back(smaller);
                smaller[i] = (*list)[i] / 2;
                simpler.emplace_back(smaller);
            }
    }
    return simpler;
}

// How far from simple: so that no change is taken back.
double weight(const AttributeValue &value)
{
    if (const auto *whole = std::get_if<std::int64_t>(&value))
        return double(std::abs(*whole));
    if (const auto *real = std::get_if<double>(&value))
        return *real == 1 || *real == 0 || *real == 0.5 ? 0 : 1;
    double sum = 0;
    if (const auto *list = std::get_if<Ints>(&value))
        for (const std::int64_t one : *list)
            sum += 0.01 + double(std::abs(one));
    return sum;
}

bool tryAttribute(const OperatorGraph &graph, int node, const AttributeSpec &spec, const Try &attempt)
{
    const Attributes &attributes = graph.nodes()[std::size_t(node)].attributes;
    const AttributeValue *value = attributes.find(spec.name);
    if (!value)
        return false;
    const auto with = [&](const AttributeValue *simpler) {
        Attributes changed = attributes;
        changed.erase(spec.name);
        if (simpler)
            changed.set(spec.name, *simpler);
        OperatorGraph candidate = graph;
        return candidate.setAttributes(node, changed).empty() && attempt(candidate);
    };
    if (!spec.required && with(nullptr))
        return true;
    for (const AttributeValue &simpler : simplerValues(spec, *value))
        if (weight(simpler) < weight(*value) && with(&simpler))
            return true;
    return false;
}

// Zero has two signs at random: the simplest is One.
constexpr Fill simplest[] = {Fill::One, Fill::Zero, Fill::Ordinary};

std::ptrdiff_t place(Fill fill)
{
    return std::ranges::find(simplest, fill) - std::begin(simplest);
}

bool holdsNumbers(const GraphNode &node)
{
    return node.isInput() || !node.parameters.empty();
}

} // namespace

bool trySmallerShapes(const OperatorGraph &graph, const Try &attempt)
{
    for (const int input : graph.inputs()) {
        const Shape shape = graph.type({input, 0}).shape;
        for (std::size_t side = 0; side < shape.size(); ++side)
            for (const std::int64_t size : smallerSizes(shape[side]))
                if (trySide(graph, input, side, size, attempt))
                    return true;
    }
    return false;
}

bool trySimplerAttributes(const OperatorGraph &graph, const Try &attempt)
{
    for (int node = 0; node < int(graph.nodes().size()); ++node)
        if (const Operator *op = graph.nodes()[std::size_t(node)].op)
            for (const AttributeSpec &spec : op->attributes)
                if (tryAttribute(graph, node, spec, attempt))
                    return true;
    return false;
}

bool trySimplerNumbers(const OperatorGraph &graph, const Try &attempt)
{
    for (int node = 0; node < int(graph.nodes().size()); ++node) {
        const GraphNode &one = graph.nodes()[std::size_t(node)];
        for (std::ptrdiff_t i = 0; holdsNumbers(one) && i < place(one.fill); ++i) {
            OperatorGraph candidate = graph;
            if (candidate.setData(node, 1, simplest[i]).empty() && attempt(candidate))
                return true;
        }
    }
    return false;
}

} // namespace mutascope::engines
