// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/training/trainable.h"
#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace mutascope {

struct CycleGanOptions {
    int width = 0; // channels of the generators' first level; 0: 16 up to 64 pixels, else 32
    double cycle = 10; // weights of the losses; the adversarial ones weigh 1
    double identity = 1;
    double dropout = 0.2; // of the generators' upward channels: in training, and for the variety of images
    double rate = 2e-4;
    std::uint64_t seed = 1;
};

// How one image is sent around.
struct CycleTurn {
    bool second = false; // it is of the second group, or taken for one
    int rounds = 1; // each from the image's group to the other one and back
    std::uint64_t noise = 0; // stream of the dropped channels; 0: none are dropped
};

// Two generators that translate images of one group into the other and back, and a discriminator for each
// group (Zhu et al., 2017; sizes and losses as CAGFuzz has them). The group of an image is its label, 0 or 1.
//
// Networks halve the sides `levels` times, until some 4 pixels are left, at most 4 times; images whose sides
// are no multiples of 2^levels are padded with their edge pixels, alike on both sides, and cut out again.
class CycleGan : public Trainable {
public:
    // Throws Error{Usage} on options that no network can be made from.
    CycleGan(const ImageShape &shape, const CycleGanOptions &options);
    ~CycleGan() override;

    // All that the weights depend on beside the data, the number of threads included.
    nlohmann::json description() const;

    // From the first group into the second one, or back; nothing is dropped.
    ImageBatch translate(const ImageBatch &images, bool back = false) const;
    // The generator of translate() as a TorchScript file: takes and returns uint8 or values in [0, 1], NCHW.
    std::string torchScript(bool back) const;
    // Each image sent around as its turn says: there, and back again.
    ImageBatch cycle(const ImageBatch &images, const std::vector<CycleTurn> &turns) const;

    const std::vector<std::string> &lossNames() const override;
    // A batch of one group alone teaches no translation: it is passed over, its losses are 0.
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
