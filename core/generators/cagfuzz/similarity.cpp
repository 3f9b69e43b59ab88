// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/cagfuzz/similarity.h"
#include "core/base/error.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <cmath>

namespace mutascope::cagfuzz {

double cosine(std::span<const float> a, std::span<const float> b)
{
    double product = 0, squareA = 0, squareB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        product += double(a[i]) * double(b[i]);
        squareA += double(a[i]) * double(a[i]);
        squareB += double(b[i]) * double(b[i]);
    }
    const double norms = std::sqrt(squareA) * std::sqrt(squareB);
    return norms > 0 ? product / norms : 0;
}

LayerSet featureLayers(const std::vector<LayerInfo> &layers, const std::string &pattern)
{
    if (pattern != "penultimate")
        return selectLayers(layers, pattern);
    for (std::size_t i = layers.size(); i-- > 1;)
        if (layers[i].kind == "linear")
            return {int(i - 1)};
    for (std::size_t i = layers.size(); i-- > 0;)
        if (layers[i].kind != "softmax")
            return {int(i)};
    throw Error(ErrorCode::BadModel, "the model has no layer to read features from",
                "Give another network with features=PATH");
}

std::vector<double> similarities(Model &model, const LayerSet &layers, const ImageBatch &images,
                                 const ImageBatch &references, const std::vector<std::size_t> &reference)
{
    ImageBatch all = references;
    for (std::size_t i = 0; i < images.count(); ++i)
        all.append(images.shape(), images.pixels(i));
    const Trace trace = model.trace(all, layers);
    std::vector<double> result;
    for (std::size_t i = 0; i < images.count(); ++i)
        result.push_back(cosine(trace.row(references.count() + i), trace.row(reference[i])));
    return result;
}

void SimilarityHistogram::add(double cosine, bool accepted)
{
    const double place = std::isfinite(cosine) ? std::clamp(cosine, 0.0, 1.0) * double(sections) : 0;
    ++m_counts[std::min(std::size_t(place), sections - 1)];
    ++(accepted ? m_accepted : m_rejected);
}

nlohmann::json SimilarityHistogram::toJson() const
{
    return {{"from", 0}, {"to", 1}, {"counts", m_counts}, {"accepted", m_accepted}, {"rejected", m_rejected}};
}

SimilarityHistogram SimilarityHistogram::fromJson(const nlohmann::json &object)
{
    SimilarityHistogram histogram;
    histogram.m_counts = savedValue<std::vector<std::int64_t>>(object, "counts");
    histogram.m_accepted = savedValue<std::int64_t>(object, "accepted");
    histogram.m_rejected = savedValue<std::int64_t>(object, "rejected");
    if (histogram.m_counts.size() != sections)
        throwBadSavedState("its histogram has another number of sections");
    return histogram;
}

} // namespace mutascope::cagfuzz
