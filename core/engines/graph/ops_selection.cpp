// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"
#include <algorithm>

// Operators that put tensors together or take parts of them.
namespace mutascope::engines {

namespace {

std::optional<std::size_t> axisOf(const Attributes &attributes, const TensorType &input)
{
    return axisIndex(attributes.integer("axis"), input.shape.size());
}

Inference noAxis()
{
    return illegal("the axis is none of the input's");
}

Inference inferConcat(const Attributes &attributes, InputTypes inputs)
{
    const auto axis = axisOf(attributes, inputs[0]);
    if (!axis)
        return noAxis();
    Shape result = inputs[0].shape;
    for (const TensorType &input : inputs.subspan(1)) {
        Shape other = input.shape;
        if (other.size() != result.size())
            return illegal("inputs of different ranks");
        result[*axis] += other[*axis];
        other[*axis] = result[*axis];
        if (other != result)
            return illegal("the inputs differ beside the axis");
    }
    return yields({inputs[0].element, result});
}

// As the first input, but for the axis.
Shape wantedConcat(std::size_t index, InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    const Shape &own = inputs[index].shape;
    if (index == 0)
        return own;
    Shape result = inputs[0].shape;
    const std::size_t axis = axisIndex(chooseAxis(inputs[0], choices), result.size()).value_or(0);
    if (own.size() != result.size())
        return result;
    const std::int64_t first = result[axis];
    result[axis] = own[axis];
    if (elementsOf(result) > limits.elements / 8)
        result[axis] = first;
    return result;
}

Inference inferSplit(const Attributes &attributes, InputTypes inputs)
{
    const auto axis = axisOf(attributes, inputs[0]);
    if (!axis)
        return noAxis();
    Inference result;
    std::int64_t total = 0;
    for (const std::int64_t part : attributes.ints("split")) {
        TensorType type = inputs[0];
        total += type.shape[*axis] = part;
        result.outputs.push_back(std::move(type));
    }
    if (result.outputs.empty() || total != inputs[0].shape[*axis])
        return illegal("the parts are not the whole of the axis");
    return result;
}

Attributes fitSplit(InputTypes inputs, Choices &choices, const FitLimits &)
{
    const std::int64_t axis = chooseAxis(inputs[0], choices);
    std::int64_t left = inputs[0].shape[axisIndex(axis, inputs[0].shape.size()).value_or(0)];
    const std::int64_t parts = choices.integer("parts", 1, std::min<std::int64_t>(left, 4));
    Ints split;
    for (std::int64_t part = 0; part + 1 < parts; ++part) {
        const std::int64_t most = left - (parts - part - 1);
        split.push_back(choices.integer("split." + std::to_string(part), 1, most));
        left -= split.back();
    }
    split.push_back(left);
    return {{"axis", axis}, {"split", split}};
}

// Number of values that a slice takes, as numpy counts them.
std::int64_t sliced(std::int64_t side, std::int64_t start, std::int64_t end, std::int64_t step)
{
    const auto bound = [&](std::int64_t at) {
        at += at < 0 ? side : 0;
        return step > 0 ? std::clamp<std::int64_t>(at, 0, side) : std::clamp<std::int64_t>(at, -1, side - 1);
    };
    const std::int64_t span = step > 0 ? bound(end) - bound(start) : bound(start) - bound(end);
    return span <= 0 ? 0 : (span + std::abs(step) - 1) / std::abs(step);
}

Inference inferSlice(const Attributes &attributes, InputTypes inputs)
{
    const Ints &starts = attributes.ints("starts");
    const Ints &ends = attributes.ints("ends");
    const Ints &axes = attributes.ints("axes");
    const Ints &steps = attributes.ints("steps");
    if (ends.size() != starts.size() || axes.size() != starts.size() || steps.size() != starts.size())
        return illegal("lists of different lengths");
    Shape result = inputs[0].shape;
    std::vector<bool> seen(result.size());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto axis = axisIndex(axes[i], result.size());
        if (!axis || seen[*axis] || steps[i] == 0)
            return illegal("axes that are none of the input's, twice the same, or a step of 0");
        seen[*axis] = true;
        result[*axis] = sliced(result[*axis], starts[i], ends[i], steps[i]);
    }
    return yields({inputs[0].element, result}); // inferNode refuses an empty one
}

constexpr std::int64_t behindAll = 2147483647; // what exporters write for "to the end"

struct SlicePart {
    std::int64_t start, end, step;
};

SlicePart chooseSlice(std::int64_t side, const std::string &index, Choices &choices)
{
    const std::string form = choices.word("slice." + index, {"middle", "from", "steps", "back", "negative"});
    const std::int64_t start = choices.integer("start." + index, 0, side - 1);
    const std::int64_t end = choices.integer("end." + index, start + 1, side);
    const std::int64_t step = choices.integer("step." + index, 1, 3);
    if (form == "from")
        return {start, behindAll, 1};
    if (form == "steps")
        return {start, behindAll, step};
    if (form == "back")
        return {end - 1, -behindAll, -step};
    if (form == "negative")
        return {start - side, end == side ? behindAll : end - side, 1};
    return {start, end, 1};
}

Attributes fitSlice(InputTypes inputs, Choices &choices, const FitLimits &)
{
    const Shape &shape = inputs[0].shape;
    const Ints axes = chooseAxes(inputs[0], choices);
    Ints starts, ends, steps;
    for (const std::int64_t axis : axes) {
        const std::size_t index = axisIndex(axis, shape.size()).value_or(0);
        const SlicePart part = chooseSlice(shape[index], std::to_string(index), choices);
        starts.push_back(part.start);
        ends.push_back(part.end);
        steps.push_back(part.step);
    }
    return {{"starts", starts}, {"ends", ends}, {"axes", axes}, {"steps", steps}};
}

Inference inferPad(const Attributes &attributes, InputTypes inputs)
{
    Shape result = inputs[0].shape;
    const Ints &pads = attributes.ints("pads");
    if (pads.size() != 2 * result.size())
        return illegal("not two pads a dimension");
    const bool mirrors = attributes.word("mode") == "reflect";
    for (std::size_t i = 0; i < result.size(); ++i) {
        const std::int64_t begin = pads[i];
        const std::int64_t end = pads[i + result.size()];
        if (mirrors && std::max(begin, end) >= result[i])
            return illegal("a reflection is longer than what it reflects");
        result[i] += begin + end;
    }
    return yields({inputs[0].element, result});
}

Attributes fitPad(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    const Shape &shape = inputs[0].shape;
    const std::string mode = choices.word("mode", {"constant", "reflect", "edge"});
    Ints begin(shape.size()), end(shape.size());
    Shape grown = shape;
    for (std::size_t i = shape.size() > 3 ? 1 : 0; i < shape.size(); ++i) {
        const std::int64_t most = mode == "reflect" ? std::min<std::int64_t>(shape[i] - 1, 2) : 2;
        begin[i] = choices.integer("begin." + std::to_string(i), 0, most);
        end[i] = choices.integer("end." + std::to_string(i), 0, most);
        grown[i] += begin[i] + end[i];
        if (elementsOf(grown) > limits.elements) {
            begin[i] = end[i] = 0;
            grown[i] = shape[i];
        }
    }
    begin.insert(begin.end(), end.begin(), end.end());
    Attributes attributes{{"mode", mode}, {"pads", begin}};
    if (mode == "constant" && choices.flag("value.given"))
        attributes.set("value", choices.real("value", -1, 1));
    return attributes;
}

Inference inferGather(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const auto axis = axisOf(attributes, inputs[0]);
    if (!axis)
        return noAxis();
    const Ints &indices = attributes.ints("indices");
    Shape result = shape;
    const auto at = result.erase(result.begin() + std::ptrdiff_t(*axis));
    result.insert(at, indices.begin(), indices.end());
    return yields({inputs[0].element, result},
                  {{1, {ElementType::Int64, indices}, {ValueDomain::Kind::Index, shape[*axis]}}});
}

Attributes fitGather(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    const Shape &shape = inputs[0].shape;
    const std::int64_t axis = chooseAxis(inputs[0], choices);
    const std::int64_t rest = elementsOf(shape) / shape[axisIndex(axis, shape.size()).value_or(0)];
    const std::int64_t most = std::clamp<std::int64_t>(limits.elements / rest, 1, 6);
    const std::string form = choices.word("form", {"scalar", "list", "table"});
    if (form == "scalar")
        return {{"axis", axis}, {"indices", Ints{}}};
    const std::int64_t count = choices.integer("count", 1, most);
    if (form == "table" && shape.size() < 5 && 2 * count <= most)
        return {{"axis", axis}, {"indices", Ints{2, count}}};
    return {{"axis", axis}, {"indices", Ints{count}}};
}

Inference inferGatherElements(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const auto axis = axisOf(attributes, inputs[0]);
    if (!axis)
        return noAxis();
    const Ints &indices = attributes.ints("indices");
    if (indices.size() != shape.size())
        return illegal("indices of another rank than the input");
    for (std::size_t i = 0; i < indices.size(); ++i)
        if (i != *axis && indices[i] > shape[i])
            return illegal("more indices than the input has places");
    return yields({inputs[0].element, indices},
                  {{1, {ElementType::Int64, indices}, {ValueDomain::Kind::Index, shape[*axis]}}});
}

Attributes fitGatherElements(InputTypes inputs, Choices &choices, const FitLimits &)
{
    Ints indices = inputs[0].shape;
    for (std::size_t i = 0; i < indices.size(); ++i)
        indices[i] = choices.integer("indices." + std::to_string(i), 1, indices[i]);
    return {{"axis", chooseAxis(inputs[0], choices)}, {"indices", indices}};
}

Inference inferOneHot(const Attributes &attributes, InputTypes inputs)
{
    Shape result = inputs[0].shape;
    const auto axis = axisIndex(attributes.integer("axis"), result.size() + 1);
    if (!axis)
        return noAxis();
    result.insert(result.begin() + std::ptrdiff_t(*axis), attributes.integer("depth"));
    return yields({ElementType::Float, result}, {{2, {ElementType::Float, {2}}}});
}

Attributes fitOneHot(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    const std::int64_t rank = std::int64_t(inputs[0].shape.size());
    const std::int64_t most = std::clamp<std::int64_t>(limits.elements / elementsOf(inputs[0].shape), 1, 9);
    return {{"axis", choices.integer("axis", -rank - 1, rank)}, {"depth", choices.integer("depth", 1, most)}};
}

Attributes fitTrilu(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"upper", std::int64_t(choices.flag("upper"))}, {"k", choices.integer("k", -3, 3)}};
}

