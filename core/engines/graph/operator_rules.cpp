// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator.h"
#include <algorithm>
#include <fmt/format.h>

// What every operator's node is held against, and the bins of attribute values.
namespace mutascope::engines {

namespace {

constexpr std::size_t longestList = 64;

std::string inputProblem(const Operator &op, InputTypes inputs)
{
    if (!op.takes(inputs.size()))
        return fmt::format("{} does not take {} inputs", op.name, inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Accepts &accepts = op.accepted(i);
        const int rank = int(inputs[i].shape.size());
        if (!accepts.elements.contains(inputs[i].element) || rank < accepts.lowestRank
            || rank > accepts.highestRank)
            return fmt::format("{} does not take {} as input {}", op.name, toText(inputs[i]), i);
    }
    const std::size_t first = op.sameElementFrom < 0 ? inputs.size() : std::size_t(op.sameElementFrom);
    for (std::size_t i = first + 1; i < inputs.size(); ++i)
        if (inputs[i].element != inputs[first].element)
            return fmt::format("{} does not take {} beside {}", op.name, toText(inputs[i]),
                               toText(inputs[first]));
    return {};
}

bool inRange(const AttributeSpec &spec, double value)
{
    return value >= spec.low && value <= spec.high; // not of NaN
}

template <typename Number> bool listFits(const AttributeSpec &spec, const AttributeValue &value)
{
    const auto *list = std::get_if<std::vector<Number>>(&value);
    return list && list->size() <= longestList
        && std::ranges::all_of(*list, [&](Number one) { return inRange(spec, double(one)); });
}

bool fits(const AttributeSpec &spec, const AttributeValue &value)
{
    switch (spec.type) {
    case AttributeType::Integer: {
        const auto *number = std::get_if<std::int64_t>(&value);
        return number && inRange(spec, double(*number));
    }
    case AttributeType::Real: {
        const auto *number = std::get_if<double>(&value);
        return number && inRange(spec, *number);
    }
    case AttributeType::Word: {
        const auto *word = std::get_if<std::string>(&value);
        return word && std::ranges::find(spec.words, *word) != spec.words.end();
    }
    case AttributeType::IntegerList:
        return listFits<std::int64_t>(spec, value);
    case AttributeType::RealList:
        return listFits<double>(spec, value);
    }
    return false;
}

std::string attributeProblem(const Operator &op, const Attributes &attributes)
{
    std::size_t known = 0;
    for (const AttributeSpec &spec : op.attributes) {
        const AttributeValue *value = attributes.find(spec.name);
        if (!value && spec.required)
            return fmt::format("{} lacks its attribute {}", op.name, spec.name);
        if (value && !fits(spec, *value))
            return fmt::format("{}: the attribute {} is of another type or out of range", op.name, spec.name);
        known += value ? 1 : 0;
    }
    if (known != attributes.items().size())
        return fmt::format("{} has an attribute it does not know", op.name);
    return {};
}

std::string resultProblem(const Inference &inference)
{
    for (const TensorType &output : inference.outputs)
        if (std::string problem = problemOf(output); !problem.empty())
            return problem;
    for (const ParameterSpec &parameter : inference.parameters)
        if (std::string problem = problemOf(parameter.type); !problem.empty())
            return problem;
    return {};
}

constexpr int wholeRange = 12; // as many values have a bin each

bool eachHasABin(const AttributeSpec &spec)
{
    return spec.high - spec.low + 1 <= wholeRange;
}

// 0, 1, 2-3, 4-7, 8-15, more; then -1, -2 to -7, less.
int magnitudeBin(std::int64_t value)
{
    if (value < 0)
        return value == -1 ? 6 : value >= -7 ? 7 : 8;
    int bin = 0;
    while (bin < 5 && value > 0) {
        ++bin;
        value /= 2;
    }
    return bin;
}

int binOf(const AttributeSpec &spec, std::int64_t value)
{
    return eachHasABin(spec) ? int(double(value) - spec.low) : magnitudeBin(value);
}

constexpr int realBins = 4; // of equal width

int binOf(const AttributeSpec &spec, double value)
{
    const double share = spec.high > spec.low ? (value - spec.low) / (spec.high - spec.low) : 0;
    return std::clamp(int(share * realBins), 0, realBins - 1);
}

int binOf(const AttributeSpec &spec, const std::string &word)
{
    return int(std::ranges::find(spec.words, word) - spec.words.begin());
}

int valueBins(const AttributeSpec &spec)
{
    switch (spec.type) {
    case AttributeType::Word:
        return int(spec.words.size());
    case AttributeType::Real:
    case AttributeType::RealList:
        return realBins;
    case AttributeType::Integer:
    case AttributeType::IntegerList:
        break;
    }
    if (eachHasABin(spec))
        return int(spec.high - spec.low) + 1;
    return spec.low < 0 ? 9 : 6;
}

struct BinsOf {
    const AttributeSpec &spec;
    template <typename Value> std::vector<int> operator()(const Value &value) const
    {
        return {binOf(spec, value)};
    }
    template <typename Value> std::vector<int> operator()(const std::vector<Value> &values) const
    {
        std::vector<int> bins;
        for (const Value &value : values)
            bins.push_back(binOf(spec, value));
        return bins;
    }
};

} // namespace

Inference inferNode(const Operator &op, const Attributes &attributes, InputTypes inputs)
{
    if (std::string problem = inputProblem(op, inputs); !problem.empty())
        return {std::move(problem), {}, {}};
    if (std::string problem = attributeProblem(op, attributes); !problem.empty())
        return {std::move(problem), {}, {}};
    Inference inference = op.infer(attributes, inputs);
    if (inference.problem.empty())
        inference.problem = resultProblem(inference);
    if (!inference.problem.empty())
        return {fmt::format("{}: {}", op.name, inference.problem), {}, {}};
    return inference;
}

int attributeBins(const AttributeSpec &spec)
{
    return valueBins(spec) + (spec.required ? 0 : 1);
}

std::vector<int> binsOf(const AttributeSpec &spec, const AttributeValue *value)
{
    if (!value)
        return {valueBins(spec)};
    return std::visit(BinsOf{spec}, *value);
}

} // namespace mutascope::engines
