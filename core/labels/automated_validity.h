// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/validator.h"
#include <array>

namespace mutascope {

// Scores of how little an image is like a real one; none of them is a person's judgement.
enum class ValidityScore : std::uint8_t {
    Reconstruction, // error of a variational auto-encoder trained on real images (SINVAD's kind of network)
    FeatureDistance, // of the unit-length deep features to the nearest of the training data's
    Combined, // mean of both, each as distance from the median of real images in units of their spread
};
inline constexpr std::array validityScores
    = {ValidityScore::Reconstruction, ValidityScore::FeatureDistance, ValidityScore::Combined};
const char *scoreName(ValidityScore score); // "reconstruction" "feature-distance" "combined"

struct AutomatedValidityOptions {
    ValidatorOptions validator;
    std::size_t referenceImages = 5000; // training images whose features are compared with, at most
    std::size_t realImages = 2000; // held-out images that say what is usual, at most
};

// By score, a value an image; not finite where a network fails on it.
using ValidityScoreSet = std::array<std::vector<double>, validityScores.size()>;

// Not thread-safe.
class AutomatedValidity {
public:
    // Takes networks and features from the validator's folder or makes them. No value where progress stopped
    // it. The model outlives it. Throws as Validator::prepare.
    static std::optional<AutomatedValidity> prepare(Model &model, const Dataset &training,
                                                    const Dataset &heldOut,
                                                    const AutomatedValidityOptions &options,
                                                    const MetricProgress &progress);
    ~AutomatedValidity();
    AutomatedValidity(AutomatedValidity &&) noexcept;

    ValidityScoreSet scores(const ImageBatch &images) const;
    // Up to which an image is valid, where nobody has labelled any: the percentile of real images.
    double threshold(ValidityScore score) const;

private:
    struct Impl;
    explicit AutomatedValidity(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m;
};

} // namespace mutascope
