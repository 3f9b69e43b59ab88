// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/core/model/model_fixture.h"

namespace mutascope::modeltest {

inline constexpr ImageShape small{12, 12, 1};

// Noise with a bright 4x4 square in the upper left, upper right or lower left corner: the class.
class SquaresDataset : public Dataset {
public:
    SquaresDataset(std::size_t size, std::uint64_t seed) : m_size(size), m_seed(seed)
    {
        m_spec.format = "squares";
        m_spec.shape = small;
        m_spec.classes = 3;
    }
    const DatasetSpec &spec() const override { return m_spec; }
    std::size_t size() const override { return m_size; }
    int label(std::size_t index) const override { return int(index % 3); }
    Sample sample(std::size_t index) const override
    {
        Rng rng(m_seed, index);
        Image image{small, std::vector<std::uint8_t>(small.size())};
        for (auto &pixel : image.pixels)
            pixel = std::uint8_t(rng.below(120));
        const std::size_t top = label(index) == 2 ? 7 : 1;
        const std::size_t left = label(index) == 1 ? 7 : 1;
        for (std::size_t y = top; y < top + 4; ++y)
            for (std::size_t x = left; x < left + 4; ++x)
                image.pixels[y * 12 + x] = std::uint8_t(120 + rng.below(136));
        return {image, label(index)};
    }

private:
    DatasetSpec m_spec;
    std::size_t m_size;
    std::uint64_t m_seed;
};

class TrainingTest : public ModelTest {
protected:
    TrainingTest() { setModelThreads(1); }

    TrainResult train(const std::string &name, const TrainOptions &options,
                      const std::function<bool(const TrainProgress &)> &onProgress = {}) const
    {
        return trainModel(options, m_train, m_test, path(name), onProgress);
    }

    static TrainOptions brief(int epochs = 3)
    {
        TrainOptions options;
        options.architecture = "lenet1";
        options.epochs = epochs;
        options.batchSize = 16;
        options.learningRate = 5e-3;
        return options;
    }

    // A deep network that is quick on images this small; no chance in it but the drawn one.
    static TrainOptions deep(const std::string &architecture = "resnet20", int epochs = 2)
    {
        TrainOptions options = trainOptions(architecture, ParamSet(architectureInfo(architecture).params));
        options.epochs = epochs;
        options.batchSize = 16;
        options.warmupEpochs = 0;
        return options;
    }

    const SquaresDataset m_train{300, 1};
    const SquaresDataset m_test{120, 2};
};

} // namespace mutascope::modeltest
