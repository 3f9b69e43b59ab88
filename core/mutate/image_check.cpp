// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/image_check.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope {

void requireDrawable(const Image &image, const std::string &mutator)
{
    const ImageShape &shape = image.shape;
    const bool drawable = shape.height > 0 && shape.width > 0 && (shape.channels == 1 || shape.channels == 3);
    if (!drawable || image.pixels.size() != shape.size())
        throw Error(ErrorCode::BadData,
                    fmt::format("mutator '{}' cannot change an image of shape {} with {} values", mutator,
                                shape.text(), image.pixels.size()),
                    "Images are grey or RGB");
}

} // namespace mutascope
