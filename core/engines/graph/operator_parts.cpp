// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"
#include <algorithm>

namespace mutascope::engines {

AttributeSpec integerAttribute(const char *name, double low, double high)
{
    return {.name = name, .type = AttributeType::Integer, .low = low, .high = high};
}

AttributeSpec realAttribute(const char *name, double low, double high)
{
    return {.name = name, .type = AttributeType::Real, .low = low, .high = high};
}

AttributeSpec wordAttribute(const char *name, std::vector<std::string> words)
{
    return {.name = name, .type = AttributeType::Word, .words = std::move(words)};
}

AttributeSpec listAttribute(const char *name, double low, double high)
{
    return {.name = name, .type = AttributeType::IntegerList, .low = low, .high = high};
}

AttributeSpec axisAttribute(const char *name)
{
    return integerAttribute(name, -double(highestRank), double(highestRank) - 1);
}

AttributeSpec axesAttribute()
{
    return listAttribute("axes", -double(highestRank), double(highestRank) - 1);
}

AttributeSpec optional(AttributeSpec spec)
{
    spec.required = false;
    return spec;
}

AttributeSpec hidden(AttributeSpec spec)
{
    spec.carrier = Carrier::Hidden;
    return spec;
}

AttributeSpec asInput(AttributeSpec spec, int position, int since)
{
    spec.carrier = Carrier::Input;
    spec.position = position;
    spec.inputSince = since;
    return spec;
}

AttributeSpec asScalar(AttributeSpec spec, int position, int since)
{
    spec = asInput(std::move(spec), position, since);
    spec.scalarInput = true;
    return spec;
}

Inference illegal(std::string problem)
{
    return {std::move(problem), {}, {}};
}

Inference yields(TensorType output, std::vector<ParameterSpec> parameters)
{
    return {{}, {std::move(output)}, std::move(parameters)};
}

Inference inferSame(const Attributes &, InputTypes inputs)
{
    return yields(inputs[0]);
}

Attributes fitNothing(InputTypes, Choices &, const FitLimits &)
{
    return {};
}

std::optional<std::size_t> axisIndex(std::int64_t axis, std::size_t rank)
{
    const std::int64_t sides = std::int64_t(rank);
    if (axis < -sides || axis >= sides)
        return std::nullopt;
    return std::size_t(axis < 0 ? axis + sides : axis);
}

std::int64_t chooseAxis(const TensorType &input, Choices &choices, const char *name)
{
    const std::int64_t rank = std::int64_t(input.shape.size());
    return choices.integer(name, -rank, rank - 1);
}

Ints chooseAxes(const TensorType &input, Choices &choices)
{
    const std::int64_t rank = std::int64_t(input.shape.size());
    const std::int64_t subset = choices.integer("axes", 1, (std::int64_t{1} << rank) - 1);
    const std::int64_t shift = choices.flag("axes.negative", 0.3) ? rank : 0;
    Ints axes;
    for (std::int64_t axis = 0; axis < rank; ++axis)
        if ((subset >> axis & 1) != 0)
            axes.push_back(axis - shift);
    return axes;
}

Attributes fitAxis(InputTypes inputs, Choices &choices, const FitLimits &)
{
    return {{"axis", chooseAxis(inputs[0], choices)}};
}

Shape wantedBroadcast(std::size_t index, InputTypes inputs, Choices &, const FitLimits &limits)
{
    const Shape &own = inputs[index].shape;
    Shape before = index == 0 ? own : inputs[0].shape;
    for (std::size_t i = 1; i < index; ++i)
        before = broadcastOf(before, inputs[i].shape).value_or(before);
    const auto result = broadcastOf(before, own);
    return result && elementsOf(*result) <= limits.elements ? own : before;
}

} // namespace mutascope::engines
