// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <span>
#include <vector>

namespace mutascope {

// One channel of an image, values 0..255.
struct Plane {
    int height = 0;
    int width = 0;
    std::vector<double> values;
};

Plane planeOf(std::span<const std::uint8_t> pixels, const ImageShape &shape, int channel);
// Means of 2x2 values; a last odd row or column is dropped.
Plane halved(const Plane &plane);

// The window of structural similarity: 11, or where an image is smaller the largest odd number that fits.
int similarityWindow(int height, int width);

// Means over all places where the window lies inside the image.
struct Similarity {
    double all = 0; // luminance, contrast and structure: SSIM
    double contrastStructure = 0;
};

// Wang et al., 2004: Gaussian window of deviation 1.5 (in proportion where it is smaller than 11), K1 = 0.01,
// K2 = 0.03. Both planes are of one size.
Similarity structuralSimilarity(const Plane &seed, const Plane &test);

} // namespace mutascope
