// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"

// Operators of several inputs that are broadcast to each other. With one data input the other operand is a
// constant (hidden attributes: its shape, whether it comes first, a value all of it has).
namespace mutascope::engines {

namespace {

using Domain = ValueDomain::Kind;

std::vector<AttributeSpec> constantAttributes()
{
    return {optional(hidden(listAttribute("constant", 1, 65536))),
            optional(hidden(integerAttribute("constant_first", 0, 1))),
            optional(hidden(realAttribute("constant_value", -1000, 1000)))};
}

ValueDomain domainOf(const Attributes &attributes, Domain kind)
{
    if (attributes.contains("constant_value"))
        return {Domain::Value, 0, attributes.real("constant_value")};
    return {kind};
}

Inference inferWithConstant(const Attributes &attributes, const TensorType &input, ElementType result,
                            ValueDomain domain)
{
    if (!attributes.contains("constant"))
        return illegal("one input, and no shape of a constant");
    const Ints &constant = attributes.ints("constant");
    const auto shape = broadcastOf(input.shape, constant);
    if (!shape)
        return illegal("the constant cannot be broadcast to the input");
    const int position = attributes.integer("constant_first") == 1 ? 0 : 1;
    return yields({result, *shape}, {{position, {input.element, constant}, domain}});
}

Inference inferBroadcast(InputTypes inputs, ElementType result)
{
    Shape shape = inputs[0].shape;
    for (const TensorType &input : inputs.subspan(1)) {
        const auto next = broadcastOf(shape, input.shape);
        if (!next)
            return illegal("the inputs cannot be broadcast to one shape");
        shape = *next;
    }
    return yields({result, shape});
}

// first, second: what a constant must be as that operand.
template <Domain first, Domain second, bool test>
Inference inferBinary(const Attributes &attributes, InputTypes inputs)
{
    const ElementType result = test ? ElementType::Bool : inputs[0].element;
    if (inputs.size() > 1)
        return inferBroadcast(inputs, result);
    const bool leads = attributes.integer("constant_first") == 1;
    return inferWithConstant(attributes, inputs[0], result, domainOf(attributes, leads ? first : second));
}

Inference inferVariadic(const Attributes &, InputTypes inputs)
{
    return inferBroadcast(inputs, inputs[0].element);
}

Inference inferWhere(const Attributes &, InputTypes inputs)
{
    return inferBroadcast(inputs, inputs[1].element);
}

// The forms a constant operand takes in real models.
Ints constantShape(const Shape &input, Choices &choices)
{
    const std::string form
        = choices.word("constant.form", {"scalar", "one", "last", "channel", "leading", "same"});
    if (form == "scalar" || input.empty())
        return {};
    if (form == "last")
        return {input.back()};
    if (form == "same")
        return input;
    if (form == "one" || input.size() < 2)
        return {1};
    Ints shape(input.size(), 1);
    shape[1] = input[1];
    if (form == "channel")
        shape.erase(shape.begin());
    return shape;
}

Attributes fitBinary(InputTypes inputs, Choices &choices, const FitLimits &)
{
    if (inputs.size() > 1)
        return {};
    return {{"constant", constantShape(inputs[0].shape, choices)},
            {"constant_first", std::int64_t(choices.flag("constant_first"))}};
}

Attributes fitMod(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    Attributes attributes = fitBinary(inputs, choices, limits);
    attributes.set("fmod", std::int64_t{1}); // what real numbers must have
    return attributes;
}

using Infer = Inference (*)(const Attributes &, InputTypes);

Operator binary(const char *name, OperatorKind kind, const ElementSet &elements, Infer infer,
                int since = oldestOpset)
{
    return {.name = name,
            .kind = kind,
            .sinceOpset = since,
            .inDegrees = {1, 2},
            .accepts = {{elements}},
            .attributes = constantAttributes(),
            .infer = infer,
            .fit = fitBinary,
            .wanted = wantedBroadcast};
}

Operator arithmetic(const char *name, const ElementSet &elements,
                    Infer infer = inferBinary<Domain::Any, Domain::Any, false>)
{
    return binary(name, OperatorKind::Elementwise, elements, infer);
}

Operator comparison(const char *name, int since = oldestOpset)
{
    Operator op
        = binary(name, OperatorKind::Logic, numbers, inferBinary<Domain::Any, Domain::Any, true>, since);
    op.numerics = Numerics::Discontinuous;
    return op;
}

Operator guarded(Operator op, std::vector<Guard> guards)
{
    op.numerics = Numerics::Domain;
    op.guards = std::move(guards);
    return op;
}

Operator variadic(const char *name)
{
    return {.name = name,
            .kind = OperatorKind::Elementwise,
            .inDegrees = {1, 2, 3, 4, 5},
            .accepts = {{realElements}},
            .infer = inferVariadic,
            .fit = fitNothing,
            .wanted = wantedBroadcast};
}

Operator where()
{
    return {.name = "Where",
            .kind = OperatorKind::Logic,
            .inDegrees = {3},
            .accepts = {{bools}, {numbers}},
            .sameElementFrom = 1,
            .infer = inferWhere,
            .fit = fitNothing,
            .wanted = wantedBroadcast};
}

Operator mod()
{
    Operator op = guarded(arithmetic("Mod", realElements, inferBinary<Domain::Any, Domain::NonZero, false>),
                          {Guard::None, Guard::Positive});
    op.numerics = Numerics::Discontinuous;
    op.attributes.push_back(integerAttribute("fmod", 1, 1));
    op.fit = fitMod;
    return op;
}

} // namespace

Operators binaryOperators()
{
    Operators all;
    for (const char *name : {"Add", "Sub", "Mul"})
        all.push_back(arithmetic(name, numbers));
    all.push_back(guarded(arithmetic("Div", realElements, inferBinary<Domain::Any, Domain::NonZero, false>),
                          {Guard::None, Guard::Positive}));
    all.push_back(guarded(arithmetic("Pow", realElements, inferBinary<Domain::Positive, Domain::Any, false>),
                          {Guard::Positive, Guard::Bounded}));
    all.push_back(mod());
    for (const char *name : {"Max", "Min", "Sum", "Mean"})
        all.push_back(variadic(name));
    for (const char *name : {"Greater", "Less", "Equal"})
        all.push_back(comparison(name));
    for (const char *name : {"GreaterOrEqual", "LessOrEqual"})
        all.push_back(comparison(name, 12));
    for (const char *name : {"And", "Or", "Xor"})
        all.push_back(binary(name, OperatorKind::Logic, bools, inferBinary<Domain::Any, Domain::Any, true>));
    all.push_back(where());
    return all;
}

} // namespace mutascope::engines
