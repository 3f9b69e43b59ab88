// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include "core/training/trainable.h"
#include <functional>
#include <memory>

namespace mutascope {

struct DistilledOptions {
    ImageShape shape;
    int classes = 0;
    double rate = 1e-3;
    std::uint64_t seed = 1;
};

// A small convolutional classifier that learns to answer as another one does, which is only asked: it has
// gradients where the other has none to give.
class DistilledNet : public Trainable {
public:
    // Model::predict of the one that is copied.
    using Teacher = std::function<Predictions(const ImageBatch &images)>;
    DistilledNet(const DistilledOptions &options, Teacher teacher);
    ~DistilledNet() override;

    // "distillation": cross entropy between the teacher's probabilities and its own.
    const std::vector<std::string> &lossNames() const override;
    // The batch's labels play no part.
    std::vector<double> learn(const TrainingBatch &batch) override;
    // The same with answers that are there already; returns the loss.
    double learnFrom(const ImageBatch &images, const Predictions &answers);
    std::string save() const override;
    void load(const std::string &bytes) override;
    std::string saveWeights() const override;
    void loadWeights(const std::string &bytes) override;

    // Logits, never probabilities.
    Predictions predict(const ImageBatch &images) const;
    // As a TorchScript file: images, uint8 or values in [0, 1], NCHW -> logits.
    std::string torchScript() const;
    // As Model::gradient; knows Objective::weigh alone.
    FloatImages gradient(const FloatImages &images, const Objective &objective) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace mutascope
