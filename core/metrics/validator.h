// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include "core/metrics/features.h"
#include "core/nets/vae.h"

namespace mutascope {

struct ValidatorOptions {
    // Not the seed of SINVAD's VAE (1): that one would judge images of its own making. The divergence has its
    // full weight: a network that reconstructs anything tells nothing from anything.
    VaeOptions vae = {.divergence = 1, .seed = 2};
    int epochs = 0; // 0: 10
    std::size_t batch = 0; // 0: the network's usual one
    std::size_t trainingImages = 0; // 0: all
    std::size_t heldOutImages = 5000; // at most, evenly spaced
    double percentile = 99; // of the held-out images' scores, up to which a test is valid
    std::filesystem::path folder; // of trained networks, shared with runs; empty: nothing is kept
};

// Judges whether images are of the domain: by how badly a variational auto-encoder, trained on real images,
// reconstructs them, against real images it was not trained on. Not thread-safe.
class Validator {
public:
    // Takes the network from the folder, or trains it; a training that was stopped goes on after its last
    // epoch. No value where progress stopped it. Throws Error{BadData} where a data set is empty or of
    // another shape, Error{Usage} where the training diverged.
    static std::optional<Validator> prepare(const Dataset &training, const Dataset &heldOut,
                                            const ValidatorOptions &options, const MetricProgress &progress);

    std::vector<double> scores(const ImageBatch &images) const; // reconstruction errors
    std::vector<Validity> judge(std::span<const double> scores) const; // Unknown where not finite
    double threshold() const { return m_threshold; }
    const std::vector<double> &referenceScores() const { return m_reference; } // of held-out images

private:
    Validator(std::unique_ptr<Vae> vae, const Dataset &heldOut, const ValidatorOptions &options);
    std::unique_ptr<Vae> m_vae;
    std::vector<double> m_reference;
    double m_threshold = 0;
};

} // namespace mutascope
