// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"

namespace mutascope {

// Where a point goes, seen from the centre of the image (x to the right, y downwards):
// x' = xx*x + xy*y + dx, y' = yx*x + yy*y + dy.
struct AffineMap {
    double xx = 1, xy = 0, dx = 0;
    double yx = 0, yy = 1, dy = 0;
};

// Bilinear, to 1/32 pixel; 0 where the source has no pixel. The size stays. One channel or three.
Image warped(const Image &image, const AffineMap &map);

} // namespace mutascope
