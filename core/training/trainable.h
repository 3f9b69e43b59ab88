// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/base/rng.h"
#include <span>
#include <string>
#include <vector>

namespace mutascope {

// One mini-batch as networks take it.
struct TrainingBatch {
    ImageBatch images;
    std::vector<int> labels;
    int epoch = 0; // from 1
    int epochs = 0;
    Rng rng; // of this batch: fixed by the training's seed, the epoch and the batch's place in it
};

// Networks that learn batch by batch. Two of the same configuration and seed that are given the same batches
// are equal bit by bit (at one thread count).
class Trainable {
public:
    virtual ~Trainable() = default;
    virtual const std::vector<std::string> &lossNames() const = 0;
    // One optimiser step of each network. Returns the losses, one a name; a value that is no finite number
    // means that the training diverged.
    virtual std::vector<double> learn(const TrainingBatch &batch) = 0;
    // Weights and the optimisers' memory, sealed (core/base/state_codec.h or LibTorch's archive with a
    // checksum).
    virtual std::string save() const = 0;
    // Throws Error{BadData}.
    virtual void load(const std::string &bytes) = 0;
    // The weights alone: what a finished training is kept as.
    virtual std::string saveWeights() const = 0;
    virtual void loadWeights(const std::string &bytes) = 0;
};

} // namespace mutascope
