// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include "core/generators/sinvad/operators.h"
#include "core/nets/vae.h"

namespace mutascope::sinvad {

// At most `most` images of a data set, evenly spaced.
ImageBatch evenly(const Dataset &data, std::size_t most);

// What a VAE makes of images it was not trained on: the measure for what a search finds.
class Calibration {
public:
    Calibration(const Vae &vae, const Dataset &heldOut);
    // For tests: errors as they are given.
    Calibration(std::vector<double> errors, const Range &range);

    // Share of the held-out images that are reconstructed no better: 1: as good as the best of them, 0:
    // worse than all.
    double validity(double error) const;
    const Range &range() const { return m_range; } // of their coordinates

private:
    std::vector<double> m_errors; // ascending
    Range m_range;
};

} // namespace mutascope::sinvad
