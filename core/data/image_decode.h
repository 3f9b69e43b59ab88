// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <string>

namespace mutascope {

// A PNG, JPEG, BMP or WebP file as RGB: grey becomes three equal channels, 16 bits become 8, transparency is
// left out, an orientation noted in a JPEG's EXIF data is followed. Throws Error{BadData} with only the
// reason.
Image decodeImage(std::span<const std::uint8_t> bytes);

// How an image is brought to the size a model takes.
struct FitRule {
    bool stretch = false; // otherwise a centred part of the wanted proportions is cut out first
    double cropFraction = 1; // of that part's sides
};

// Smaller by area averaging (INTER_AREA), larger by bilinear interpolation; one channel to three by copying,
// three to one by the BT.601 weights.
Image fitImage(const Image &image, const ImageShape &shape, const FitRule &rule);

} // namespace mutascope
