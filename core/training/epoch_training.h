// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include "core/training/loss_point.h"
#include "core/training/trainable.h"
#include <functional>

namespace mutascope {

class StateReader;

struct EpochOptions {
    int epochs = 10;
    std::size_t batch = 128; // images; a rest of fewer than two is left out
    std::size_t images = 0; // the first so many of an order drawn from the seed; 0: all
    std::uint64_t seed = 1;
    // The labels take turns, so that a batch of enough images has them all; images of the rarer ones come
    // several times an epoch.
    bool labelsInTurn = false;
    std::string name = {}; // LossPoint::training
    // Called after each epoch with its number and the mean of each loss; true ends the training early.
    std::function<bool(int epoch, const std::vector<double> &losses)> enough;
};

// Epochs over a data set, one mini-batch a step, each epoch in a new order. Where a loss is no finite number
// any more the networks go back to what they were after the last good epoch, and the training ends.
// Not thread-safe.
class EpochTraining {
public:
    // Both must outlive it. Throws Error{Usage} where there are fewer than two images.
    EpochTraining(Trainable &networks, const Dataset &data, EpochOptions options);

    bool done() const { return m_done; }
    bool diverged() const { return m_diverged; }
    int epoch() const { return m_epoch; } // epochs finished
    std::int64_t batches() const { return m_batches; }
    std::int64_t batchesAnEpoch() const;
    // The mean of each loss over each finished epoch; batch: the epoch's last one. Empty for the epochs
    // before a checkpoint of an earlier version.
    const std::vector<LossPoint> &epochMeans() const { return m_epochMeans; }
    // The next mini-batch. Must not be called when done.
    LossPoint step();

    // As of the end of the last epoch: a training that is resumed repeats the batches since then.
    std::string checkpoint() const;
    bool checkpointIsNew() const { return m_checkpointIsNew; }
    void checkpointTaken() { m_checkpointIsNew = false; }
    // Throws Error{BadData} where it is not of this training.
    void resume(const std::string &checkpoint);

private:
    void newOrder();
    void addEpochMeans(int epoch, const std::vector<double> &means);
    TrainingBatch nextBatch() const;
    void endEpoch();
    void giveUp();
    void readEpochMeans(StateReader &reader);

    Trainable &m_networks;
    const Dataset &m_data;
    EpochOptions m_options;
    std::vector<std::uint32_t> m_images; // chosen
    std::vector<std::uint32_t> m_order; // of this epoch
    std::vector<double> m_sums;
    std::size_t m_next = 0; // batch of this epoch
    int m_epoch = 0;
    std::int64_t m_batches = 0;
    bool m_done = false;
    bool m_diverged = false;
    bool m_checkpointIsNew = false;
    std::string m_good; // the networks after the last good epoch
    std::vector<LossPoint> m_epochMeans;
};

} // namespace mutascope
