// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"
#include "core/training/epoch_training.h"
#include <optional>

namespace mutascope {

// Networks that a generator needs trained: taken from the session or the cache where they are there, else
// trained step by step and stored; after each epoch a checkpoint, so that an interrupted run goes on there.
class ArtefactTraining {
public:
    struct Task {
        std::string kind; // "vae"
        nlohmann::json description; // all that the weights depend on; see artefactKey()
        const Dataset *data = nullptr; // outlives the training
        EpochOptions options;
        int batchesAStep = 1; // so many that a step takes 100 ms or less
    };
    // networks outlives the training and is freshly made.
    ArtefactTraining(Trainable &networks, Task task);

    // Looks for the finished networks, else for a checkpoint to go on from.
    void begin(RunData &data, TestBench &bench);
    bool ready() const { return m_ready; }
    // Some batches; reports their losses, stores the artefact at the end. Throws Error{Usage} where the
    // training diverged in its first epoch; later the last good epoch is kept and the log says so.
    void step(TestBench &bench, RunData &data);
    const std::string &key() const { return m_key; }

private:
    bool takeOver(RunData &data, TestBench &bench);
    void goOn(RunData &data, TestBench &bench);
    void finish(TestBench &bench, RunData &data);
    void checkDivergence(TestBench &bench) const;

    Trainable &m_networks;
    Task m_task;
    std::string m_key;
    std::optional<EpochTraining> m_training; // none where the networks were found finished
    std::optional<LossPoint> m_last;
    bool m_ready = false;
};

} // namespace mutascope
