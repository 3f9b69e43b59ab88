// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/calibration.h"
#include "core/base/error.h"
#include <algorithm>

namespace mutascope::sinvad {

namespace {

constexpr std::size_t mostImages = 1000;

} // namespace

ImageBatch evenly(const Dataset &data, std::size_t most)
{
    const std::size_t count = std::min(most, data.size());
    ImageBatch images(data.spec().shape);
    images.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        images.append(data.sample(i * data.size() / count).image);
    return images;
}

Calibration::Calibration(const Vae &vae, const Dataset &heldOut)
{
    const ImageBatch images = evenly(heldOut, mostImages);
    if (images.empty())
        throw Error(ErrorCode::BadData, "there are no images to measure the VAE on",
                    "Give the data set a test split");
    m_errors = vae.reconstructionErrors(images);
    std::ranges::sort(m_errors);
    const Latents points = vae.encode(images);
    const auto [low, high] = std::ranges::minmax(points.values);
    m_range = {low, high};
}

Calibration::Calibration(std::vector<double> errors, const Range &range)
    : m_errors(std::move(errors)), m_range(range)
{
    std::ranges::sort(m_errors);
}

double Calibration::validity(double error) const
{
    const auto better = std::ranges::lower_bound(m_errors, error) - m_errors.begin();
    return 1 - double(better) / double(m_errors.size());
}

} // namespace mutascope::sinvad
