// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/training/trainable.h"
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>

namespace mutascope {

// Points of a latent space, one a row.
struct Latents {
    std::size_t count = 0;
    std::size_t width = 0;
    std::vector<float> values;

    std::span<const float> row(std::size_t index) const
    {
        return std::span(values).subspan(index * width, width);
    }
    void append(std::span<const float> point)
    {
        values.insert(values.end(), point.begin(), point.end());
        ++count;
    }
};

// 0: what suits the network. Dense (SINVAD's MNIST network): 1600 hidden units, 400 latent ones.
// Convolutional: 1024 latent units and no hidden ones between them and the smallest map.
struct VaeOptions {
    std::string network = "auto"; // "dense", "convolutional"; auto: dense for grey images up to 64x64
    int latent = 0;
    int hidden = 0;
    int channels = 16; // of the first convolution
    int blocks = 1; // residual blocks a size
    double divergence = 0; // its weight, beta of Higgins et al., ICLR 2017; 0: 1, convolutional 0.01
    double rate = 1e-3;
    std::uint64_t seed = 1;
};

// Variational auto-encoder (Kingma and Welling, 2014) with a normal posterior of diagonal covariance. Loss of
// an image: binary cross-entropy summed over its values plus the weighted divergence from the standard normal
// summed over the latent units; the weight rises linearly over the epochs where the network is convolutional.
// Such a network is for colour images, of which a weight of 1 leaves a blur no classifier knows again.
class Vae : public Trainable {
public:
    // Throws Error{Usage} on options that no network can be made from.
    Vae(const ImageShape &shape, const VaeOptions &options);
    ~Vae() override;

    std::size_t latent() const;
    bool dense() const;
    // Images of a training step that suit the network: a convolutional one learns more from many small ones.
    std::size_t usualBatch() const { return dense() ? 128 : 32; }
    // All that the weights depend on beside the data, the number of threads included.
    nlohmann::json description() const;

    // Means of the posteriors.
    Latents encode(const ImageBatch &images) const;
    ImageBatch decode(const Latents &points) const;
    // Mean squared difference, values in [0, 1], between each image and what is decoded from its mean.
    std::vector<double> reconstructionErrors(const ImageBatch &images) const;

    // TorchScript files. Encoder: images, uint8 or values in [0, 1], NCHW -> means, one row an image;
    // decoder: latent vectors -> images in [0, 1].
    std::string encoderScript() const;
    std::string decoderScript() const;

    const std::vector<std::string> &lossNames() const override;
    std::vector<double> learn(const TrainingBatch &batch) override;
    std::string save() const override;
    void load(const std::string &bytes) override;
    std::string saveWeights() const override;
    void loadWeights(const std::string &bytes) override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace mutascope
