// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/call.h"
#include <algorithm>
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

Tensors concat(const Call &call)
{
    return {at::cat(call.inputs, call.axis(0))};
}

Tensors split(const Call &call)
{
    return at::split_with_sizes(call.in(), call.attributes.ints("split"), call.axis(0));
}

// The places a slice takes, as numpy counts them.
Ints places(std::int64_t side, std::int64_t start, std::int64_t end, std::int64_t step)
{
    const auto bound = [&](std::int64_t at) {
        at += at < 0 ? side : 0;
        return step > 0 ? std::clamp<std::int64_t>(at, 0, side) : std::clamp<std::int64_t>(at, -1, side - 1);
    };
    Ints result;
    for (std::int64_t at = bound(start); step > 0 ? at < bound(end) : at > bound(end); at += step)
        result.push_back(at);
    return result;
}

Tensors slice(const Call &call)
{
    const Ints &starts = call.attributes.ints("starts");
    const Ints &axes = call.attributes.ints("axes");
    const Ints &steps = call.attributes.ints("steps");
    at::Tensor result = call.in();
    for (std::size_t i = 0; i < starts.size(); ++i) {
        std::int64_t axis = i < axes.size() ? axes[i] : std::int64_t(i);
        axis += axis < 0 ? call.rank() : 0;
        const std::int64_t step = i < steps.size() ? steps[i] : 1;
        const std::int64_t end = call.attributes.ints("ends").at(i);
        if (step > 0)
            result = at::slice(result, axis, starts[i], end, step);
        else
            result
                = at::index_select(result, axis, constant(places(result.size(axis), starts[i], end, step)));
    }
    return {result};
}

// Where in a side each place of the padded one comes from.
Ints paddedPlaces(std::int64_t side, std::int64_t begin, std::int64_t end, bool reflect)
{
    Ints result;
    for (std::int64_t at = -begin; at < side + end; ++at) {
        const std::int64_t mirrored = at < 0 ? -at : at >= side ? 2 * side - 2 - at : at;
        result.push_back(reflect ? mirrored : std::clamp<std::int64_t>(at, 0, side - 1));
    }
    return result;
}

at::Tensor paddedWith(const Call &call, const Ints &pads)
{
    Ints reversed; // the last dimension first
    for (std::int64_t dim = call.rank() - 1; dim >= 0; --dim) {
        reversed.push_back(pads[std::size_t(dim)]);
        reversed.push_back(pads[std::size_t(dim + call.rank())]);
    }
    const double value = call.attributes.real("value", 0);
    if (at::isFloatingType(call.in().scalar_type()))
        return at::constant_pad_nd(call.in(), reversed, value);
    return at::constant_pad_nd(call.in(), reversed, std::int64_t(value));
}

Tensors pad(const Call &call)
{
    const Ints &pads = call.attributes.ints("pads");
    const std::string mode = call.attributes.word("mode", "constant");
    if (mode == "constant")
        return {paddedWith(call, pads)};
    at::Tensor result = call.in();
    for (std::int64_t dim = 0; dim < call.rank(); ++dim) {
        const std::int64_t begin = pads[std::size_t(dim)];
        const std::int64_t end = pads[std::size_t(dim + call.rank())];
        if (begin + end > 0)
            result = at::index_select(
                result, dim, constant(paddedPlaces(call.in().size(dim), begin, end, mode == "reflect")));
    }
    return {result};
}

at::Tensor fromFront(const at::Tensor &indices, std::int64_t side)
{
    const at::Tensor whole = indices.to(at::kLong);
    return at::where(at::lt(whole, 0), at::add(whole, side), whole);
}

Tensors gather(const Call &call)
{
    const std::int64_t axis = call.axis(0);
    const at::Tensor indices = fromFront(call.in(1), call.in().size(axis));
    const at::Tensor taken = at::index_select(call.in(), axis, at::reshape(indices, {-1}));
    Ints shape(call.in().sizes().begin(), call.in().sizes().end());
    const auto place = shape.erase(shape.begin() + axis);
    shape.insert(place, indices.sizes().begin(), indices.sizes().end());
    return {at::reshape(taken, shape)};
}

Tensors gatherElements(const Call &call)
{
    const std::int64_t axis = call.axis(0);
    return {at::gather(call.in(), axis, fromFront(call.in(1), call.in().size(axis)))};
}

// An index that is out of range is on nowhere.
Tensors oneHot(const Call &call)
{
    const std::int64_t axis = call.axis(-1, 1);
    const std::int64_t depth = call.attributes.integer("depth", 1);
    const at::Tensor indices = at::unsqueeze(fromFront(call.in(), depth), axis);
    Ints shape(std::size_t(call.rank()) + 1, 1);
    shape[std::size_t(axis)] = depth;
    const at::Tensor on = at::eq(indices, at::reshape(at::arange(depth, at::kLong), shape));
    return {at::where(on, at::select(call.in(2), 0, 1), at::select(call.in(2), 0, 0))};
}

Tensors trilu(const Call &call)
{
    const std::int64_t k = call.attributes.integer("k");
    const bool upper = call.attributes.integer("upper", 1) == 1;
    return {upper ? at::triu(call.in(), k) : at::tril(call.in(), k)};
}

} // namespace

void addSelections(Evaluators &all)
{
    all.insert({{"Concat", concat},
                {"Split", split},
                {"Slice", slice},
                {"Pad", pad},
                {"Gather", gather},
                {"GatherElements", gatherElements},
                {"OneHot", oneHot},
                {"Trilu", trilu}});
}

} // namespace mutascope::engines
