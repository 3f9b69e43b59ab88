// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include "core/model/model.h"
#include <functional>

namespace mutascope {

struct RetrainingOptions {
    int epochs = 10;
    int batchSize = 64;
    double learningRate = 5e-4; // of Adam; falls to 0 along half a cosine
    double testShare = 0.3; // of an epoch's images: failing tests
    std::size_t cleanImages = 0; // of an epoch, drawn anew for each; 0: all there are
    double tolerance = 0.005; // validation accuracy an epoch may lose against the given model
    int patience = 4; // epochs in a row that lose more before stopping; 0: never
    std::uint64_t seed = 1;
};

// What is learned from, all of one shape. They outlive the training.
struct RetrainingData {
    const ImageBatch &tests;
    const std::vector<int> &testLabels;
    const Dataset &clean;
    const std::vector<std::uint32_t> &cleanIndices; // of the images of clean that take part
    const Dataset &validation;
    const std::vector<std::uint32_t> &validationIndices;
};

struct RetrainingProgress {
    int epoch = 0; // from 1
    int epochs = 0;
    std::size_t seen = 0; // images of this epoch
    std::size_t total = 0;
    double loss = 0; // mean of this epoch so far
    double validationAccuracy = -1; // at the end of an epoch, else -1
};

struct RetrainingResult {
    int epochsRun = 0;
    int keptEpoch = 0; // 0: none, and nothing was written
    double validationBefore = 0;
    double validationAfter = 0; // of the kept epoch
    bool interrupted = false;
};

// Goes on training the TorchScript file model.file as it is: batch normalisation keeps its statistics and
// nothing is dropped, so that a traced file and a scripted one are treated alike. The weights kept are those
// of the last epoch whose validation accuracy is within the tolerance, else of the best one; they are written
// to file. onProgress returns false to stop. Deterministic for one thread count.
// Throws Error{Usage|Unsupported|Io|BadModel|BadData|NotFound}; Unsupported where there is no weight to
// train.
RetrainingResult retrainModel(const ModelSpec &model, const RetrainingData &data,
                              const RetrainingOptions &options, const std::filesystem::path &file,
                              const std::function<bool(const RetrainingProgress &)> &onProgress);

} // namespace mutascope
