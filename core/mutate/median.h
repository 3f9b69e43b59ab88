// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <opencv2/core/mat.hpp>

namespace mutascope {

// The median of side x side values (3 or 5) of 8 bits, edges repeated: cv::medianBlur, sooner for small
// images. target has the size of source and is not reallocated. For .cpp files only.
void medianOf(const cv::Mat &source, cv::Mat &target, int side);

} // namespace mutascope
