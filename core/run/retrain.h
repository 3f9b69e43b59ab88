// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/model/retraining.h"
#include "core/run/project.h"
#include "core/store/session_store.h"

namespace mutascope {

struct RetrainOptions {
    std::vector<std::int64_t> runs; // whose failing tests are used; of one model
    bool validOnly = false; // only tests that people call valid and of the seed's class
    double heldOut = 0.5; // share of the seeds whose tests are only measured
    double validation = 0.2; // share of the test images that decides when to stop
    RetrainingOptions training; // its seed also draws the two above
    int threads = 0; // 0: as many as a run of this model has
    std::filesystem::path out; // folder of the new project, none yet
};

// A model, before or after.
struct RetrainMeasure {
    double cleanAccuracy = 0; // see cleanImages below
    double heldOutFailing = 0; // share of the held-out tests
    double trainedFailing = 0; // share of those trained on
};

struct RetrainReport {
    RetrainMeasure before;
    RetrainMeasure after;
    std::size_t heldOutTests = 0;
    std::size_t heldOutSeeds = 0;
    std::size_t trainedTests = 0;
    std::size_t trainedSeeds = 0;
    // Test images without validation ones and without seeds of tests trained on. A run's seeds are images the
    // model gets right; the accuracy is weighted so that leaving them out does not make the rest look harder
    // than the data is.
    std::size_t cleanImages = 0;
    std::size_t validationImages = 0;
    std::size_t trainingImages = 0; // clean ones that take part
    RetrainingResult training;
    // The new file, "" where a stop came before the first epoch's end: nothing was written then, and what the
    // steps left out would have measured is 0.
    std::filesystem::path model;
};

struct RetrainProgress {
    std::string phase; // "reading tests", "measuring", "training"
    RetrainingProgress training; // in that phase
};

// Trains the model of the runs with their failing tests, and measures it before and after. No seed is on both
// sides: the tests of a seed are either all trained on or all held out, and a held-out seed is no training
// image either. Writes options.out/<model>.pt and a project.json that refers to it.
// A stop is no error: it gives a report whose training was interrupted. Deterministic for one thread count.
// Throws Error.
RetrainReport retrain(const SessionStore &store, const RetrainOptions &options, RunControl &control,
                      const std::function<void(const RetrainProgress &)> &onProgress);

} // namespace mutascope
