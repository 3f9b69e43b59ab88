// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/fitted_images.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include <opencv2/imgproc.hpp>

namespace mutascope {

namespace {

cv::Mat matOf(const ImageShape &shape, std::span<const std::uint8_t> pixels)
{
    return {shape.height, shape.width, CV_8UC(shape.channels), const_cast<std::uint8_t *>(pixels.data())};
}

cv::Mat withChannels(const cv::Mat &image, int channels)
{
    if (image.channels() == channels)
        return image;
    cv::Mat converted;
    cv::cvtColor(image, converted, channels == 1 ? cv::COLOR_RGB2GRAY : cv::COLOR_GRAY2RGB);
    return converted;
}

Image fitted(const ImageShape &shape, const cv::Mat &image)
{
    const bool shrinks = shape.height < image.rows || shape.width < image.cols;
    cv::Mat resized;
    cv::resize(withChannels(image, shape.channels), resized, {shape.width, shape.height}, 0, 0,
               shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
    return {shape, std::vector<std::uint8_t>(resized.data, resized.data + shape.size())};
}

} // namespace

ImageBatch fittedTo(const ImageShape &shape, const ImageBatch &images)
{
    if (images.shape() == shape || images.empty())
        return images;
    std::vector<Image> fits(images.count());
    try {
        inParallel(images.count(),
                   [&](std::size_t i) { fits[i] = fitted(shape, matOf(images.shape(), images.pixels(i))); });
    } catch (const cv::Exception &e) {
        throw Error(ErrorCode::Internal, "OpenCV could not resize images: " + e.err);
    }
    ImageBatch batch(shape);
    batch.reserve(fits.size());
    for (const Image &image : fits)
        batch.append(image);
    return batch;
}

} // namespace mutascope
