// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/windows.h"
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

Ints spatialSizes(const at::Tensor &weight)
{
    return {weight.sizes().begin() + 2, weight.sizes().end()};
}

c10::optional<at::Tensor> bias(const Call &call)
{
    return call.has(2) ? c10::optional<at::Tensor>(call.in(2)) : c10::nullopt;
}

Tensors convolve(const Call &call)
{
    const std::vector<WindowSide> sides = sidesOf(call, spatialSizes(call.in(1)));
    WindowLists lists = listsOf(sides);
    at::Tensor x = call.in();
    if (!symmetric(sides)) {
        x = padSpatial(x, sides, 0);
        lists.padding.assign(sides.size(), 0);
    }
    const std::int64_t groups = call.attributes.integer("group", 1);
    const at::Tensor &w = call.in(1);
    if (sides.size() == 1)
        return {at::conv1d(x, w, bias(call), lists.stride, lists.padding, lists.dilation, groups)};
    if (sides.size() == 2)
        return {at::conv2d(x, w, bias(call), lists.stride, lists.padding, lists.dilation, groups)};
    return {at::conv3d(x, w, bias(call), lists.stride, lists.padding, lists.dilation, groups)};
}

at::Tensor transposed(const Call &call, const WindowLists &lists, const Ints &extra)
{
    const at::Tensor &x = call.in();
    const at::Tensor &w = call.in(1);
    const std::int64_t groups = call.attributes.integer("group", 1);
    if (extra.size() == 1)
        return at::conv_transpose1d(x, w, bias(call), lists.stride, lists.padding, extra, groups,
                                    lists.dilation);
    if (extra.size() == 2)
        return at::conv_transpose2d(x, w, bias(call), lists.stride, lists.padding, extra, groups,
                                    lists.dilation);
    return at::conv_transpose3d(x, w, bias(call), lists.stride, lists.padding, extra, groups, lists.dilation);
}

// LibTorch takes off as much at both ends; what is left to take off is cut.
Tensors convolveTransposed(const Call &call)
{
    const std::vector<WindowSide> sides = sidesOf(call, spatialSizes(call.in(1)));
    WindowLists lists = listsOf(sides);
    Ints extra = call.attributes.ints("output_padding");
    extra.resize(sides.size());
    for (std::size_t i = 0; i < sides.size(); ++i)
        lists.padding[i] = std::min(sides[i].begin, sides[i].end);
    at::Tensor y = transposed(call, lists, extra);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const std::int64_t first = sides[i].begin - lists.padding[i];
        const std::int64_t last = sides[i].end - lists.padding[i];
        if (first + last > 0)
            y = at::narrow(y, std::int64_t(i) + 2, first, y.size(std::int64_t(i) + 2) - first - last);
    }
    return {y};
}

Tensors matMul(const Call &call)
{
    return {at::matmul(call.in(0), call.in(1))};
}

Tensors gemm(const Call &call)
{
    const bool turnA = call.attributes.integer("transA") == 1;
    const bool turnB = call.attributes.integer("transB") == 1;
    const at::Tensor a = turnA ? at::t(call.in(0)) : call.in(0);
    const at::Tensor b = turnB ? at::t(call.in(1)) : call.in(1);
    const double alpha = call.attributes.real("alpha", 1);
    if (!call.has(2))
        return {at::mul(at::mm(a, b), alpha)};
    return {at::addmm(call.in(2), a, b, call.attributes.real("beta", 1), alpha)};
}

} // namespace

void addConvolutions(Evaluators &all)
{
    all.insert(
        {{"Conv", convolve}, {"ConvTranspose", convolveTransposed}, {"MatMul", matMul}, {"Gemm", gemm}});
}

} // namespace mutascope::engines
