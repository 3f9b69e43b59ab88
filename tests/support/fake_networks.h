// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/array_dataset.h"
#include "core/training/trainable.h"
#include <limits>

namespace mutascope {

// Its weights are the labels it was shown, in order, and a number drawn for each batch.
class FakeNetworks : public Trainable {
public:
    const std::vector<std::string> &lossNames() const override { return m_names; }
    std::vector<double> learn(const TrainingBatch &batch) override
    {
        TrainingBatch copy = batch;
        for (const int label : batch.labels)
            m_seen += std::to_string(label) + ' ';
        m_seen += std::to_string(copy.rng.next32()) + '\n';
        epochs.push_back(batch.epoch);
        sizes.push_back(batch.images.count());
        if (++m_batches == divergesAt)
            return {1, std::numeric_limits<double>::quiet_NaN()};
        return {double(batch.epoch), 0.5};
    }
    std::string save() const override { return m_seen; }
    void load(const std::string &bytes) override { m_seen = bytes; }
    std::string saveWeights() const override { return m_seen; }
    void loadWeights(const std::string &bytes) override { m_seen = bytes; }

    int divergesAt = 0; // batch, from 1
    std::vector<int> epochs;
    std::vector<std::size_t> sizes;

private:
    std::vector<std::string> m_names{"first", "second"};
    std::string m_seen;
    int m_batches = 0;
};

// As many 1x1 images, each with a label of its own.
inline ArrayDataset numberedImages(int images)
{
    DatasetSpec spec{"fake", {1, 1, 1}, images, {}, "train", {}, "x"};
    std::vector<int> labels;
    for (int i = 0; i < images; ++i)
        labels.push_back(i);
    return {spec, std::vector<std::uint8_t>(std::size_t(images)), labels};
}

} // namespace mutascope
