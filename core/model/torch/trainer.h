// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/model/torch/input_conversion.h"
#include "core/model/training.h"
#include <torch/csrc/jit/api/module.h>
#include <torch/optim/adam.h>

namespace mutascope {

// A data set in memory.
struct LabelledImages {
    ImageBatch images;
    std::vector<std::int64_t> labels;

    explicit LabelledImages(const Dataset &dataset);
    std::size_t count() const { return labels.size(); }
};

// Trains a TorchScript module itself, so that what is saved is what was trained. All random numbers come from
// options.seed.
class Trainer {
public:
    // Called after each batch; false stops the epoch.
    using Report = std::function<bool(std::size_t seen, std::size_t total, double loss)>;

    Trainer(torch::jit::Module module, const ModelSpec &spec, const LabelledImages &data,
            const TrainOptions &options);

    // One pass over the training share in a new order. Returns false where report stopped it. Throws
    // Error{Usage} where the loss is no number any more.
    bool runEpoch(int epoch, const Report &report);
    // Share of correctly classified held-out images; 0 where none are held out.
    double validationAccuracy();
    bool hasValidation() const { return !m_validation.empty(); }
    // Mean over the batches of the last epoch.
    double loss() const { return m_loss; }
    std::size_t trainingImages() const { return m_training.size(); }

    void rememberWeights();
    void restoreWeights();

private:
    using Indices = std::vector<std::uint32_t>;

    void split(double validationShare);
    ImageBatch imagesOf(std::span<const std::uint32_t> indices) const;
    at::Tensor labelsOf(std::span<const std::uint32_t> indices) const;
    at::Tensor forward(std::span<const std::uint32_t> indices);
    double step(std::span<const std::uint32_t> indices);
    void setLearningRate(double progress);

    torch::jit::Module m_module;
    InputConversion m_conversion;
    const LabelledImages &m_data;
    TrainOptions m_options;
    Rng m_rng;
    Indices m_training;
    Indices m_validation;
    std::vector<at::Tensor> m_parameters;
    std::vector<at::Tensor> m_remembered;
    torch::optim::Adam m_adam;
    double m_loss = 0;
};

} // namespace mutascope
