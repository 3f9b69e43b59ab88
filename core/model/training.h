// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/data/dataset.h"
#include "core/model/model.h"
#include <functional>

namespace mutascope {

struct ArchitectureInfo {
    std::string id; // "lenet5"
    std::string summary;
    std::string paper;
    std::vector<ParamSpec> params; // of its training, with the defaults that suit it
};
// LeNet-1 (4, 12 channels), LeNet-4 (6, 16, 84), LeNet-5 (6, 16, 120, 84): "same" 5x5 convolutions, ReLU, 2x2
// max pool (the DeepSmartFuzzer variants; 48 / 142 / 262 neurons in the layer set pool1, relu2, pool2, the
// relu of each fc, logits, softmax). ResNet-20, VGG-16 and EfficientNet-B3: docs/training.md.
const std::vector<ArchitectureInfo> &architectures();
// Throws Error{Usage} that names the nearest.
const ArchitectureInfo &architectureInfo(const std::string &id);

// The defaults are those of the LeNets; trainOptions() has those of each architecture.
struct TrainOptions {
    std::string architecture = "lenet5";
    int epochs = 15;
    int batchSize = 64;
    std::string optimizer = "adam"; // "adam", "adamw" or "sgd"
    double learningRate = 2e-3; // after the warm-up; falls to 0 along half a cosine
    double momentum = 0.9; // of sgd
    double weightDecay = 0;
    double warmupEpochs = 0; // the rate rises linearly; may be a fraction
    double labelSmoothing = 0;
    int cropPadding = 0; // pixels; images are shifted by up to as many, in both directions
    bool flip = false; // half of the images are mirrored
    std::uint64_t seed = 1;
    int patience = 3; // epochs without better validation accuracy before stopping; 0: never
    double validationShare = 0.1;
    double seconds = 0; // no epoch begins that would not be over by then; 0: no limit
    std::filesystem::path checkpoint; // written after each epoch; empty: none
    bool resume = false; // go on where checkpoint ends
};

// Values of an architecture's parameters -> options, and back. paramsOf throws Error{Usage} where a value is
// out of range.
TrainOptions trainOptions(const std::string &architecture, const ParamSet &params);
ParamSet paramsOf(const TrainOptions &options);

struct TrainProgress {
    int epoch = 0; // from 1
    int epochs = 0;
    std::size_t seen = 0; // images of this epoch
    std::size_t total = 0;
    double loss = 0; // mean of this epoch so far
    double validationAccuracy = -1; // at the end of an epoch, else -1
    double learningRate = 0;
    double seconds = 0; // since this training began or was resumed
};

enum class TrainEnd { Epochs, Patience, Time, Interrupted };

struct TrainResult {
    int epochsRun = 0; // with those before a resumption
    int bestEpoch = 0;
    double validationAccuracy = 0;
    double testAccuracy = 0; // of the written file, loaded again
    bool interrupted = false;
    TrainEnd end = TrainEnd::Epochs;
};

// Trains on train, keeps the epoch best on a held-out share, writes a TorchScript file, loads it again and
// measures it on test. onProgress returns false to stop (the best epoch so far is written). Deterministic for
// one thread count, also where it was stopped and resumed. Throws Error{Usage|Io|BadModel|BadData|NotFound}.
TrainResult trainModel(const TrainOptions &options, const Dataset &train, const Dataset &test,
                       const std::filesystem::path &file,
                       const std::function<bool(const TrainProgress &)> &onProgress);

// Writes an architecture with the weights training would start from. Throws Error{Usage|Io}.
void saveUntrained(const std::string &architecture, const ImageShape &input, int classes, std::uint64_t seed,
                   const std::filesystem::path &file);

} // namespace mutascope
