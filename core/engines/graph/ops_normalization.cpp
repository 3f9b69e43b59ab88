// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"

// Normalisations and the softmax family.
namespace mutascope::engines {

namespace {

constexpr ValueDomain positive = {ValueDomain::Kind::Positive};

Inference inferBatchNorm(const Attributes &, InputTypes inputs)
{
    const TensorType each{inputs[0].element, {inputs[0].shape[1]}};
    return yields(inputs[0], {{1, each}, {2, each}, {3, each}, {4, each, positive}});
}

Inference inferInstanceNorm(const Attributes &, InputTypes inputs)
{
    const TensorType each{inputs[0].element, {inputs[0].shape[1]}};
    return yields(inputs[0], {{1, each}, {2, each}});
}

Inference inferLayerNorm(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const auto axis = axisIndex(attributes.integer("axis"), shape.size());
    if (!axis)
        return illegal("the axis is none of the input's");
    const TensorType each{inputs[0].element, {shape.begin() + std::ptrdiff_t(*axis), shape.end()}};
    std::vector<ParameterSpec> parameters = {{1, each}};
    if (attributes.integer("bias") == 1)
        parameters.push_back({2, each});
    return yields(inputs[0], parameters);
}

Inference inferAlongAxis(const Attributes &attributes, InputTypes inputs)
{
    if (!axisIndex(attributes.integer("axis"), inputs[0].shape.size()))
        return illegal("the axis is none of the input's");
    return yields(inputs[0]);
}

Inference inferMeanVariance(const Attributes &attributes, InputTypes inputs)
{
    std::vector<bool> seen(inputs[0].shape.size());
    for (const std::int64_t axis : attributes.ints("axes")) {
        const auto index = axisIndex(axis, seen.size());
        if (!index || seen[*index])
            return illegal("axes that are none of the input's, or twice the same");
        seen[*index] = true;
    }
    return yields(inputs[0]);
}

Attributes fitEpsilon(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"epsilon", choices.real("epsilon", 1e-5, 1e-2)}};
}

Attributes fitLrn(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"size", choices.oneOf("size", {1, 3, 5, 7})},
            {"alpha", choices.real("alpha", 1e-5, 0.1)},
            {"beta", choices.real("beta", 0.5, 1)},
            {"bias", choices.real("bias", 0.5, 2)}};
}

Attributes fitLayerNorm(InputTypes inputs, Choices &choices, const FitLimits &)
{
    return {{"axis", chooseAxis(inputs[0], choices)},
            {"epsilon", choices.real("epsilon", 1e-5, 1e-2)},
            {"bias", std::int64_t(choices.flag("bias"))}};
}

Attributes fitLpNorm(InputTypes inputs, Choices &choices, const FitLimits &)
{
    return {{"axis", chooseAxis(inputs[0], choices)}, {"p", choices.integer("p", 1, 2)}};
}

Attributes fitMeanVariance(InputTypes inputs, Choices &choices, const FitLimits &)
{
    return {{"axes", chooseAxes(inputs[0], choices)}};
}

AttributeSpec epsilon()
{
    return realAttribute("epsilon", 0, 1);
}

Operator along(const char *name, Numerics numerics = Numerics::Stable)
{
    return {.name = name,
            .kind = OperatorKind::Normalization,
            .inDegrees = {1},
            .accepts = {{realElements, 1}},
            .numerics = numerics,
            .attributes = {axisAttribute()},
            .infer = inferAlongAxis,
            .fit = fitAxis};
}

Operator channelwise(const char *name, int lowest)
{
    return {.name = name,
            .kind = OperatorKind::Normalization,
            .inDegrees = {1},
            .accepts = {{realElements, lowest}},
            .attributes = {epsilon()},
            .infer = inferBatchNorm,
            .fit = fitEpsilon};
}

Operator lrn()
{
    Operator op = channelwise("LRN", 4);
    op.accepts = {{realElements, 4, 4}};
    op.attributes = {integerAttribute("size", 1, 15), realAttribute("alpha", 0, 1),
                     realAttribute("beta", 0, 2), realAttribute("bias", 0, 4)};
    op.infer = inferSame;
    op.fit = fitLrn;
    return op;
}

Operator layerNorm()
{
    Operator op = channelwise("LayerNormalization", 1);
    op.sinceOpset = 17;
    op.attributes = {axisAttribute(), epsilon(), hidden(integerAttribute("bias", 0, 1))};
    op.infer = inferLayerNorm;
    op.fit = fitLayerNorm;
    return op;
}

Operator lpNorm()
{
    Operator op = along("LpNormalization", Numerics::Domain); // of zeros: 0 / 0
    op.guards = {Guard::Positive};
    op.attributes.push_back(integerAttribute("p", 1, 2));
    op.fit = fitLpNorm;
    return op;
}

Operator meanVariance()
{
    Operator op = along("MeanVarianceNormalization");
    op.accepts = {{{ElementType::Float}, 1}};
    op.attributes = {axesAttribute()};
    op.infer = inferMeanVariance;
    op.fit = fitMeanVariance;
    return op;
}

} // namespace

Operators normalizationOperators()
{
    Operator instance = channelwise("InstanceNormalization", 3);
    instance.infer = inferInstanceNorm;
    return {channelwise("BatchNormalization", 2),
            instance,
            lrn(),
            layerNorm(),
            lpNorm(),
            meanVariance(),
            along("Softmax"),
            along("LogSoftmax"),
            along("Hardmax", Numerics::Discontinuous)};
}

} // namespace mutascope::engines
