// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/windows.h"
#include <limits>
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

// With ceil: as much more behind the end as the last window needs.
std::vector<WindowSide> widened(const Call &call, std::vector<WindowSide> sides)
{
    for (std::size_t i = 0; i < sides.size(); ++i) {
        WindowSide &side = sides[i];
        const std::int64_t size = call.in().size(std::int64_t(i) + 2);
        const bool ceil = call.attributes.integer("ceil_mode") == 1;
        std::int64_t windows = windowsOver(size, side, ceil);
        if (ceil && (windows - 1) * side.stride >= size + side.begin)
            --windows; // one that begins behind the input does not count
        const std::int64_t needed = (windows - 1) * side.stride + side.reach();
        side.end = std::max(side.end, needed - size - side.begin);
    }
    return sides;
}

at::Tensor largest(const at::Tensor &x, const WindowLists &lists, bool ceil)
{
    if (lists.kernel.size() == 1)
        return at::max_pool1d(x, lists.kernel, lists.stride, lists.padding, lists.dilation, ceil);
    if (lists.kernel.size() == 2)
        return at::max_pool2d(x, lists.kernel, lists.stride, lists.padding, lists.dilation, ceil);
    return at::max_pool3d(x, lists.kernel, lists.stride, lists.padding, lists.dilation, ceil);
}

Tensors maxPool(const Call &call)
{
    const std::vector<WindowSide> sides = sidesOf(call, call.attributes.ints("kernel_shape"));
    const bool ceil = call.attributes.integer("ceil_mode") == 1;
    WindowLists lists = listsOf(sides);
    if (symmetric(sides) && atMostHalf(sides))
        return {largest(call.in(), lists, ceil)};
    lists.padding.assign(sides.size(), 0);
    const double lowest = -std::numeric_limits<double>::infinity();
    return {largest(padSpatial(call.in(), widened(call, sides), lowest), lists, false)};
}

at::Tensor average(const at::Tensor &x, const WindowLists &lists, bool ceil, bool countPadding)
{
    if (lists.kernel.size() == 1)
        return at::avg_pool1d(x, lists.kernel, lists.stride, lists.padding, ceil, countPadding);
    if (lists.kernel.size() == 2)
        return at::avg_pool2d(x, lists.kernel, lists.stride, lists.padding, ceil, countPadding);
    return at::avg_pool3d(x, lists.kernel, lists.stride, lists.padding, ceil, countPadding);
}

// 1 where a value counts, 0 behind it.
at::Tensor counted(const Call &call, const std::vector<WindowSide> &declared,
                   const std::vector<WindowSide> &all, bool countPadding)
{
    at::Tensor ones = at::ones(call.in().sizes(), call.in().options());
    if (countPadding)
        ones = padSpatial(ones, declared, 1);
    std::vector<WindowSide> rest = all;
    for (std::size_t i = 0; countPadding && i < all.size(); ++i)
        rest[i] = {1, 1, 1, 0, all[i].end - declared[i].end};
    return padSpatial(ones, rest, 0);
}

// LibTorch's avg_pool3d wants the input without its padding to be as large as the kernel.
bool refused(const Call &call, const WindowLists &lists)
{
    bool small = false;
    for (std::size_t i = 0; i < lists.kernel.size(); ++i)
        small = small || call.in().size(std::int64_t(i) + 2) < lists.kernel[i];
    return small && lists.kernel.size() == 3;
}

Tensors averagePool(const Call &call)
{
    const std::vector<WindowSide> sides = sidesOf(call, call.attributes.ints("kernel_shape"));
    const bool ceil = call.attributes.integer("ceil_mode") == 1;
    const bool countPadding = call.attributes.integer("count_include_pad") == 1;
    WindowLists lists = listsOf(sides);
    if (symmetric(sides) && atMostHalf(sides) && !refused(call, lists))
        return {average(call.in(), lists, ceil, countPadding)};
    lists.padding.assign(sides.size(), 0);
    const std::vector<WindowSide> all = widened(call, sides);
    const at::Tensor values = average(padSpatial(call.in(), all, 0), lists, false, true);
    return {at::div(values, average(counted(call, sides, all, countPadding), lists, false, true))};
}

at::Tensor rooted(const at::Tensor &sum, std::int64_t p)
{
    if (p == 1)
        return sum;
    return p == 2 ? at::sqrt(sum) : at::pow(sum, 1.0 / double(p));
}

at::Tensor powered(const at::Tensor &x, std::int64_t p)
{
    return p == 1 ? at::abs(x) : at::pow(at::abs(x), double(p));
}

Tensors lpPool(const Call &call)
{
    const std::vector<WindowSide> sides = sidesOf(call, call.attributes.ints("kernel_shape"));
    WindowLists lists = listsOf(sides);
    lists.padding.assign(sides.size(), 0);
    double window = 1;
    for (const WindowSide &side : sides)
        window *= double(side.kernel);
    const std::int64_t p = call.attributes.integer("p", 2);
    const at::Tensor x = padSpatial(powered(call.in(), p), widened(call, sides), 0);
    return {rooted(at::mul(average(x, lists, false, true), window), p)};
}

Ints spatialDims(const Call &call)
{
    Ints dims;
    for (std::int64_t dim = 2; dim < call.rank(); ++dim)
        dims.push_back(dim);
    return dims;
}

Tensors globalAverage(const Call &call)
{
    return {at::mean(call.in(), spatialDims(call), true)};
}

Tensors globalMax(const Call &call)
{
    return {at::amax(call.in(), spatialDims(call), true)};
}

Tensors globalLp(const Call &call)
{
    const std::int64_t p = call.attributes.integer("p", 2);
    return {rooted(at::sum(powered(call.in(), p), spatialDims(call), true), p)};
}

} // namespace

void addPoolings(Evaluators &all)
{
    all.insert({{"MaxPool", maxPool},
                {"AveragePool", averagePool},
                {"LpPool", lpPool},
                {"GlobalAveragePool", globalAverage},
                {"GlobalMaxPool", globalMax},
                {"GlobalLpPool", globalLp}});
}

} // namespace mutascope::engines
