// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

// A classifier under test. Pixels go in as uint8; scaling and normalisation belong to the model (ModelSpec).
// Not thread-safe: one thread at a time uses a Model.
namespace mutascope {

struct ModelSpec {
    std::string name;
    std::filesystem::path file;
    std::string sha256;
    ImageShape input; // what predict() takes
    float scale = 255.0f; // pixel / scale is what mean and std refer to
    std::vector<float> mean; // one a channel; empty: 0
    std::vector<float> std; // one a channel; empty: 1
    std::string channelOrder = "rgb"; // "rgb" or "bgr"; images are always RGB
    std::string output; // of a model that returns several: "logits", "1", "out.0"; "": the first that fits
    bool blackBox = false; // of an ONNX file: predictions only, through OpenCV
    int classes = 0;
    bool probabilities = false; // outputs are probabilities, not logits
    std::int64_t parameters = 0; // weights and biases of all layers; 0: not known (a black box)
};

struct LayerInfo {
    std::string name; // as a person knows it: "conv1", "layer1.0.conv1", "conv1.relu"
    std::string kind; // conv linear activation pool norm softmax
    std::vector<std::int64_t> shape; // of one image's output: {C,H,W} or {units}
    int neurons = 0; // channels (spatial mean is the value) or units
    std::int64_t parameters = 0; // weights and biases
};

// Indices into Model::layers(), ascending: the layers whose neurons are traced.
using LayerSet = std::vector<int>;

// Rows of logits (or probabilities), one an image, row-major.
struct Predictions {
    std::size_t count = 0;
    int classes = 0;
    bool probabilities = false;
    std::vector<float> outputs;

    std::span<const float> row(std::size_t index) const
    {
        return std::span(outputs).subspan(index * std::size_t(classes), std::size_t(classes));
    }
    int predicted(std::size_t index) const; // first largest; NaN never wins
    std::vector<float> probabilitiesOf(std::size_t index) const; // softmax of logits, or the row itself
};

// Where one layer's neurons stand in a row of Trace::values.
struct LayerSlice {
    std::string name;
    int begin = 0;
    int count = 0;
};

// One forward's outputs and neuron values (dense unit, or spatial mean of a channel), row-major.
struct Trace {
    Predictions predictions;
    std::vector<LayerSlice> layers;
    int neurons = 0;
    std::vector<float> values;

    std::size_t count() const { return predictions.count; }
    std::span<const float> row(std::size_t index) const
    {
        return std::span(values).subspan(index * std::size_t(neurons), std::size_t(neurons));
    }
};

// Images as float in pixel units (0..255), NHWC: gradients need steps smaller than one grey level.
struct FloatImages {
    ImageShape shape;
    std::size_t count = 0;
    std::vector<float> values;
};

// What is differentiated, summed over the images: weights of logits (count x classes, may be empty) and of
// neurons (over layers, count x neurons of that layer set, may be empty).
struct Objective {
    std::vector<float> logitWeights;
    LayerSet layers;
    std::vector<float> neuronWeights;
    // Instead of logitWeights: given the outputs of the same forward, for images first, first + 1 ... of
    // those asked for, the weights of their logits (d loss / d logit, count x classes).
    std::function<std::vector<float>(const Predictions &outputs, std::size_t first)> weigh = {};
};

class Model {
public:
    virtual ~Model() = default;
    virtual const ModelSpec &spec() const = 0;
    // In execution order. A model that ends at its logits has one more layer, "softmax": its probabilities.
    virtual const std::vector<LayerInfo> &layers() const = 0;
    // Throws Error{BadModel} where the model itself fails.
    virtual Predictions predict(const ImageBatch &batch) = 0;
    virtual Trace trace(const ImageBatch &batch, const LayerSet &layers) = 0;
    // d objective / d pixel, in units of one grey level, NHWC like the input.
    virtual FloatImages gradient(const FloatImages &images, const Objective &objective) = 0;
};

// Loads a TorchScript file as described by spec (input, scale, mean, std; classes 0: found out) and checks:
// the archive's version, the input shape, that tapped outputs equal plain ones, whether rows are
// probabilities. Throws Error{NotFound|BadModel}.
std::unique_ptr<Model> loadTorchScript(const std::filesystem::path &file, ModelSpec spec);

// Choose layers. patterns: layer names, kinds, or "default" (every activation and the last linear layer;
// where a model has no activation, every conv and linear; without these, all) or "all"; comma-separated.
// Throws Error{Usage} on an unknown one.
LayerSet selectLayers(const std::vector<LayerInfo> &layers, const std::string &patterns);

// The number of threads the tensor library uses inside one operator called from this thread, and the matrix
// library (OpenBLAS) in the whole process. Results depend on it in their last bits. At least 1, else
// Error{Usage}.
void setModelThreads(int threads);

// The same for the tensor library alone: for a worker beside a thread that has called setModelThreads.
void setCallerThreads(int threads);

} // namespace mutascope
