// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/call.h"
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

double epsilon(const Call &call)
{
    return call.attributes.real("epsilon", double(1e-5f));
}

Tensors batchNorm(const Call &call)
{
    return {at::batch_norm(call.in(), call.in(1), call.in(2), call.in(3), call.in(4), false, 0, epsilon(call),
                           false)};
}

// Composed: at::instance_norm refuses one value a channel, which ONNX allows.
Tensors instanceNorm(const Call &call)
{
    const at::Tensor &x = call.in();
    Ints dims, each(std::size_t(call.rank()), 1);
    for (std::int64_t dim = 2; dim < call.rank(); ++dim)
        dims.push_back(dim);
    each[1] = x.size(1);
    const at::Tensor centred = at::sub(x, at::mean(x, dims, true));
    const at::Tensor variance = at::mean(at::mul(centred, centred), dims, true);
    const at::Tensor scaled = at::div(centred, at::sqrt(at::add(variance, epsilon(call))));
    return {at::add(at::mul(scaled, at::reshape(call.in(1), each)), at::reshape(call.in(2), each))};
}

Tensors layerNorm(const Call &call)
{
    const auto begin = call.in().sizes().begin() + call.axis(-1);
    const Ints shape(begin, call.in().sizes().end());
    const auto bias = call.has(2) ? c10::optional<at::Tensor>(call.in(2)) : c10::nullopt;
    return {at::layer_norm(call.in(), shape, call.in(1), bias, epsilon(call), false)};
}

// Squares of the channels from c - floor((size - 1) / 2) to c + ceil((size - 1) / 2).
Tensors lrn(const Call &call)
{
    const std::int64_t size = call.attributes.integer("size", 1);
    const std::int64_t channels = call.in().size(1);
    Ints pads(std::size_t(2 * (call.rank() - 1)), 0);
    pads[pads.size() - 2] = (size - 1) / 2;
    pads[pads.size() - 1] = size - 1 - (size - 1) / 2;
    const at::Tensor squares = at::constant_pad_nd(at::mul(call.in(), call.in()), pads, 0);
    at::Tensor sum = at::narrow(squares, 1, 0, channels);
    for (std::int64_t i = 1; i < size; ++i)
        sum = at::add(sum, at::narrow(squares, 1, i, channels));
    const double alpha = call.attributes.real("alpha", double(1e-4f));
    const at::Tensor base = at::add(at::mul(sum, alpha / double(size)), call.attributes.real("bias", 1));
    return {at::div(call.in(), at::pow(base, call.attributes.real("beta", 0.75)))};
}

Tensors lpNorm(const Call &call)
{
    const std::int64_t axis = call.axis(-1);
    const at::Tensor &x = call.in();
    if (call.attributes.integer("p", 2) == 1)
        return {at::div(x, at::sum(at::abs(x), axis, true))};
    return {at::div(x, at::sqrt(at::sum(at::mul(x, x), axis, true)))};
}

// ONNX's function: (x - E x) / (sqrt(E x^2 - (E x)^2) + 1e-9).
Tensors meanVariance(const Call &call)
{
    const Ints given = call.attributes.ints("axes");
    const Ints axes = given.empty() ? Ints{0, 2, 3} : given;
    const at::Tensor &x = call.in();
    const at::Tensor mean = at::mean(x, axes, true);
    const at::Tensor variance = at::sub(at::mean(at::mul(x, x), axes, true), at::mul(mean, mean));
    return {at::div(at::sub(x, mean), at::add(at::sqrt(at::clamp_min(variance, 0)), 1e-9))};
}

// Before opset 13 all dimensions from the axis on count as one.
template <at::Tensor (*operation)(const at::Tensor &, std::int64_t)> Tensors along(const Call &call)
{
    if (call.opset >= 13)
        return {operation(call.in(), call.axis(-1))};
    const std::int64_t axis = call.axis(1);
    std::int64_t rows = 1;
    for (std::int64_t dim = 0; dim < axis; ++dim)
        rows *= call.in().size(dim);
    const at::Tensor flat = at::reshape(call.in(), {rows, call.in().numel() / rows});
    return {at::reshape(operation(flat, 1), call.in().sizes())};
}

at::Tensor softmax(const at::Tensor &x, std::int64_t axis)
{
    return at::softmax(x, axis);
}

at::Tensor logSoftmax(const at::Tensor &x, std::int64_t axis)
{
    return at::log_softmax(x, axis);
}

at::Tensor hardmax(const at::Tensor &x, std::int64_t axis)
{
    return at::scatter(at::zeros_like(x), axis, at::argmax(x, axis, true), 1);
}

} // namespace

void addNormalizations(Evaluators &all)
{
    all.insert({{"BatchNormalization", batchNorm},
                {"InstanceNormalization", instanceNorm},
                {"LayerNormalization", layerNorm},
                {"LRN", lrn},
                {"LpNormalization", lpNorm},
                {"MeanVarianceNormalization", meanVariance},
                {"Softmax", along<softmax>},
                {"LogSoftmax", along<logSoftmax>},
                {"Hardmax", along<hardmax>}});
}

} // namespace mutascope::engines
