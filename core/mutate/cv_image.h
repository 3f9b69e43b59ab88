// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/base/image.h"
#include <opencv2/core.hpp>
#include <string>

// Images as OpenCV sees them, without a copy. For .cpp files only.
namespace mutascope {

// An input for OpenCV; must only be read.
inline cv::Mat readOnlyMat(const Image &image)
{
    return {image.shape.height, image.shape.width, CV_8UC(image.shape.channels),
            const_cast<std::uint8_t *>(image.pixels.data())};
}

// Makes an image of the same shape: change(source, target) fills target, which it must not reallocate.
// Exceptions of OpenCV become Error{Internal}.
template <typename Change> Image changedByOpenCv(const Image &image, Change change)
{
    Image out{image.shape, std::vector<std::uint8_t>(image.pixels.size())};
    try {
        cv::Mat target = readOnlyMat(out);
        change(readOnlyMat(image), target);
    } catch (const cv::Exception &e) {
        throw Error(ErrorCode::Internal, "OpenCV could not change an image: " + e.err,
                    "Check the size of the images");
    }
    return out;
}

} // namespace mutascope
