// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/model_import_input.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

// MNIST, CIFAR, Tiny ImageNet; ImageNet's 224 and those of EfficientNet, Inception and vision transformers.
constexpr int smallSides[] = {28, 32, 64};
constexpr int largeSides[] = {224, 240, 260, 299, 300, 384};

// In the number of channels of the data first: a model may have been made for grey versions.
void addSide(std::vector<ImageShape> &shapes, int height, int width, int channels)
{
    for (const int c : {channels, channels == 1 ? 3 : 1}) {
        const ImageShape shape{height, width, c};
        if (std::ranges::find(shapes, shape) == shapes.end())
            shapes.push_back(shape);
    }
}

// What mean or std imply; 0: nothing is implied.
int givenChannels(const ImportRequest &request)
{
    const auto &list = request.mean ? request.mean : request.std;
    return list ? int(list->size()) : 0;
}

void checkChannels(const ImportRequest &request, const ImageShape &input)
{
    for (const auto *list : {&request.mean, &request.std})
        if (*list && int((*list)->size()) != input.channels)
            throw Error(ErrorCode::BadModel,
                        fmt::format("mean and std need one number a channel: {} for images of {}",
                                    input.channels, input.text()),
                        "Correct them, or leave them out: they are found by trying");
}

} // namespace

std::vector<ImageShape> likelyInputs(const ImageShape &native, bool fixed, int only)
{
    std::vector<ImageShape> shapes;
    const int channels = native.channels == 1 ? 1 : 3;
    const auto add = [&](std::span<const int> sides) {
        for (const int side : sides)
            addSide(shapes, side, side, channels);
    };
    const bool photographs = !fixed && std::min(native.height, native.width) >= largeSides[0] / 2;
    if (native.size() > 0 && !photographs)
        addSide(shapes, native.height, native.width, channels);
    if (photographs)
        add(largeSides);
    add(smallSides);
    add(largeSides);
    std::erase_if(shapes, [&](const ImageShape &shape) { return only > 0 && shape.channels != only; });
    return shapes;
}

ModelSpec importSpec(const ImportRequest &request)
{
    requireModelFile(request.model, "Models are TorchScript files (.pt) and ONNX files (.onnx)");
    ModelSpec spec;
    spec.file = std::filesystem::absolute(request.model).lexically_normal();
    spec.name = spec.file.stem().string();
    spec.output = request.output;
    spec.blackBox = request.blackBox;
    spec.sha256 = sha256OfFile(spec.file);
    return spec;
}

bool hasImageFiles(const std::string &format)
{
    return format == "folder" || format == "csv";
}

ProbeReport findInput(const ImportRequest &request, const DatasetSpec &native, ModelSpec &spec)
{
    ProbeRequest probe{spec, {}};
    if (request.input)
        probe.inputs = {*request.input};
    else
        probe.inputs = likelyInputs(native.shape, !hasImageFiles(native.format), givenChannels(request));
    probe.spec.mean.clear(); // pixels are found out afterwards
    probe.spec.std.clear();
    const ProbeReport report = probeInChild(request.model, probe);
    spec.input = report.input;
    checkChannels(request, spec.input);
    return report;
}

DataSource sourceFor(const ImportRequest &request, const DatasetSpec &native, const ImageShape &input)
{
    DataSource source{native.format, std::filesystem::absolute(request.data).lexically_normal(), input,
                      request.classNames, request.dataOptions};
    if (native.shape != input && !hasImageFiles(native.format) && !source.options.contains("resize"))
        source.options["resize"] = std::string("center-crop");
    return source;
}

} // namespace mutascope
