// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"

// Operators of one input that work element by element and have no parameters.
namespace mutascope::engines {

namespace {

Operator unary(const char *name, const ElementSet &elements, Numerics numerics = Numerics::Stable,
               Guard guard = Guard::None)
{
    return {.name = name,
            .kind = OperatorKind::Elementwise,
            .inDegrees = {1},
            .accepts = {{elements}},
            .numerics = numerics,
            .guards = {guard},
            .infer = inferSame,
            .fit = fitNothing};
}

Inference inferTest(const Attributes &, InputTypes inputs)
{
    return yields({ElementType::Bool, inputs[0].shape});
}

Attributes fitIsInf(InputTypes, Choices &choices, const FitLimits &)
{
    // At least one sign is looked for: neither is legal, but nothing a graph would have.
    const std::int64_t signs = choices.integer("signs", 1, 3);
    return {{"detect_negative", signs & 1}, {"detect_positive", signs >> 1}};
}

Operator test(const char *name, const ElementSet &elements)
{
    Operator op = unary(name, elements);
    op.kind = OperatorKind::Logic;
    op.infer = inferTest;
    return op;
}

Operator isInf()
{
    Operator op = test("IsInf", realElements);
    op.attributes = {integerAttribute("detect_negative", 0, 1), integerAttribute("detect_positive", 0, 1)};
    op.fit = fitIsInf;
    return op;
}

} // namespace

Operators elementwiseOperators()
{
    Operators all;
    for (const char *name : {"Erf", "Sin", "Cos", "Atan", "Asinh"})
        all.push_back(unary(name, realElements));
    for (const char *name : {"Abs", "Neg"})
        all.push_back(unary(name, numbers));
    for (const char *name : {"Ceil", "Floor", "Round", "Sign"})
        all.push_back(unary(name, realElements, Numerics::Discontinuous));
    for (const char *name : {"Exp", "Tan", "Sinh", "Cosh"})
        all.push_back(unary(name, realElements, Numerics::Domain, Guard::Bounded));
    for (const char *name : {"Log", "Sqrt", "Reciprocal"})
        all.push_back(unary(name, realElements, Numerics::Domain, Guard::Positive));
    for (const char *name : {"Acos", "Asin", "Atanh"})
        all.push_back(unary(name, realElements, Numerics::Domain, Guard::Unit));
    all.push_back(unary("Acosh", realElements, Numerics::Domain, Guard::AboveOne));
    all.push_back(unary("Identity", anyElements));
    all.push_back(test("Not", bools));
    all.push_back(test("IsNaN", realElements));
    all.push_back(isInf());
    return all;
}

} // namespace mutascope::engines
