// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/tensor_type.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mutascope::engines {

namespace {

struct ElementFacts {
    const char *name;
    std::size_t bytes;
};

constexpr std::array<ElementFacts, elementTypes> facts = {{
    {"float32", 4},
    {"float64", 8},
    {"int8", 1},
    {"uint8", 1},
    {"int32", 4},
    {"int64", 8},
    {"bool", 1},
}};

// "[1,3]" -> {1, 3}
std::optional<Shape> shapeFrom(std::string_view text)
{
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return std::nullopt;
    Shape shape;
    const char *at = text.data() + 1;
    const char *end = text.data() + text.size() - 1;
    while (at < end) {
        std::int64_t side = 0;
        const auto [next, error] = std::from_chars(at, end, side);
        if (error != std::errc{} || (next != end && *next != ',') || (next != end && next + 1 == end))
            return std::nullopt;
        shape.push_back(side);
        at = next == end ? end : next + 1;
    }
    return shape;
}

} // namespace

std::size_t bytesOf(ElementType element)
{
    return facts[std::size_t(element)].bytes;
}

const char *nameOf(ElementType element)
{
    return facts[std::size_t(element)].name;
}

std::optional<ElementType> elementNamed(const std::string &name)
{
    const auto found = std::ranges::find_if(facts, [&](const ElementFacts &one) { return name == one.name; });
    if (found == facts.end())
        return std::nullopt;
    return ElementType(found - facts.begin());
}

bool isReal(ElementType element)
{
    return element == ElementType::Float || element == ElementType::Double;
}

std::int64_t elementsOf(const Shape &shape)
{
    std::int64_t elements = 1;
    for (const std::int64_t side : shape) {
        if (side > largestTensor || elements * side > largestTensor)
            return largestTensor + 1;
        elements *= side;
    }
    return elements;
}

std::string problemOf(const TensorType &type)
{
    if (type.shape.size() > highestRank)
        return fmt::format("a tensor of rank {}; at most {} is possible", type.shape.size(), highestRank);
    if (std::ranges::any_of(type.shape, [](std::int64_t side) { return side < 1; }))
        return fmt::format("{} has a dimension below 1", toText(type));
    if (elementsOf(type.shape) > largestTensor)
        return fmt::format("{} has more than {} elements", toText(type), largestTensor);
    return {};
}

std::string toText(const TensorType &type)
{
    return fmt::format("{}[{}]", nameOf(type.element), fmt::join(type.shape, ","));
}

std::optional<TensorType> tensorTypeFrom(const std::string &text)
{
    const std::size_t bracket = text.find('[');
    if (bracket == std::string::npos)
        return std::nullopt;
    const auto element = elementNamed(text.substr(0, bracket));
    const auto shape = shapeFrom(std::string_view(text).substr(bracket));
    if (!element || !shape || !problemOf({*element, *shape}).empty())
        return std::nullopt;
    return TensorType{*element, *shape};
}

std::optional<Shape> broadcastOf(const Shape &a, const Shape &b)
{
    Shape result = a.size() < b.size() ? b : a;
    const Shape &shorter = a.size() < b.size() ? a : b;
    const std::size_t lead = result.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        std::int64_t &side = result[lead + i];
        if (side != shorter[i] && side != 1 && shorter[i] != 1)
            return std::nullopt;
        side = std::max(side, shorter[i]);
    }
    return result;
}

ElementType ElementSet::first() const
{
    int index = 0;
    while (index + 1 < elementTypes && !contains(ElementType(index)))
        ++index;
    return ElementType(index);
}

} // namespace mutascope::engines
