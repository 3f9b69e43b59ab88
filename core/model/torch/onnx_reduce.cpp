// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_code.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <torch/torch.h>

namespace mutascope {

namespace {

// {0}: input, {1}: axes, {2}: whether the axes stay.
const std::map<std::string, const char *> formats{
    {"ReduceL1", "torch.sum(torch.abs({0}), {1}, {2})"},
    {"ReduceL2", "torch.sqrt(torch.sum({0} * {0}, {1}, {2}))"},
    {"ReduceLogSum", "torch.log(torch.sum({0}, {1}, {2}))"},
    {"ReduceLogSumExp", "torch.logsumexp({0}, {1}, {2})"},
    {"ReduceMax", "torch.amax({0}, {1}, {2})"},
    {"ReduceMean", "torch.mean({0}, {1}, {2})"},
    {"ReduceMin", "torch.amin({0}, {1}, {2})"},
    {"ReduceSum", "torch.sum({0}, {1}, {2})"},
    {"ReduceSumSquare", "torch.sum({0} * {0}, {1}, {2})"},
};

// Sums and products of whole numbers widen in torch, not in ONNX.
std::string typed(const OnnxCode &c, const std::string &result)
{
    if (at::isFloatingType(c.value(0).type))
        return result;
    return fmt::format("torch.to({}, {})", result, int(c.value(0).type));
}

// Without axes all of them, or, where the node says so, none.
Dims axesOf(const OnnxCode &c)
{
    Dims axes = c.attributeOrInput("axes", 1);
    if (axes.empty()) {
        axes.resize(std::size_t(c.rank(0)));
        std::iota(axes.begin(), axes.end(), 0);
    }
    for (std::int64_t &axis : axes)
        axis = c.axis(axis, 0);
    return axes;
}

bool reducesNothing(const OnnxCode &c)
{
    return c.rank(0) == 0
        || (c.integer("noop_with_empty_axes", 0) != 0 && c.attributeOrInput("axes", 1).empty());
}

void reduce(OnnxCode &c)
{
    const bool keep = c.integer("keepdims", 1) != 0;
    if (reducesNothing(c))
        return c.result(c.in(0));
    const std::string reduced
        = fmt::format(fmt::runtime(formats.at(c.op())), c.in(0), code(axesOf(c)), keep ? "True" : "False");
    c.result(typed(c, reduced));
}

// One axis after the other, from the last.
void product(OnnxCode &c)
{
    Dims axes = axesOf(c);
    std::sort(axes.rbegin(), axes.rend());
    std::string result = c.in(0);
    for (const std::int64_t axis : reducesNothing(c) ? Dims() : axes)
        result = fmt::format("torch.prod({}, {}, {})", result, axis,
                             c.integer("keepdims", 1) != 0 ? "True" : "False");
    c.result(typed(c, result));
}

void argument(OnnxCode &c)
{
    if (c.integer("select_last_index", 0) != 0)
        c.refuse("takes the last of equal numbers");
    c.result(fmt::format("torch.{}({}, {}, {})", c.op() == "ArgMax" ? "argmax" : "argmin", c.in(0),
                         c.axis(c.integer("axis", 0), 0), c.integer("keepdims", 1) != 0 ? "True" : "False"));
}

void cumulativeSum(OnnxCode &c)
{
    const auto axis = c.number(1);
    if (!axis || c.integer("exclusive", 0) != 0 || c.integer("reverse", 0) != 0)
        c.refuse("adds up exclusively, backwards or along an unknown axis");
    c.result(fmt::format("torch.cumsum({}, {})", c.in(0), c.axis(std::int64_t(*axis), 0)));
}

void topK(OnnxCode &c)
{
    const Dims count = c.attributeOrInput("k", 1);
    if (count.size() != 1 || c.integer("sorted", 1) == 0)
        c.broken("does not say how many numbers it takes");
    c.line(fmt::format("values, indices = torch.topk({}, {}, {}, {}, True)", c.in(0), count[0],
                       c.axis(c.integer("axis", -1), 0), c.integer("largest", 1) != 0 ? "True" : "False"));
    c.result("values");
    c.result("indices");
}

} // namespace

void addReduceOperators(OnnxOperators &operators)
{
    for (const auto &[op, format] : formats)
        operators[op] = reduce;
    operators["ReduceProd"] = product;
    operators["ArgMax"] = argument;
    operators["ArgMin"] = argument;
    operators["CumSum"] = cumulativeSum;
    operators["TopK"] = topK;
}

} // namespace mutascope
