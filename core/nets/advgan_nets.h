// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nets/advgan_margin.h"
#include "core/training/trainable.h"
#include <functional>
#include <memory>

// Xiao, Li, Zhu, He, Liu and Song, "Generating Adversarial Examples with Adversarial Networks", IJCAI 2018.
namespace mutascope {

// Model::gradient of what is attacked: the model under test, or a copy of it.
using TargetGradient = std::function<FloatImages(const FloatImages &images, const Objective &objective)>;

struct AdvGanOptions {
    ImageShape shape;
    int bound = 76; // grey levels that a value may change by
    int width = 8; // channels of the first layers
    bool skips = false; // of the generator, past its narrowest part
    AttackGoal goal;
    double adversarialWeight = 1;
    double ganWeight = 1;
    double hingeWeight = 1;
    double hingeStart = 0.5; // L2 norm from which on the hinge counts, as a share of the largest norm
    double saturationWeight = 0; // of the mean square of what the generator's tangent is taken of
    double rate = 1e-3;
    double slowShare = 0.8; // of the epochs, after which the rate is a tenth
    double discriminatorRest = 0.01; // the discriminator does not learn while its loss is below
    std::uint64_t seed = 1;
};

// A generator of perturbations and a discriminator. Losses: least squares for both; the target's margin; a
// hinge on the perturbation's L2 norm. One forward and backward of the target a batch.
class AdvGanNets : public Trainable {
public:
    AdvGanNets(const AdvGanOptions &options, TargetGradient target);
    ~AdvGanNets() override;

    // "discriminator", "gan", "adversarial", "hinge", "success": the share of the batch that is taken for
    // another class (or the target) after clamping, before rounding.
    const std::vector<std::string> &lossNames() const override;
    std::vector<double> learn(const TrainingBatch &batch) override;
    std::string save() const override;
    void load(const std::string &bytes) override;
    // The generator's alone.
    std::string saveWeights() const override;
    void loadWeights(const std::string &bytes) override;

    // Rounded to grey levels; no value differs from the image's by more than the bound.
    ImageBatch perturbed(const ImageBatch &images) const;
    // The generator as the bytes of a TorchScript file: takes uint8 NCHW and returns perturbed() of it, or
    // takes values in [0, 1] and returns them perturbed, not rounded.
    std::string torchScript() const;
    // d (the generator's loss) / d (its weights), one after the other, and the loss itself, without learning.
    struct GeneratorGradient {
        double loss = 0;
        std::vector<float> values;
    };
    GeneratorGradient generatorGradient(const TrainingBatch &batch);
    // The generator's weights in the order of GeneratorGradient::values.
    std::vector<float> generatorWeights() const;
    void setGeneratorWeights(const std::vector<float> &weights);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

// The threads tensors are computed with: weights depend on it.
int trainingThreads();

} // namespace mutascope
