// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/built_in.h"
#include "core/base/error.h"
#include "core/model/torch/efficientnet_b3.h"
#include "core/model/torch/lenet.h"
#include "core/model/torch/resnet20.h"
#include "core/model/torch/vgg16.h"
#include "core/model/training.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

void checkSizes(const std::string &architecture, const ImageShape &input, int classes)
{
    if (input.height < 4 || input.width < 4 || input.channels < 1)
        throw Error(ErrorCode::Usage,
                    fmt::format("images of {} are too small for {}", input.text(), architecture),
                    "Use images of at least 4x4 pixels");
    if (classes < 2)
        throw Error(ErrorCode::Usage, fmt::format("a classifier needs at least 2 classes, got {}", classes));
}

} // namespace

torch::jit::Module makeBuiltIn(const std::string &architecture, const ImageShape &input, int classes,
                               std::uint64_t seed)
{
    architectureInfo(architecture); // an unknown one is named before anything else
    checkSizes(architecture, input, classes);
    if (architecture == "vgg16")
        return makeVgg16(input, classes, seed);
    if (architecture == "resnet20")
        return makeResNet20(input, classes, seed);
    if (architecture == "efficientnet-b3")
        return makeEfficientNetB3(input, classes, seed);
    return makeLeNet(architecture, input, classes, seed);
}

} // namespace mutascope
