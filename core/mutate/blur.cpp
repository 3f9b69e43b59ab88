// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/builtin.h"
#include "core/mutate/cv_image.h"
#include "core/mutate/grid_mutator.h"
#include "core/mutate/median.h"
#include <opencv2/imgproc.hpp>

namespace mutascope {

namespace {

constexpr int border = cv::BORDER_REFLECT_101; // the median has its own: BORDER_REPLICATE

// 1 to 9, in the order of DeepHunter's code.
void blur(int variant, const cv::Mat &source, cv::Mat &target)
{
    if (variant <= 3)
        cv::blur(source, target, cv::Size(variant + 2, variant + 2), cv::Point(-1, -1), border);
    else if (variant <= 6)
        cv::GaussianBlur(source, target, cv::Size(2 * variant - 5, 2 * variant - 5), 0, 0, border);
    else if (variant <= 8)
        medianOf(source, target, 2 * variant - 11);
    else
        cv::bilateralFilter(source, target, 6, 50, 50, border);
}

Image change(const Image &image, double variant, std::uint64_t)
{
    return changedByOpenCv(
        image, [&](const cv::Mat &source, cv::Mat &target) { blur(int(variant), source, target); });
}

constexpr GridMutatorSpec spec = {{"blur", 1, 9, true}, MutatorKind::Pixel, "variant", false, change};

} // namespace

MutatorInfo blurInfo()
{
    return {"blur",
            "blurs: 1 to 3 average of 3, 4, 5 px; 4 to 6 Gaussian of 3, 5, 7 px; 7 and 8 median of 3, 5 px; "
            "9 bilateral (6 px, sigma 50 and 50)",
            "DeepHunter (Xie et al., ISSTA 2019), pixel value transformations; variants of its code",
            MutatorKind::Pixel,
            "1:9:1",
            "variant",
            [](const std::string &grid) { return makeGridMutator(spec, grid); }};
}

} // namespace mutascope
