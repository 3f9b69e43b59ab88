// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/trainer_optimizer.h"
#include <nlohmann/json.hpp>

namespace mutascope {

// A training after an epoch. Random numbers are counted by epoch, so that their position is the epoch's
// number.
struct TrainingCheckpoint {
    nlohmann::json settings; // what must be the same where it is resumed
    int epoch = 0;
    int bestEpoch = 0;
    double bestAccuracy = 0;
    std::vector<at::Tensor> weights; // parameters, then buffers
    std::vector<at::Tensor> bestWeights;
    OptimizerState optimizer;
};

// Whole or as before. Throws Error{Io}.
void saveCheckpoint(const TrainingCheckpoint &checkpoint, const std::filesystem::path &file);
// Throws Error{NotFound|BadModel}.
TrainingCheckpoint loadCheckpoint(const std::filesystem::path &file);

// What of a training decides its course: another value would lead to other weights.
nlohmann::json settingsOf(const TrainOptions &options, const Dataset &train);
// Throws Error{Usage} that names the first difference.
void checkSameSettings(const nlohmann::json &made, const nlohmann::json &wanted,
                       const std::filesystem::path &file);

} // namespace mutascope
