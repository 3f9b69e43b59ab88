// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"

// Other element types, and what is known of a tensor without its values.
namespace mutascope::engines {

namespace {

Inference inferCast(const Attributes &attributes, InputTypes inputs)
{
    const auto element = elementNamed(attributes.word("to"));
    if (!element)
        return illegal("no element type of that name");
    return yields({*element, inputs[0].shape});
}

// Eight-bit types are left to QuantizeLinear: what a cast makes of numbers outside of them is not defined.
Attributes fitCast(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"to", choices.word("to", {"float32", "float32", "float64", "int32", "int64", "bool"})}};
}

Inference inferShape(const Attributes &, InputTypes inputs)
{
    return yields({ElementType::Int64, {std::int64_t(inputs[0].shape.size())}});
}

Inference inferSize(const Attributes &, InputTypes)
{
    return yields({ElementType::Int64, {}});
}

// Scale and zero point of the whole tensor: values in [-1, 1] use the range.
std::vector<ParameterSpec> quantization(ElementType element)
{
    const double scale = element == ElementType::UInt8 ? 1.0 / 64 : 1.0 / 128;
    const double zero = element == ElementType::UInt8 ? 128 : 0;
    return {{1, {ElementType::Float, {}}, {ValueDomain::Kind::Value, 0, scale}},
            {2, {element, {}}, {ValueDomain::Kind::Value, 0, zero}}};
}

Inference inferQuantize(const Attributes &attributes, InputTypes inputs)
{
    const ElementType element = attributes.word("to") == "uint8" ? ElementType::UInt8 : ElementType::Int8;
    return yields({element, inputs[0].shape}, quantization(element));
}

Inference inferDequantize(const Attributes &, InputTypes inputs)
{
    return yields({ElementType::Float, inputs[0].shape}, quantization(inputs[0].element));
}

Attributes fitQuantize(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"to", choices.word("to", {"uint8", "int8"})}};
}

Operator conversion(const char *name, const ElementSet &elements, decltype(Operator::infer) infer)
{
    return {.name = name,
            .kind = OperatorKind::Conversion,
            .inDegrees = {1},
            .accepts = {{elements}},
            .infer = infer,
            .fit = fitNothing};
}

} // namespace

Operators conversionOperators()
{
    Operator cast = conversion("Cast", anyElements, inferCast);
    AttributeSpec to = wordAttribute("to", {});
    for (int element = 0; element < elementTypes; ++element)
        to.words.emplace_back(nameOf(ElementType(element)));
    to.carrier = Carrier::ElementCode;
    cast.attributes = {to};
    cast.fit = fitCast;
    cast.numerics = Numerics::Discontinuous;
    Operator shape = conversion("Shape", anyElements, inferShape);
    shape.accepts = {{anyElements, 1}};
    Operator quantize = conversion("QuantizeLinear", {ElementType::Float}, inferQuantize);
    quantize.attributes = {hidden(wordAttribute("to", {"uint8", "int8"}))};
    quantize.fit = fitQuantize;
    quantize.numerics = Numerics::Discontinuous;
    return {cast, shape, conversion("Size", anyElements, inferSize), quantize,
            conversion("DequantizeLinear", {ElementType::UInt8, ElementType::Int8}, inferDequantize)};
}

} // namespace mutascope::engines
