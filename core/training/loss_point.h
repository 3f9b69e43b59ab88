// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mutascope {

// What a training step came to.
struct LossPoint {
    std::int64_t batch = 0; // batches so far, from 1
    int epoch = 0; // from 1
    int epochs = 0;
    std::vector<std::pair<std::string, double>> values; // "discriminator", 0.12
    // Which of the run's trainings: each counts its own batches. "" in sessions from before there were names.
    std::string training = {};
};

} // namespace mutascope
