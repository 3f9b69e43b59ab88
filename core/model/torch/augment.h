// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/base/rng.h"

namespace mutascope {

// The usual changes of training images: a random place in the image padded with black, and mirroring.
struct Augmentation {
    int padding = 0; // pixels on each side
    bool flip = false; // half of the images

    bool none() const { return padding == 0 && !flip; }
};

// A changed image of the same shape; how is fixed by rng alone.
Image augmented(const Image &image, const Augmentation &augmentation, Rng rng);

} // namespace mutascope
