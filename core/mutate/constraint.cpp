// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/constraint.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

PixelDistance pixelDistance(const Image &reference, const Image &image)
{
    if (reference.shape != image.shape || reference.pixels.size() != image.pixels.size())
        throw Error(ErrorCode::BadData,
                    "images of shape " + reference.shape.text() + " and " + image.shape.text()
                        + " cannot be compared");
    PixelDistance out;
    std::int64_t squares = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        const int difference = std::abs(int(reference.pixels[i]) - int(image.pixels[i]));
        out.l0 += difference != 0;
        out.l1 += difference;
        squares += difference * difference;
        out.linf = std::max(out.linf, difference);
    }
    out.l2 = std::sqrt(double(squares));
    return out;
}

bool L0LinfConstraint::allows(const Image &reference, const Image &image) const
{
    return allows(pixelDistance(reference, image), image.pixels.size());
}

bool L0LinfConstraint::allows(const PixelDistance &distance, std::size_t size) const
{
    return double(distance.l0) < m_alpha * double(size) || distance.linf < m_beta * 255;
}

} // namespace mutascope
