// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include "core/model/model.h"
#include <functional>

namespace mutascope {

struct ArchitectureInfo {
    std::string id; // "lenet5"
    std::string summary;
    std::string paper;
};
// LeNet-1 (4, 12 channels), LeNet-4 (6, 16, 84), LeNet-5 (6, 16, 120, 84): "same" 5x5 convolutions, ReLU, 2x2
// max pool (the DeepSmartFuzzer variants; 48 / 142 / 262 neurons in the layer set pool1, relu2, pool2, the
// relu of each fc, logits, softmax).
const std::vector<ArchitectureInfo> &architectures();

struct TrainOptions {
    std::string architecture = "lenet5";
    int epochs = 15;
    int batchSize = 64;
    double learningRate = 2e-3; // of Adam at the start; falls to 0 along half a cosine
    std::uint64_t seed = 1;
    int patience = 3; // epochs without better validation accuracy before stopping; 0: never
    double validationShare = 0.1;
};

struct TrainProgress {
    int epoch = 0; // from 1
    int epochs = 0;
    std::size_t seen = 0; // images of this epoch
    std::size_t total = 0;
    double loss = 0; // mean of this epoch so far
    double validationAccuracy = -1; // at the end of an epoch, else -1
};

struct TrainResult {
    int epochsRun = 0;
    int bestEpoch = 0;
    double validationAccuracy = 0;
    double testAccuracy = 0; // of the written file, loaded again
    bool interrupted = false;
};

// Trains on train, keeps the epoch best on a held-out share, writes a TorchScript file, loads it again and
// measures it on test. onProgress returns false to stop (the best epoch so far is written). Deterministic for
// one thread count. Throws Error{Usage|Io|BadModel}.
TrainResult trainModel(const TrainOptions &options, const Dataset &train, const Dataset &test,
                       const std::filesystem::path &file,
                       const std::function<bool(const TrainProgress &)> &onProgress);

// Writes an architecture with the weights training would start from. Throws Error{Usage|Io}.
void saveUntrained(const std::string &architecture, const ImageShape &input, int classes, std::uint64_t seed,
                   const std::filesystem::path &file);

} // namespace mutascope
