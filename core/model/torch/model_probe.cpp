// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/model_probe.h"
#include "core/base/rng.h"
#include "core/model/model_failure.h"
#include "core/model/torch/layer_weights.h"
#include "core/model/torch/plan.h"
#include "core/model/torch/torch_error.h"
#include "core/model/torch/torch_memory.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <torch/script.h>

namespace mutascope {

namespace {

const char *const failsOnTestImages = "the model fails on test images";
const char *const shapeHint = "Check the model's input shape, height x width x channels";

// A black, a white and an odd number of noisy images: a batch size no model was exported with.
constexpr std::size_t probes = 7;

ImageBatch madeUpImages(const ImageShape &shape, std::size_t count)
{
    ImageBatch batch(shape);
    Rng rng(2024);
    std::vector<std::uint8_t> pixels(shape.size());
    for (std::size_t i = 0; i < count; ++i) {
        for (auto &pixel : pixels)
            pixel = i < 2 ? std::uint8_t(255 * i) : std::uint8_t(rng.below(256));
        batch.append(shape, pixels);
    }
    return batch;
}

void checkType(const at::Tensor &output)
{
    const bool real = output.scalar_type() == at::kFloat || output.scalar_type() == at::kDouble;
    if (!real || output.layout() != c10::kStrided)
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model's outputs are of type {}{}, not real numbers of 32 or 64 bits",
                                output.layout() == c10::kStrided ? "" : "sparse ",
                                c10::toString(output.scalar_type())),
                    "Export a model whose forward returns float32 logits or probabilities");
}

// Of a copy: a model may change its input in place.
c10::IValue returned(torch::jit::Module &module, const at::Tensor &input)
{
    return module.forward({input.clone()});
}

at::Tensor outputIn(const c10::IValue &value, const OutputPath &path)
{
    at::Tensor output = path.of(value);
    checkType(output);
    return output;
}

// Whether the module accepts each of the images alone.
bool acceptsOne(torch::jit::Module &module, const at::Tensor &input)
{
    try {
        for (std::int64_t i = 0; i < input.size(0); ++i)
            returned(module, input.narrow(0, i, 1));
        return true;
    } catch (const std::exception &) {
        return false;
    }
}

c10::IValue firstReturned(torch::jit::Module &module, const ModelSpec &spec, const at::Tensor &input)
{
    try {
        return returned(module, input);
    } catch (const std::exception &error) {
        if (isOutOfMemory(error)) // trying again would fill it again
            throw OutOfMemory(fmt::format("the model needs more memory than there is for {} images of {}",
                                          input.size(0), spec.input.text()));
        if (acceptsOne(module, input))
            throw Error(ErrorCode::BadModel, "the model takes one image at a time, not a batch",
                        "Export it with a free batch size, e.g. x.flatten(1) instead of x.view(1, -1)");
        throw Error(
            ErrorCode::BadModel,
            fmt::format("the model does not take images of {}: {}", spec.input.text(), plainMessage(error)),
            shapeHint);
    }
}

bool sameNumbers(const Predictions &a, const Predictions &b)
{
    const auto same = [](float x, float y) {
        return x == y || (std::isnan(x) && std::isnan(y))
            || std::abs(x - y) <= 1e-4f * std::max(1.0f, std::abs(x));
    };
    return std::equal(a.outputs.begin(), a.outputs.end(), b.outputs.begin(), b.outputs.end(), same);
}

void checkRepeats(torch::jit::Module &module, const FirstForward &first, const Predictions &outputs)
{
    const at::Tensor again = outputIn(returned(module, first.input), first.output);
    if (!sameNumbers(outputs, predictionsOf(again, probes)))
        throw Error(ErrorCode::BadModel, "the model gives other outputs each time it sees the same images",
                    "Export it in evaluation mode (model.eval()), without dropout");
}

void checkFinite(const Predictions &outputs)
{
    const auto finite = [](float value) { return std::isfinite(value); };
    for (std::size_t i = 0; i < outputs.count; ++i)
        if (std::ranges::all_of(outputs.row(i), finite))
            return;
    throw Error(ErrorCode::BadModel,
                "the model's outputs are not finite numbers (NaN or infinity) on any test image",
                "Check the model's weights and its scale, mean and std");
}

