// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include "core/metrics/metric.h"
#include "core/model/model.h"
#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace mutascope {

// Deep features of images: what a layer of a network makes of them (dense unit, or spatial mean of a
// channel). The network is the model under test, another classifier, or any TorchScript or ONNX file that
// gives one row of numbers an image (loadModelFile; layer "outputs"). Not thread-safe, as the model.
class FeatureNetwork {
public:
    // layer: "penultimate" (the last layer that is not as wide as the outputs), "outputs", or a layer's name.
    // The model outlives it. Throws Error{Usage} where there is no such layer.
    explicit FeatureNetwork(Model &model, const std::string &layer = "penultimate");

    std::size_t width() const;
    const std::string &layer() const { return m_layer; } // "fc2.relu", "outputs"
    // All that the features of an image depend on.
    nlohmann::json description() const;
    // In portions that bound the memory of a forward; images of another shape are fitted (fittedTo()).
    FeatureRows features(const ImageBatch &images) const;
    // The same from a pass that this model has been traced in; none where the trace lacks the layer.
    std::optional<FeatureRows> featuresFrom(const Trace &trace) const;

private:
    std::vector<float> valuesOf(const ImageBatch &portion) const;
    Model &m_model;
    LayerSet m_layers; // empty: the outputs
    std::string m_layer;
};

// How far a longer piece of work is, from 0 to 1; false stops it.
using MetricProgress = std::function<bool(double share)>;

// Features of at most `most` images of a data set, evenly spaced: what tests are compared with. Kept in the
// folder (none where it is empty). No value where progress stopped it.
std::optional<FeatureRows> referenceFeatures(const FeatureNetwork &network, const Dataset &data,
                                             std::size_t most, const std::filesystem::path &folder,
                                             const MetricProgress &progress);

} // namespace mutascope
