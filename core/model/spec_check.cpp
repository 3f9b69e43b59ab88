// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/spec_check.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include <cmath>
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr int largestSide = 4096; // a few images of it still fit into memory

void require(bool condition, const std::string &what)
{
    if (!condition)
        throw Error(ErrorCode::BadModel, what, "Correct the model's entry in the project");
}

} // namespace

void checkSpec(const ModelSpec &spec)
{
    const ImageShape &shape = spec.input;
    require(shape.height > 0 && shape.width > 0 && (shape.channels == 1 || shape.channels == 3),
            fmt::format("the model's input shape {} is no image", shape.text()));
    require(shape.height <= largestSide && shape.width <= largestSide,
            fmt::format("the model's input shape {} is too large, at most {} x {} pixels", shape.text(),
                        largestSide, largestSide));
    require(isFactor(double(spec.scale)), "the model's scale must be a number from 1e-6 to 1e6");
    for (const auto *list : {&spec.mean, &spec.std})
        require(list->empty() || list->size() == std::size_t(shape.channels),
                fmt::format("the model's mean and std need one value a channel ({}), got {}", shape.channels,
                            list->size()));
    for (const float value : spec.std)
        require(isFactor(double(value)), "the model's std values must be numbers from 1e-6 to 1e6");
    for (const float value : spec.mean)
        require(std::abs(value) <= largestFactor, "the model's mean values must be numbers from -1e6 to 1e6");
    require(spec.channelOrder == "rgb" || spec.channelOrder == "bgr",
            fmt::format("unknown channel order '{}', expected rgb or bgr", spec.channelOrder));
}

void checkImages(const ModelSpec &spec, const ImageShape &shape)
{
    if (shape != spec.input)
        throw Error(
            ErrorCode::BadModel,
            fmt::format("images of {} do not fit the model, which takes {}", shape.text(), spec.input.text()),
            "Use images of the model's input shape");
}

void requireClasses(const ModelSpec &spec, int outputs)
{
    if (outputs != spec.classes)
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model gives {} outputs for some images and {} for others", spec.classes,
                                outputs),
                    "A classifier gives one output a class, whatever the images: change its code");
}

ModelSpec describedBy(const std::filesystem::path &file, ModelSpec spec)
{
    spec.file = file;
    if (spec.name.empty())
        spec.name = file.stem().string();
    if (spec.sha256.empty())
        spec.sha256 = sha256OfFile(file);
    return spec;
}

} // namespace mutascope
