// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/affine.h"
#include "core/mutate/cv_image.h"
#include <opencv2/imgproc.hpp>

namespace mutascope {

Image warped(const Image &image, const AffineMap &map)
{
    const double x = (image.shape.width - 1) / 2.0; // the centre, between the pixels where a side is even
    const double y = (image.shape.height - 1) / 2.0;
    const cv::Matx23d matrix(map.xx, map.xy, map.dx + x - map.xx * x - map.xy * y, //
                             map.yx, map.yy, map.dy + y - map.yx * x - map.yy * y);
    return changedByOpenCv(image, [&](const cv::Mat &source, cv::Mat &target) {
        cv::warpAffine(source, target, matrix, source.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                       cv::Scalar::all(0));
    });
}

} // namespace mutascope
