// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/rng.h"
#include "core/mutate/affine.h"
#include "core/mutate/cv_image.h"
#include "core/mutate/median.h"
#include <cmath>
#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

// What Mutascope does sooner than OpenCV, against OpenCV.
namespace mutascope {
namespace {

Image randomImage(const ImageShape &shape, Rng &rng)
{
    Image image{shape, std::vector<std::uint8_t>(shape.size())};
    for (std::uint8_t &value : image.pixels)
        value = std::uint8_t(rng.below(256));
    return image;
}

Image warpedByOpenCv(const Image &image, const AffineMap &map)
{
    const double x = (image.shape.width - 1) / 2.0, y = (image.shape.height - 1) / 2.0;
    const cv::Matx23d matrix(map.xx, map.xy, map.dx + x - map.xx * x - map.xy * y, //
                             map.yx, map.yy, map.dy + y - map.yx * x - map.yy * y);
    return changedByOpenCv(image, [&](const cv::Mat &source, cv::Mat &target) {
        cv::warpAffine(source, target, matrix, source.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                       cv::Scalar::all(0));
    });
}

double real(Rng &rng, double low, double high)
{
    return low + (high - low) * rng.uniform();
}

// Shifts by whole and by parts of pixels, turns, scales, shears, anything, and maps without an inverse.
AffineMap randomMap(Rng &rng)
{
    const double a = real(rng, -2, 2), b = real(rng, -2, 2), angle = real(rng, -4, 4);
    switch (rng.below(7)) {
    case 0:
        return {1, 0, double(rng.between(-5, 5)), 0, 1, double(rng.between(-5, 5))};
    case 1:
        return {1, 0, a, 0, 1, b};
    case 2:
        return {std::cos(angle), std::sin(angle), 0, -std::sin(angle), std::cos(angle), 0};
    case 3:
        return {std::exp(angle), 0, 0, 0, std::exp(angle), 0};
    case 4:
        return {1, a, 0, 0, 1, 0};
    case 5:
        return {a, b, 3 * b, b, -a, 4 * a};
    default:
        return {1, 1, a, 1, 1, b};
    }
}

TEST(AgainstOpenCv, WarpsGiveTheSameValues)
{
    Rng rng(22);
    for (int n = 0; n < 6000; ++n) {
        const ImageShape shape{rng.between(1, 40), rng.between(1, 40), rng.below(2) == 0 ? 1 : 3};
        const Image image = randomImage(shape, rng);
        const AffineMap map = randomMap(rng);
        ASSERT_EQ(warped(image, map), warpedByOpenCv(image, map))
            << n << ": " << shape.text() << " by " << map.xx << ' ' << map.xy << ' ' << map.dx << ' '
            << map.yx << ' ' << map.yy << ' ' << map.dy;
    }
}

TEST(AgainstOpenCv, WarpsOfLargeImagesGiveTheSameValues)
{
    Rng rng(23);
    for (const int channels : {1, 3}) {
        const Image image = randomImage({301, 224, channels}, rng);
        for (int n = 0; n < 20; ++n) {
            const AffineMap map = randomMap(rng);
            ASSERT_EQ(warped(image, map), warpedByOpenCv(image, map)) << n;
        }
    }
}

TEST(AgainstOpenCv, MediansGiveTheSameValues)
{
    Rng rng(24);
    for (int n = 0; n < 600; ++n) {
        const ImageShape shape{rng.between(1, 70), rng.between(1, 70), rng.below(2) == 0 ? 1 : 3};
        const Image image = randomImage(shape, rng);
        const int side = n % 2 == 0 ? 3 : 5;
        const auto by = [&](auto median) {
            return changedByOpenCv(
                image, [&](const cv::Mat &source, cv::Mat &target) { median(source, target, side); });
        };
        ASSERT_EQ(by(medianOf), by([](const cv::Mat &source, cv::Mat &target, int width) {
                      cv::medianBlur(source, target, width);
                  }))
            << shape.text() << " by " << side;
    }
}

} // namespace
} // namespace mutascope
