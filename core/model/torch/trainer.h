// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/model/torch/augment.h"
#include "core/model/torch/input_conversion.h"
#include "core/model/torch/training_checkpoint.h"
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// Images a batch where no gradients are wanted: the layers of a batch must fit into memory.
std::size_t evaluationBatch(const ImageShape &shape);

// Trains a TorchScript module itself, so that what is saved is what was trained. All random numbers come from
// options.seed: a batch's from its epoch and place, so that an epoch can be begun anew.
class Trainer {
public:
    // Called after each batch; false stops the epoch.
    using Report = std::function<bool(std::size_t seen, std::size_t total, double loss)>;

    // Reads images batch by batch from data, which must outlive the trainer. Throws Error{BadData} on a label
    // out of range, Error{Usage} where there are too few images.
    Trainer(torch::jit::Module module, const ModelSpec &spec, const Dataset &data,
            const TrainOptions &options);

    // One pass over the training share in a new order; epochs are run one after the other. Returns false
    // where report stopped it. Throws Error{Usage} where the loss is no number any more.
    bool runEpoch(int epoch, const Report &report);
    // Share of correctly classified held-out images; 0 where none are held out.
    double validationAccuracy();
    bool hasValidation() const { return !m_validation.empty(); }
    // Mean over the batches of the last epoch.
    double loss() const { return m_loss; }
    double learningRate() const { return m_learningRate; }
    std::size_t trainingImages() const { return m_training.size(); }

    void rememberWeights();
    // Ends the training: the remembered weights, if any, as a model to be saved.
    void finish();

    // Weights, remembered weights and the memory of the steps.
    void save(TrainingCheckpoint &checkpoint) const;
    // In a new trainer: as if the epochs up to the checkpoint's had been run. False where it does not fit.
    bool load(const TrainingCheckpoint &checkpoint);

private:
    using Indices = std::vector<std::uint32_t>;

    void checkLabels() const;
    void split(double validationShare);
    void checkEnoughImages() const;
    void measureNormalization();
    void arrange(at::MemoryFormat format);
    void newOrder(int epoch);
    ImageBatch imagesOf(std::span<const std::uint32_t> indices, const Rng *augment) const;
    at::Tensor labelsOf(std::span<const std::uint32_t> indices) const;
    at::Tensor forward(const ImageBatch &images);
    at::Tensor lossOf(const at::Tensor &logits, const at::Tensor &labels) const;
    double step(std::span<const std::uint32_t> indices, const Rng &augment);
    void setLearningRate(double epochs);
    void checkWeights() const;
    bool fits(const std::vector<at::Tensor> &weights) const;
    void copyWeights(const std::vector<at::Tensor> &weights);

    torch::jit::Module m_module;
    InputConversion m_conversion;
    const Dataset &m_data;
    TrainOptions m_options;
    Rng m_rng;
    Indices m_training;
    Indices m_validation;
    std::vector<at::Tensor> m_parameters;
    std::vector<at::Tensor> m_weights; // the parameters and what batch normalisation keeps
    std::vector<at::Tensor> m_remembered;
    TrainerOptimizer m_optimizer;
    bool m_deep = false; // has batch normalisation
    double m_loss = 0;
    double m_learningRate = 0;
};

} // namespace mutascope