Operator selection(const char *name, std::vector<AttributeSpec> attributes, decltype(Operator::infer) infer,
                   decltype(Operator::fit) fit)
{
    return {.name = name,
            .kind = OperatorKind::Selection,
            .inDegrees = {1},
            .accepts = {{anyElements, 1}},
            .attributes = std::move(attributes),
            .infer = infer,
            .fit = fit};
}

Operator concat()
{
    Operator op = selection("Concat", {axisAttribute()}, inferConcat, fitAxis);
    op.inDegrees = {1, 2, 3, 4, 5};
    op.wanted = wantedConcat;
    return op;
}

Operator slice()
{
    const double most = double(behindAll);
    return selection("Slice",
                     {asInput(listAttribute("starts", -most, most), 1),
                      asInput(listAttribute("ends", -most, most), 2), asInput(axesAttribute(), 3),
                      asInput(listAttribute("steps", -16, 16), 4)},
                     inferSlice, fitSlice);
}

Operator pad()
{
    AttributeSpec value = optional(asScalar(realAttribute("value", -10, 10), 2));
    value.likeInput = true;
    Operator op = selection("Pad",
                            {wordAttribute("mode", {"constant", "reflect", "edge"}),
                             asInput(listAttribute("pads", 0, 65536), 1), value},
                            inferPad, fitPad);
    op.accepts = {{numbers, 1}};
    return op;
}

} // namespace

Operators selectionOperators()
{
    const AttributeSpec indices = hidden(listAttribute("indices", 1, 65536));
    Operator oneHot = selection("OneHot", {axisAttribute(), asScalar(integerAttribute("depth", 1, 65536), 1)},
                                inferOneHot, fitOneHot);
    oneHot.accepts = {{wholeNumbers, 1, 4}};
    Operator trilu
        = selection("Trilu", {integerAttribute("upper", 0, 1), asScalar(integerAttribute("k", -64, 64), 1)},
                    inferSame, fitTrilu);
    trilu.sinceOpset = 14;
    trilu.accepts = {{anyElements, 2}};
    return {concat(),
            selection("Split", {axisAttribute(), asInput(listAttribute("split", 1, 65536), 1, 13)},
                      inferSplit, fitSplit),
            slice(),
            pad(),
            selection("Gather", {axisAttribute(), indices}, inferGather, fitGather),
            selection("GatherElements", {axisAttribute(), indices}, inferGatherElements, fitGatherElements),
            oneHot,
            trilu};
}

} // namespace mutascope::engines
