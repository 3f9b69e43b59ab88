// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/structural_similarity.h"
#include "core/base/error.h"
#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace mutascope {

namespace {

constexpr int fullWindow = 11;
constexpr double fullDeviation = 1.5;
constexpr double c1 = (0.01 * 255) * (0.01 * 255);
constexpr double c2 = (0.03 * 255) * (0.03 * 255);

// Local means of x, y, x * x, y * y, x * y.
using Moments = cv::Vec<double, 5>;

cv::Mat localMoments(const Plane &seed, const Plane &test, int window)
{
    cv::Mat products(seed.height, seed.width, CV_64FC(5));
    auto *target = products.ptr<Moments>();
    for (std::size_t i = 0; i < seed.values.size(); ++i) {
        const double x = seed.values[i], y = test.values[i];
        target[i] = {x, y, x * x, y * y, x * y};
    }
    cv::Mat means;
    const double deviation = fullDeviation * window / fullWindow;
    cv::GaussianBlur(products, means, {window, window}, deviation, deviation, cv::BORDER_REFLECT_101);
    const int rim = window / 2; // where the window would lie partly outside
    return means({rim, rim, seed.width - 2 * rim, seed.height - 2 * rim});
}

Similarity similarityAt(const Moments &m)
{
    const double products = m[0] * m[1], squares = m[0] * m[0] + m[1] * m[1];
    const double covariance = m[4] - products, variances = m[2] + m[3] - squares;
    const double contrastStructure = (2 * covariance + c2) / (variances + c2);
    return {(2 * products + c1) / (squares + c1) * contrastStructure, contrastStructure};
}

Similarity meanSimilarity(const cv::Mat &moments)
{
    Similarity sum;
    for (int y = 0; y < moments.rows; ++y)
        for (const Moments &m : std::span(moments.ptr<Moments>(y), std::size_t(moments.cols))) {
            const Similarity here = similarityAt(m);
            sum.all += here.all;
            sum.contrastStructure += here.contrastStructure;
        }
    const double places = double(moments.rows) * moments.cols;
    return {sum.all / places, sum.contrastStructure / places};
}

} // namespace

Plane planeOf(std::span<const std::uint8_t> pixels, const ImageShape &shape, int channel)
{
    const auto channels = std::size_t(shape.channels);
    Plane plane{shape.height, shape.width, std::vector<double>(pixels.size() / channels)};
    for (std::size_t i = 0; i < plane.values.size(); ++i)
        plane.values[i] = pixels[i * channels + std::size_t(channel)];
    return plane;
}

Plane halved(const Plane &plane)
{
    Plane half{plane.height / 2, plane.width / 2, {}};
    half.values.reserve(std::size_t(half.height) * std::size_t(half.width));
    for (int y = 0; y < half.height; ++y)
        for (int x = 0; x < half.width; ++x) {
            const double *above
                = &plane.values[std::size_t(2 * y) * std::size_t(plane.width) + std::size_t(2 * x)];
            const double *below = above + plane.width;
            half.values.push_back((above[0] + above[1] + below[0] + below[1]) / 4);
        }
    return half;
}

int similarityWindow(int height, int width)
{
    const int side = std::min(height, width);
    return std::min(fullWindow, side % 2 == 0 ? side - 1 : side);
}

Similarity structuralSimilarity(const Plane &seed, const Plane &test)
{
    try {
        return meanSimilarity(localMoments(seed, test, similarityWindow(seed.height, seed.width)));
    } catch (const cv::Exception &e) {
        throw Error(ErrorCode::Internal, "OpenCV could not compare two images: " + e.err);
    }
}

} // namespace mutascope
