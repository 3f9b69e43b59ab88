// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_input.h"
#include "core/base/error.h"
#include "core/base/rng.h"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

constexpr std::int64_t mostImages = 64; // a fixed batch is executed while the model is loaded
constexpr std::int64_t largestSide = 4096;

[[noreturn]] void refuse(const OnnxInput &input, const std::string &why,
                         const char *hint = "Check the model's input shape, height x width x channels")
{
    std::vector<std::string> dims;
    for (const std::int64_t dim : input.dims)
        dims.push_back(dim < 0 ? "?" : std::to_string(dim));
    throw Error(ErrorCode::BadModel, fmt::format("the model takes [{}], {}", fmt::join(dims, ", "), why),
                hint);
}

bool fits(const OnnxInput &input, const Dims &image)
{
    if (input.dims.size() != image.size() + 1)
        return false;
    for (std::size_t i = 0; i < image.size(); ++i)
        if (input.dims[i + 1] >= 0 && input.dims[i + 1] != image[i])
            return false;
    return true;
}

ImageShape declaredShape(const OnnxInput &input)
{
    if (input.dims.size() != 4)
        refuse(input, "which says no image shape");
    const auto side = [&](std::size_t i) {
        if (input.dims[i] < 1 || input.dims[i] > largestSide)
            refuse(input, "which leaves the image shape open or absurd");
        return int(input.dims[i]);
    };
    const bool last = input.dims[1] != 1 && input.dims[1] != 3 && (input.dims[3] == 1 || input.dims[3] == 3);
    return last ? ImageShape{side(1), side(2), side(3)} : ImageShape{side(2), side(3), side(1)};
}

std::string conversion(const OnnxInput &input, const ImageShape &shape)
{
    const std::int64_t channels = shape.channels, height = shape.height, width = shape.width;
    if (fits(input, {channels, height, width}))
        return "x";
    if (fits(input, {height, width, channels}))
        return "torch.permute(x, [0, 2, 3, 1])";
    if (channels == 1 && fits(input, {height, width}))
        return "torch.squeeze(x, 1)";
    if (fits(input, {channels * height * width}))
        return "torch.flatten(x, 1)";
    refuse(input, fmt::format("not images of {}", shape.text()));
}

} // namespace

OnnxImages imagesOf(const OnnxInput &input, const std::optional<ImageShape> &shape)
{
    if (input.type != OnnxType::Float && input.type != OnnxType::Double)
        refuse(input, "but whole numbers, not real ones",
               "Export it with float32 images as its input, and what converts bytes left out");
    if (input.dims[0] > mostImages)
        refuse(input, fmt::format("more than {} images at a time", mostImages),
               "Export it with a free batch size, e.g. dynamic_axes={'input': {0: 'batch'}}");
    const ImageShape used = shape ? *shape : declaredShape(input);
    OnnxImages images{std::max<std::int64_t>(1, input.dims[0]),
                      {used.channels, used.height, used.width},
                      conversion(input, used)};
    if (input.type == OnnxType::Double)
        images.code = fmt::format("torch.to({}, {})", images.code, int(at::kDouble));
    return images;
}

at::Tensor probeImages(const OnnxImages &images, std::int64_t extra)
{
    const auto random = [&](std::int64_t count, std::uint64_t seed) {
        at::Tensor tensor = at::empty({count, images.shape[0], images.shape[1], images.shape[2]}, at::kFloat);
        Rng rng(seed);
        float *values = tensor.data_ptr<float>();
        for (std::int64_t i = 0; i < tensor.numel(); ++i)
            values[i] = float(2 * rng.uniform() - 1);
        return tensor;
    };
    return at::cat({random(extra, 2), random(images.count, 1)}, 0);
}

} // namespace mutascope
