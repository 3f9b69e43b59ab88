// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"

// Activations: element by element, real numbers, some with constants.
namespace mutascope::engines {

namespace {

Operator activation(const char *name, std::vector<AttributeSpec> attributes = {}, int since = oldestOpset)
{
    return {.name = name,
            .kind = OperatorKind::Activation,
            .sinceOpset = since,
            .inDegrees = {1},
            .accepts = {{realElements}},
            .attributes = std::move(attributes),
            .infer = inferSame,
            .fit = fitNothing};
}

using Fit = Attributes (*)(InputTypes, Choices &, const FitLimits &);

Operator activation(const char *name, std::vector<AttributeSpec> attributes, Fit fit, int since = oldestOpset)
{
    Operator op = activation(name, std::move(attributes), since);
    op.fit = fit;
    return op;
}

Attributes fitAlpha(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"alpha", choices.real("alpha", 0.01, 1.5)}};
}

Attributes fitHardSigmoid(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"alpha", choices.real("alpha", 0.01, 1)}, {"beta", choices.real("beta", 0, 1)}};
}

Attributes fitSelu(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"alpha", choices.real("alpha", 0.5, 2)}, {"gamma", choices.real("gamma", 0.5, 2)}};
}

Attributes fitShrink(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"bias", choices.real("bias", 0, 1)}, {"lambd", choices.real("lambd", 0, 1)}};
}

Attributes fitClip(InputTypes, Choices &choices, const FitLimits &)
{
    const std::string bounds = choices.word("bounds", {"both", "min", "max"});
    Attributes attributes;
    if (bounds != "max")
        attributes.set("min", choices.real("min", -6, 0));
    if (bounds != "min")
        attributes.set("max", choices.real("max", 0, 6));
    return attributes;
}

Attributes fitDropout(InputTypes, Choices &choices, const FitLimits &)
{
    Attributes attributes;
    if (choices.flag("ratio.given"))
        attributes.set("ratio", choices.real("ratio", 0, 0.9));
    return attributes;
}

// One slope for all, one a channel, or one for each place in the last dimension.
Attributes fitPRelu(InputTypes inputs, Choices &choices, const FitLimits &)
{
    const Shape &shape = inputs[0].shape;
    const std::string form = choices.word("slope.form", {"one", "channel", "last"});
    if (form == "channel" && shape.size() >= 2) {
        Ints slope(shape.size() - 1, 1);
        slope[0] = shape[1];
        return {{"slope", slope}};
    }
    return {{"slope", Ints{form == "last" ? shape.back() : 1}}};
}

Inference inferPRelu(const Attributes &attributes, InputTypes inputs)
{
    const Ints &slope = attributes.ints("slope");
    if (broadcastOf(inputs[0].shape, slope) != inputs[0].shape)
        return illegal("the slope does not fit the input");
    return yields(inputs[0], {{1, {inputs[0].element, slope}}});
}

Operator prelu()
{
    Operator op = activation("PRelu", {hidden(listAttribute("slope", 1, 65536))}, fitPRelu);
    op.accepts = {{realElements, 1}};
    op.infer = inferPRelu;
    return op;
}

Operator clip()
{
    AttributeSpec low = optional(asScalar(realAttribute("min", -6, 0), 1));
    AttributeSpec high = optional(asScalar(realAttribute("max", 0, 6), 2));
    low.likeInput = high.likeInput = true;
    return activation("Clip", {low, high}, fitClip);
}

} // namespace

Operators activationOperators()
{
    Operators all;
    for (const char *name : {"Relu", "Sigmoid", "Softplus", "Softsign", "Tanh"})
        all.push_back(activation(name));
    for (const char *name : {"LeakyRelu", "Elu"})
        all.push_back(activation(name, {realAttribute("alpha", 0, 2)}, fitAlpha));
    all.push_back(activation("Celu", {realAttribute("alpha", 0.01, 2)}, fitAlpha, 12));
    all.push_back(activation("ThresholdedRelu", {realAttribute("alpha", 0, 2)}, fitAlpha));
    all.back().numerics = Numerics::Discontinuous;
    all.push_back(activation("HardSwish", {}, 14));
    all.push_back(activation("HardSigmoid", {realAttribute("alpha", 0, 1), realAttribute("beta", 0, 1)},
                             fitHardSigmoid));
    all.push_back(activation("Selu", {realAttribute("alpha", 0, 2), realAttribute("gamma", 0, 2)}, fitSelu));
    all.push_back(
        activation("Shrink", {realAttribute("bias", 0, 1), realAttribute("lambd", 0, 1)}, fitShrink));
    all.back().numerics = Numerics::Discontinuous;
    all.push_back(clip());
    all.push_back(prelu());
    AttributeSpec ratio = optional(asScalar(realAttribute("ratio", 0, 0.95), 1, 12));
    ratio.likeInput = true;
    all.push_back(activation("Dropout", {ratio}, fitDropout));
    return all;
}

} // namespace mutascope::engines
