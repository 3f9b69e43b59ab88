// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_decode.h"
#include "core/base/error.h"
#include "core/data/image_check.h"
#include <algorithm>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace mutascope {

namespace {

cv::Mat matOf(const Image &image)
{
    return {image.shape.height, image.shape.width, CV_8UC(image.shape.channels),
            const_cast<std::uint8_t *>(image.pixels.data())}; // only read
}

Image emptyImage(const ImageShape &shape)
{
    return {shape, std::vector<std::uint8_t>(shape.size())};
}

cv::Mat decoded(std::span<const std::uint8_t> bytes)
{
    const cv::Mat buffer(1, int(bytes.size()), CV_8UC1,
                         const_cast<std::uint8_t *>(bytes.data())); // only read
    cv::Mat bgr = cv::imdecode(buffer, cv::IMREAD_COLOR);
    if (bgr.empty() || bgr.type() != CV_8UC3)
        throw Error(ErrorCode::BadData, "it does not decode", "Save the image again, or remove it");
    return bgr;
}

// The part of the image that the target shows.
cv::Rect shownPart(const ImageShape &image, const ImageShape &target, const FitRule &rule)
{
    if (rule.stretch)
        return {0, 0, image.width, image.height};
    const double scale = std::min(double(image.height) / target.height, double(image.width) / target.width)
        * rule.cropFraction;
    const auto side
        = [&](int wanted, int there) { return std::clamp(int(std::lround(wanted * scale)), 1, there); };
    const int height = side(target.height, image.height), width = side(target.width, image.width);
    return {(image.width - width) / 2, (image.height - height) / 2, width, height};
}

cv::Mat resized(const cv::Mat &image, const ImageShape &target)
{
    if (image.rows == target.height && image.cols == target.width)
        return image;
    const bool smaller = image.rows >= target.height && image.cols >= target.width;
    cv::Mat out;
    cv::resize(image, out, {target.width, target.height}, 0, 0, smaller ? cv::INTER_AREA : cv::INTER_LINEAR);
    return out;
}

void convertChannels(const cv::Mat &from, cv::Mat &to)
{
    if (from.channels() == to.channels())
        from.copyTo(to);
    else
        cv::cvtColor(from, to, to.channels() == 1 ? cv::COLOR_RGB2GRAY : cv::COLOR_GRAY2RGB);
}

} // namespace

Image decodeImage(std::span<const std::uint8_t> bytes)
{
    checkImageFile(bytes);
    try {
        const cv::Mat bgr = decoded(bytes);
        Image image = emptyImage({bgr.rows, bgr.cols, 3});
        cv::Mat rgb = matOf(image);
        cv::cvtColor(bgr, rgb, cv::COLOR_BGR2RGB);
        return image;
    } catch (const cv::Exception &) { // its text names source files of OpenCV
        throw Error(ErrorCode::BadData, "it does not decode", "Save the image again, or remove it");
    }
}

Image fitImage(const Image &image, const ImageShape &shape, const FitRule &rule)
{
    if (image.shape == shape && (rule.stretch || rule.cropFraction >= 1))
        return image;
    try {
        Image out = emptyImage(shape);
        cv::Mat target = matOf(out);
        convertChannels(resized(matOf(image)(shownPart(image.shape, shape, rule)), shape), target);
        return out;
    } catch (const cv::Exception &e) {
        throw Error(ErrorCode::Internal, "an image could not be resized: " + e.msg);
    }
}

} // namespace mutascope
