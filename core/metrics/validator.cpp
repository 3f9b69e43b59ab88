// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/validator.h"
#include "core/base/error.h"
#include "core/generators/sinvad/calibration.h"
#include "core/metrics/validator_training.h"
#include "core/metrics/validity_threshold.h"
#include <cmath>

namespace mutascope {

namespace {

void requireImages(const Dataset &training, const Dataset &heldOut)
{
    if (training.spec().shape != heldOut.spec().shape)
        throw Error(ErrorCode::BadData,
                    "the validator's training images are " + training.spec().shape.text()
                        + ", the held-out ones " + heldOut.spec().shape.text(),
                    "Give both splits the same shape");
    if (heldOut.size() == 0)
        throw Error(ErrorCode::BadData, "there are no images to measure the validator on",
                    "Give the data set a test split");
}

} // namespace

std::optional<Validator> Validator::prepare(const Dataset &training, const Dataset &heldOut,
                                            const ValidatorOptions &options, const MetricProgress &progress)
{
    requireImages(training, heldOut);
    auto vae = std::make_unique<Vae>(training.spec().shape, options.vae);
    if (!trainValidator(*vae, training, options, progress))
        return std::nullopt;
    return Validator(std::move(vae), heldOut, options);
}

Validator::Validator(std::unique_ptr<Vae> vae, const Dataset &heldOut, const ValidatorOptions &options)
    : m_vae(std::move(vae)),
      m_reference(m_vae->reconstructionErrors(sinvad::evenly(heldOut, options.heldOutImages))),
      m_threshold(validityThreshold(m_reference, options.percentile))
{
}

std::vector<double> Validator::scores(const ImageBatch &images) const
{
    return images.empty() ? std::vector<double>() : m_vae->reconstructionErrors(images);
}

std::vector<Validity> Validator::judge(std::span<const double> scores) const
{
    std::vector<Validity> judged;
    judged.reserve(scores.size());
    for (const double score : scores)
        if (!std::isfinite(score))
            judged.push_back(Validity::Unknown);
        else
            judged.push_back(score <= m_threshold ? Validity::Valid : Validity::Invalid);
    return judged;
}

} // namespace mutascope
