// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator.h"

// What the tables of operators (ops_*.cpp) are written with.
namespace mutascope::engines {

using Operators = std::vector<Operator>;

inline constexpr ElementSet realElements = {ElementType::Float, ElementType::Double};
inline constexpr ElementSet numbers
    = {ElementType::Float, ElementType::Double, ElementType::Int32, ElementType::Int64};
inline constexpr ElementSet wholeNumbers = {ElementType::Int64, ElementType::Int32};
inline constexpr ElementSet bools = {ElementType::Bool};
inline constexpr ElementSet anyElements
    = {ElementType::Float, ElementType::Double, ElementType::Int8, ElementType::UInt8,
       ElementType::Int32, ElementType::Int64,  ElementType::Bool};

AttributeSpec integerAttribute(const char *name, double low, double high);
AttributeSpec realAttribute(const char *name, double low, double high);
AttributeSpec wordAttribute(const char *name, std::vector<std::string> words);
AttributeSpec listAttribute(const char *name, double low, double high);
AttributeSpec axisAttribute(const char *name = "axis"); // negative counts from the end
AttributeSpec axesAttribute();
AttributeSpec optional(AttributeSpec spec);
AttributeSpec hidden(AttributeSpec spec);
AttributeSpec asInput(AttributeSpec spec, int position, int since = oldestOpset);
AttributeSpec asScalar(AttributeSpec spec, int position, int since = oldestOpset);

Inference illegal(std::string problem);
Inference yields(TensorType output, std::vector<ParameterSpec> parameters = {});
// As the first input.
Inference inferSame(const Attributes &, InputTypes inputs);
Attributes fitNothing(InputTypes, Choices &, const FitLimits &);

// An axis counted from the end or not as an index; empty where it is none of rank.
std::optional<std::size_t> axisIndex(std::int64_t axis, std::size_t rank);
// One axis of the input's, counted either way. Not of a scalar.
std::int64_t chooseAxis(const TensorType &input, Choices &choices, const char *name = "axis");
// At least one axis, ascending, all counted the same way.
Ints chooseAxes(const TensorType &input, Choices &choices);
Attributes fitAxis(InputTypes inputs, Choices &choices, const FitLimits &);

// wanted() of operators that broadcast: as it is where that fits and is not too large, else as those before.
Shape wantedBroadcast(std::size_t index, InputTypes inputs, Choices &, const FitLimits &limits);

Operators elementwiseOperators();
Operators activationOperators();
Operators binaryOperators();
Operators convolutionOperators();
Operators poolingOperators();
Operators normalizationOperators();
Operators matrixOperators();
Operators reductionOperators();
Operators arrangementOperators();
Operators selectionOperators();
Operators resamplingOperators();
Operators conversionOperators();

} // namespace mutascope::engines
