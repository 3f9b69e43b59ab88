// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/graph/operator_parts.h"
#include <algorithm>
#include <array>

namespace mutascope::engines {

namespace {

Operators makeTable()
{
    Operators all;
    for (const auto &part :
         {elementwiseOperators, activationOperators, binaryOperators, convolutionOperators, poolingOperators,
          normalizationOperators, matrixOperators, reductionOperators, arrangementOperators,
          selectionOperators, resamplingOperators, conversionOperators}) {
        Operators some = part();
        std::ranges::move(some, std::back_inserter(all));
    }
    std::ranges::sort(all, {}, &Operator::name);
    return all;
}

} // namespace

const char *nameOf(OperatorKind kind)
{
    static constexpr std::array names
        = {"element-wise", "activation", "logic",       "convolution", "pooling",    "normalization",
           "matrix",       "reduction",  "arrangement", "selection",   "resampling", "conversion"};
    return names[std::size_t(kind)];
}

bool Operator::takes(std::size_t inputs) const
{
    return std::ranges::find(inDegrees, int(inputs)) != inDegrees.end();
}

const std::vector<Operator> &operatorTable()
{
    static const Operators table = makeTable();
    return table;
}

const Operator *findOperator(const std::string &name)
{
    const auto &table = operatorTable();
    const auto at = std::ranges::lower_bound(table, name, {}, &Operator::name);
    return at != table.end() && at->name == name ? &*at : nullptr;
}

const Operator &operatorNamed(const std::string &name)
{
    if (const Operator *op = findOperator(name))
        return *op;
    std::vector<std::string> names;
    for (const Operator &op : operatorTable())
        names.push_back(op.name);
    throwUnknownName("operator", name, names);
}

} // namespace mutascope::engines
