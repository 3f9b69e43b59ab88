// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/call.h"
#include <algorithm>
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

Tensors reshape(const Call &call)
{
    Ints shape = call.attributes.ints("shape");
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (shape[i] == 0)
            shape[i] = call.in().size(std::int64_t(i));
    return {at::reshape(call.in(), shape)};
}

Tensors flatten(const Call &call)
{
    std::int64_t rows = 1;
    for (std::int64_t dim = 0; dim < call.axis(1); ++dim)
        rows *= call.in().size(dim);
    return {at::reshape(call.in(), {rows, call.in().numel() / rows})};
}

Ints axesFromFront(const Call &call, std::int64_t extra)
{
    Ints axes = call.attributes.ints("axes");
    for (std::int64_t &axis : axes)
        axis += axis < 0 ? call.rank() + extra : 0;
    std::ranges::sort(axes);
    return axes;
}

Tensors squeeze(const Call &call)
{
    if (!call.attributes.contains("axes"))
        return {at::squeeze(call.in())};
    at::Tensor result = call.in();
    const Ints axes = axesFromFront(call, 0);
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis)
        result = at::squeeze(result, *axis);
    return {result};
}

Tensors unsqueeze(const Call &call)
{
    at::Tensor result = call.in();
    for (const std::int64_t axis : axesFromFront(call, std::int64_t(call.attributes.ints("axes").size())))
        result = at::unsqueeze(result, axis);
    return {result};
}

Tensors transpose(const Call &call)
{
    Ints order = call.attributes.ints("perm");
    for (std::int64_t dim = call.rank(); order.size() < std::size_t(call.rank());)
        order.push_back(--dim);
    return {at::permute(call.in(), order)};
}

Tensors expand(const Call &call)
{
    const Shape own(call.in().sizes().begin(), call.in().sizes().end());
    const auto shape = broadcastOf(own, call.attributes.ints("shape"));
    return {call.in().expand(shape.value_or(own))};
}

Tensors tile(const Call &call)
{
    return {call.in().repeat(call.attributes.ints("repeats"))};
}

Tensors depthToSpace(const Call &call)
{
    const at::Tensor &x = call.in();
    const std::int64_t b = call.attributes.integer("blocksize", 1);
    const std::int64_t n = x.size(0), c = x.size(1) / (b * b), h = x.size(2), w = x.size(3);
    const at::Tensor turned = call.attributes.word("mode", "DCR") == "DCR"
        ? at::permute(at::reshape(x, {n, b, b, c, h, w}), {0, 3, 4, 1, 5, 2})
        : at::permute(at::reshape(x, {n, c, b, b, h, w}), {0, 1, 4, 2, 5, 3});
    return {at::reshape(turned, {n, c, h * b, w * b})};
}

Tensors spaceToDepth(const Call &call)
{
    const at::Tensor &x = call.in();
    const std::int64_t b = call.attributes.integer("blocksize", 1);
    const std::int64_t n = x.size(0), c = x.size(1), h = x.size(2) / b, w = x.size(3) / b;
    const at::Tensor turned = at::permute(at::reshape(x, {n, c, h, b, w, b}), {0, 3, 5, 1, 2, 4});
    return {at::reshape(turned, {n, c * b * b, h, w})};
}

} // namespace

void addArrangements(Evaluators &all)
{
    all.insert({{"Reshape", reshape},
                {"Flatten", flatten},
                {"Squeeze", squeeze},
                {"Unsqueeze", unsqueeze},
                {"Transpose", transpose},
                {"Expand", expand},
                {"Tile", tile},
                {"DepthToSpace", depthToSpace},
                {"SpaceToDepth", spaceToDepth}});
}

} // namespace mutascope::engines
