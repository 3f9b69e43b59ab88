// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"
#include <algorithm>

// Reductions, the places of extremes, running sums.
namespace mutascope::engines {

namespace {

// Which dimensions are reduced; empty where the axes are none of the input's.
std::optional<std::vector<bool>> reducedSides(const Attributes &attributes, std::size_t rank)
{
    std::vector<bool> reduced(rank, !attributes.contains("axes"));
    for (const std::int64_t axis : attributes.ints("axes")) {
        const auto index = axisIndex(axis, rank);
        if (!index || reduced[*index])
            return std::nullopt;
        reduced[*index] = true;
    }
    return reduced;
}

Shape withoutSides(const Shape &shape, const std::vector<bool> &reduced, bool keep)
{
    Shape result;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (!reduced[i] || keep)
            result.push_back(reduced[i] ? 1 : shape[i]);
    return result;
}

Inference inferReduce(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const auto reduced = reducedSides(attributes, shape.size());
    if (!reduced || (attributes.contains("axes") && attributes.ints("axes").empty()))
        return illegal("axes that are none of the input's, or twice the same");
    const bool keep = attributes.integer("keepdims") == 1;
    return yields({inputs[0].element, withoutSides(shape, *reduced, keep)});
}

Inference inferArg(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const auto axis = axisIndex(attributes.integer("axis"), shape.size());
    if (!axis)
        return illegal("the axis is none of the input's");
    std::vector<bool> reduced(shape.size());
    reduced[*axis] = true;
    return yields({ElementType::Int64, withoutSides(shape, reduced, attributes.integer("keepdims") == 1)});
}

Inference inferCumSum(const Attributes &attributes, InputTypes inputs)
{
    if (!axisIndex(attributes.integer("axis"), inputs[0].shape.size()))
        return illegal("the axis is none of the input's");
    return yields(inputs[0]);
}

Inference inferTopK(const Attributes &attributes, InputTypes inputs)
{
    Shape shape = inputs[0].shape;
    const auto axis = axisIndex(attributes.integer("axis"), shape.size());
    if (!axis || attributes.ints("k").size() != 1 || attributes.ints("k")[0] > shape[*axis])
        return illegal("more values than the axis has");
    shape[*axis] = attributes.ints("k")[0];
    return {{}, {{inputs[0].element, shape}, {ElementType::Int64, shape}}, {}};
}

Attributes fitReduce(InputTypes inputs, Choices &choices, const FitLimits &)
{
    Attributes attributes{{"keepdims", std::int64_t(choices.flag("keepdims", 0.6))}};
    if (choices.flag("axes.given", 0.85))
        attributes.set("axes", chooseAxes(inputs[0], choices));
    return attributes;
}

Attributes fitArg(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    Attributes attributes{{"axis", chooseAxis(inputs[0], choices)},
                          {"keepdims", std::int64_t(choices.flag("keepdims", 0.6))}};
    if (limits.opset >= 12)
        attributes.set("select_last_index", std::int64_t(choices.flag("select_last_index", 0.3)));
    return attributes;
}

Attributes fitCumSum(InputTypes inputs, Choices &choices, const FitLimits &)
{
    return {{"axis", chooseAxis(inputs[0], choices)},
            {"exclusive", std::int64_t(choices.flag("exclusive"))},
            {"reverse", std::int64_t(choices.flag("reverse"))}};
}

Attributes fitTopK(InputTypes inputs, Choices &choices, const FitLimits &)
{
    const std::int64_t axis = chooseAxis(inputs[0], choices);
    const Shape &shape = inputs[0].shape;
    const std::int64_t most = shape[axisIndex(axis, shape.size()).value_or(0)];
    return {{"axis", axis},
            {"k", Ints{choices.integer("k", 1, most)}},
            {"largest", std::int64_t(choices.flag("largest"))},
            {"sorted", std::int64_t{1}}}; // the order of unsorted values is the engine's own
}

Operator reduction(const char *name, const ElementSet &elements, Numerics numerics = Numerics::Stable,
                   Guard guard = Guard::None)
{
    return {.name = name,
            .kind = OperatorKind::Reduction,
            .inDegrees = {1},
            .accepts = {{elements, 1}},
            .numerics = numerics,
            .guards = {guard},
            .attributes = {optional(axesAttribute()), integerAttribute("keepdims", 0, 1)},
            .infer = inferReduce,
            .fit = fitReduce};
}

Operator extremePlace(const char *name)
{
    Operator op = reduction(name, numbers, Numerics::Discontinuous);
    AttributeSpec last = optional(integerAttribute("select_last_index", 0, 1));
    last.sinceOpset = 12;
    op.attributes = {axisAttribute(), integerAttribute("keepdims", 0, 1), last};
    op.infer = inferArg;
    op.fit = fitArg;
    return op;
}

Operator cumulative()
{
    Operator op = reduction("CumSum", numbers);
    op.attributes = {asScalar(axisAttribute(), 1), integerAttribute("exclusive", 0, 1),
                     integerAttribute("reverse", 0, 1)};
    op.infer = inferCumSum;
    op.fit = fitCumSum;
    return op;
}

Operator topK()
{
    Operator op = reduction("TopK", numbers, Numerics::Discontinuous);
    op.attributes = {axisAttribute(), asInput(listAttribute("k", 1, 65536), 1),
                     integerAttribute("largest", 0, 1), integerAttribute("sorted", 1, 1)};
    op.infer = inferTopK;
    op.fit = fitTopK;
    return op;
}

} // namespace

Operators reductionOperators()
{
    Operators all;
    for (const char *name :
         {"ReduceMax", "ReduceMin", "ReduceMean", "ReduceL1", "ReduceL2", "ReduceSumSquare"})
        all.push_back(reduction(name, realElements));
    Operator sum = reduction("ReduceSum", numbers);
    sum.attributes[0] = asInput(sum.attributes[0], 1, 13);
    all.push_back(sum);
    all.push_back(reduction("ReduceProd", realElements));
    all.push_back(reduction("ReduceLogSum", realElements, Numerics::Domain, Guard::Positive));
    all.push_back(reduction("ReduceLogSumExp", realElements, Numerics::Domain, Guard::Bounded));
    all.push_back(extremePlace("ArgMax"));
    all.push_back(extremePlace("ArgMin"));
    all.push_back(cumulative());
    all.push_back(topK());
    return all;
}

} // namespace mutascope::engines
