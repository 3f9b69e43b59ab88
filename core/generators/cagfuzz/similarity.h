// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include <nlohmann/json.hpp>
#include <span>

namespace mutascope::cagfuzz {

// a.b / (|a| |b|); 0 where one of them is 0.
double cosine(std::span<const float> a, std::span<const float> b);

// Layers as selectLayers() takes them, or "penultimate": the one before the last dense layer. A model without
// a layer there: its last one that is no softmax. Throws Error{Usage|BadModel}.
LayerSet featureLayers(const std::vector<LayerInfo> &layers, const std::string &pattern);

// Cosines between the features of images and of references: reference[i] is the row of references that image
// i is compared with.
std::vector<double> similarities(Model &model, const LayerSet &layers, const ImageBatch &images,
                                 const ImageBatch &references, const std::vector<std::size_t> &reference);

// How similar candidates were. Cosines below 0 are counted in the first section.
class SimilarityHistogram {
public:
    static constexpr std::size_t sections = 50; // of [0, 1]

    void add(double cosine, bool accepted);
    std::int64_t accepted() const { return m_accepted; }
    std::int64_t rejected() const { return m_rejected; }
    nlohmann::json toJson() const;
    // Throws Error{BadData}.
    static SimilarityHistogram fromJson(const nlohmann::json &object);

private:
    std::vector<std::int64_t> m_counts = std::vector<std::int64_t>(sections);
    std::int64_t m_accepted = 0;
    std::int64_t m_rejected = 0;
};

} // namespace mutascope::cagfuzz
