// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/call.h"
#include <algorithm>
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

bool keeps(const Call &call)
{
    return call.attributes.integer("keepdims", 1) == 1;
}

Ints axesOf(const Call &call)
{
    Ints axes = call.attributes.ints("axes");
    if (axes.empty())
        for (std::int64_t dim = 0; dim < call.rank(); ++dim)
            axes.push_back(dim);
    for (std::int64_t &axis : axes)
        axis += axis < 0 ? call.rank() : 0;
    std::ranges::sort(axes);
    return axes;
}

at::Tensor sumOf(const Call &call, const at::Tensor &x)
{
    return at::sum(x, axesOf(call), keeps(call), x.scalar_type());
}

Tensors largest(const Call &call)
{
    return {at::amax(call.in(), axesOf(call), keeps(call))};
}

Tensors smallest(const Call &call)
{
    return {at::amin(call.in(), axesOf(call), keeps(call))};
}

Tensors mean(const Call &call)
{
    return {at::mean(call.in(), axesOf(call), keeps(call))};
}

Tensors sum(const Call &call)
{
    return {sumOf(call, call.in())};
}

Tensors l1(const Call &call)
{
    return {sumOf(call, at::abs(call.in()))};
}

Tensors sumSquare(const Call &call)
{
    return {sumOf(call, at::mul(call.in(), call.in()))};
}

Tensors l2(const Call &call)
{
    return {at::sqrt(sumSquare(call)[0])};
}

Tensors logSum(const Call &call)
{
    return {at::log(sumOf(call, call.in()))};
}

Tensors logSumExp(const Call &call)
{
    return {at::logsumexp(call.in(), axesOf(call), keeps(call))};
}

// One dimension at a time, the last first: the others keep their numbers.
Tensors product(const Call &call)
{
    at::Tensor result = call.in();
    const Ints axes = axesOf(call);
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis)
        result = at::prod(result, *axis, keeps(call));
    return {result};
}

// The first of equal ones, or the last.
template <at::Tensor (*place)(const at::Tensor &, c10::optional<std::int64_t>, bool)>
Tensors extremePlace(const Call &call)
{
    const std::int64_t axis = call.axis(0);
    if (call.attributes.integer("select_last_index") == 0)
        return {place(call.in(), axis, keeps(call))};
    const at::Tensor last = place(at::flip(call.in(), {axis}), axis, keeps(call));
    return {at::rsub(last, call.in().size(axis) - 1)};
}

Tensors cumulative(const Call &call)
{
    const std::int64_t axis = call.axis(0);
    const bool reverse = call.attributes.integer("reverse") == 1;
    const at::Tensor x = reverse ? at::flip(call.in(), {axis}) : call.in();
    at::Tensor result = at::cumsum(x, axis, x.scalar_type());
    if (call.attributes.integer("exclusive") == 1) {
        const at::Tensor first = at::zeros_like(at::narrow(x, axis, 0, 1));
        result = at::cat({first, at::narrow(result, axis, 0, x.size(axis) - 1)}, axis);
    }
    return {reverse ? at::flip(result, {axis}) : result};
}

// Of equal values the one with the lower index first.
Tensors topK(const Call &call)
{
    const std::int64_t axis = call.axis(-1);
    const bool descending = call.attributes.integer("largest", 1) == 1;
    const auto [values, places] = at::sort(call.in(), c10::optional<bool>(true), axis, descending);
    const std::int64_t count = call.attributes.ints("k").at(0);
    return {at::narrow(values, axis, 0, count), at::narrow(places, axis, 0, count)};
}

} // namespace

void addReductions(Evaluators &all)
{
    all.insert({{"ReduceMax", largest},
                {"ReduceMin", smallest},
                {"ReduceMean", mean},
                {"ReduceSum", sum},
                {"ReduceL1", l1},
                {"ReduceL2", l2},
                {"ReduceSumSquare", sumSquare},
                {"ReduceLogSum", logSum},
                {"ReduceLogSumExp", logSumExp},
                {"ReduceProd", product},
                {"ArgMax", extremePlace<at::argmax>},
                {"ArgMin", extremePlace<at::argmin>},
                {"CumSum", cumulative},
                {"TopK", topK}});
}

} // namespace mutascope::engines
