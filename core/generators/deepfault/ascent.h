// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"

namespace mutascope::deepfault {

struct AscentRule {
    double step = 10; // factor of the gradient, for pixels in [0, 1]
    double distance = 25.5; // no pixel moves further, in grey levels
    int iterations = 1; // each makes its share of step and distance
    bool sign = false; // each pixel moves its full share, whatever the gradient's size
};

// Moves every pixel of every channel up the gradient of the mean value of some neurons (Eniser et al.,
// algorithm 2). weights: images x neurons of layers. Rounded to grey levels, towards the original image where
// the distance is no whole number.
ImageBatch ascend(Model &model, const ImageBatch &images, const LayerSet &layers,
                  const std::vector<float> &weights, const AscentRule &rule);

} // namespace mutascope::deepfault