void checkClasses(const ModelSpec &spec, int classes)
{
    if (classes < 2)
        throw Error(ErrorCode::BadModel, "the model has a single output; a classifier needs two or more",
                    "Export a model with one output a class");
    if (spec.classes != 0 && spec.classes != classes)
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model has {} outputs, but its description says {} classes", classes,
                                spec.classes),
                    "Correct the number of classes, or leave it out");
}

bool areProbabilities(const Predictions &outputs)
{
    for (std::size_t i = 0; i < outputs.count; ++i) {
        const auto row = outputs.row(i);
        if (std::ranges::any_of(row, [](float value) { return !(value >= 0); }))
            return false;
        if (std::abs(std::accumulate(row.begin(), row.end(), 0.0) - 1.0) > 1e-3)
            return false;
    }
    return true;
}

bool holdsNeurons(const at::Tensor &output)
{
    return output.dim() >= 2 && output.size(0) == std::int64_t(probes) && output.numel() > 0
        && output.is_floating_point() && output.layout() == c10::kStrided;
}

LayerInfo layerOf(const Tap &tap, const at::Tensor &output, const torch::jit::Module &module)
{
    const auto shape = output.sizes().slice(1).vec();
    const auto neurons = int(tap.channelsLast ? shape.back() : shape.front());
    return {tap.name, tap.kind, shape, neurons, parametersOf(tap, module)};
}

// Which taps hold neurons, and what shape they have.
void findLayers(const LayerGraph &layers, const at::Tensor &input, ModelFacts &facts)
{
    std::vector<std::size_t> all(layers.taps.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const std::vector<at::Tensor> outputs = Plan(layers, all, Plan::Reads::WholeOutputs).run(input.clone());
    for (const std::size_t tap : all) {
        const at::Tensor &output = outputs[tap + 1];
        if (!holdsNeurons(output))
            continue;
        facts.taps.push_back(tap);
        facts.layers.push_back(layerOf(layers.taps[tap], output, layers.module));
    }
}

void checkTapped(const LayerGraph &layers, const std::vector<std::size_t> &taps, const at::Tensor &input,
                 const Predictions &plain)
{
    const std::vector<at::Tensor> outputs = Plan(layers, taps).run(input.clone());
    if (!sameNumbers(plain, predictionsOf(outputs.front(), probes)))
        throw Error(ErrorCode::BadModel, "reading the model's neurons changes its outputs",
                    "Export the model with torch.jit.trace(model.eval(), example)");
}

} // namespace

Predictions predictionsOf(const at::Tensor &output, std::size_t images)
{
    if (output.dim() < 2) // whatever the size of the images
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model gives {} number{}, not a row of outputs for each of {} images",
                                output.numel(), output.numel() == 1 ? "" : "s", images),
                    "Export a classifier whose forward returns one row of logits an image");
    if (output.dim() != 2 || output.size(0) != std::int64_t(images) || output.size(1) < 1)
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model gives a tensor [{}] for {} images, expected [{}, classes]",
                                fmt::join(output.sizes(), ", "), images, images),
                    "Export a classifier whose forward returns one row of logits an image, for any number of "
                    "images");
    const at::Tensor dense = output.to(at::kFloat).contiguous();
    const float *begin = dense.data_ptr<float>();
    return {images, int(dense.size(1)), false, {begin, begin + dense.numel()}};
}

FirstForward firstForward(torch::jit::Module &module, const ModelSpec &spec,
                          const InputConversion &conversion)
{
    return translated(failsOnTestImages, shapeHint, [&] {
        const at::NoGradGuard noGradients;
        const at::Tensor input = conversion.toTensor(madeUpImages(spec.input, probes));
        const c10::IValue value = firstReturned(module, spec, input);
        return FirstForward{input, value, OutputPath(value, probes, spec.output)};
    });
}

ModelFacts probeModel(torch::jit::Module &module, const LayerGraph &layers, const FirstForward &first,
                      const ModelSpec &spec)
{
    return translated(failsOnTestImages, shapeHint, [&] {
        const at::NoGradGuard noGradients;
        const Predictions outputs = predictionsOf(outputIn(first.returned, first.output), probes);
        checkClasses(spec, outputs.classes);
        checkFinite(outputs);
        checkRepeats(module, first, outputs);
        ModelFacts facts{outputs.classes, areProbabilities(outputs), {}, {}};
        findLayers(layers, first.input, facts);
        checkTapped(layers, facts.taps, first.input, outputs);
        return facts;
    });
}

} // namespace mutascope
