// SPDX-License-Identifier: GPL-3.0-or-later
// A model only OpenCV can read: predictions, no neurons, no gradients.
#include "core/base/error.h"
#include "core/base/rng.h"
#include "core/model/onnx/onnx.h"
#include "core/model/onnx/onnx_proto.h"
#include "core/model/spec_check.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <opencv2/dnn.hpp>

namespace mutascope {

namespace {

int ignoreError(int, const char *, const char *, const char *, int, void *)
{
    return 0;
}

// OpenCV writes every error to stderr as well; the message says it.
class SilentOpenCv {
public:
    SilentOpenCv() { m_before = cv::redirectError(ignoreError, nullptr, &m_data); }
    ~SilentOpenCv() { cv::redirectError(m_before, m_data); }
    SilentOpenCv(const SilentOpenCv &) = delete;
    SilentOpenCv &operator=(const SilentOpenCv &) = delete;

private:
    void *m_data = nullptr;
    cv::ErrorCallback m_before = nullptr;
};

std::string oneLine(const std::string &text)
{
    const std::size_t begin = text.find_first_not_of(" \n>");
    return begin == std::string::npos ? "no message" : text.substr(begin, text.find('\n', begin) - begin);
}

template <typename Work> auto translated(const std::string &what, const Work &work)
{
    const SilentOpenCv silent;
    try {
        return work();
    } catch (const cv::Exception &error) {
        throw Error(ErrorCode::BadModel, what + ": " + oneLine(error.err),
                    "Export the model with another opset");
    } catch (const std::bad_alloc &) {
        throw Error(ErrorCode::BadModel, what + ": not enough memory", "Use smaller images");
    }
}

void require(bool condition, const std::string &what)
{
    if (!condition)
        throw Error(ErrorCode::BadModel, what, "Correct the model's entry in the project");
}

[[noreturn]] void throwPredictsOnly(const char *what)
{
    throw Error(ErrorCode::Unsupported, fmt::format("a black-box model gives predictions only, no {}", what),
                "Use a generator and metrics that need none");
}

class OpenCvModel : public Model {
public:
    OpenCvModel(cv::dnn::Net net, ModelSpec spec) : m_net(std::move(net)), m_spec(std::move(spec))
    {
        checkSpec(m_spec);
        m_net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
        findOutputs();
    }
    const ModelSpec &spec() const override { return m_spec; }
    const std::vector<LayerInfo> &layers() const override { return m_layers; }
    Predictions predict(const ImageBatch &batch) override;
    Trace trace(const ImageBatch &batch, const LayerSet &layers) override;
    FloatImages gradient(const FloatImages &, const Objective &) override { throwPredictsOnly("gradients"); }

private:
    void findOutputs();
    cv::Mat inputOf(std::span<const std::uint8_t> pixels) const;
    std::vector<float> row(std::span<const std::uint8_t> pixels);

    cv::dnn::Net m_net;
    ModelSpec m_spec;
    std::vector<LayerInfo> m_layers; // none
};

// {1, C, H, W}
cv::Mat OpenCvModel::inputOf(std::span<const std::uint8_t> pixels) const
{
    const ImageShape &shape = m_spec.input;
    const int sizes[] = {1, shape.channels, shape.height, shape.width};
    cv::Mat input(4, sizes, CV_32F);
    const auto channels = std::size_t(shape.channels), area = shape.size() / channels;
    auto *target = input.ptr<float>();
    for (std::size_t c = 0; c < channels; ++c) {
        const float mean = m_spec.mean.empty() ? 0.0f : m_spec.mean[c];
        const float deviation = m_spec.std.empty() ? 1.0f : m_spec.std[c];
        const std::size_t source = m_spec.channelOrder == "bgr" ? channels - 1 - c : c;
        for (std::size_t i = 0; i < area; ++i)
            *target++ = (float(pixels[i * channels + source]) / m_spec.scale - mean) / deviation;
    }
    return input;
}

// One image at a time: many files are made for one.
std::vector<float> OpenCvModel::row(std::span<const std::uint8_t> pixels)
{
    return translated("the model fails on these images", [&] {
        m_net.setInput(inputOf(pixels));
        const cv::Mat output = m_net.forward();
        if (output.type() != CV_32F || output.dims < 2 || output.size[0] != 1 || !output.isContinuous()
            || int(output.total()) != output.size[1])
            throw Error(ErrorCode::BadModel, "the model does not give one row of numbers an image",
                        "Export the model with the images as its input and the logits as its output");
        const auto *begin = output.ptr<float>();
        return std::vector<float>(begin, begin + output.total());
    });
}

bool isDistribution(const std::vector<float> &row)
{
    const auto negative = [](float value) { return !(value >= 0); };
    return std::ranges::none_of(row, negative)
        && std::abs(std::accumulate(row.begin(), row.end(), 0.0) - 1.0) <= 1e-3;
}

void OpenCvModel::findOutputs()
{
    m_spec.probabilities = true;
    std::size_t classes = 0;
    Rng rng(2024);
    std::vector<std::uint8_t> pixels(m_spec.input.size());
    for (int image = 0; image < 3; ++image) {
        for (auto &pixel : pixels)
            pixel = std::uint8_t(rng.below(256));
        const std::vector<float> outputs = row(pixels);
        classes = outputs.size();
        m_spec.probabilities = m_spec.probabilities && isDistribution(outputs);
    }
    require(classes >= 2, "the model has a single output; a classifier needs two or more");
    require(m_spec.classes == 0 || m_spec.classes == int(classes),
            fmt::format("the model has {} outputs, but its description says {} classes", classes,
                        m_spec.classes));
    m_spec.classes = int(classes);
}

Predictions OpenCvModel::predict(const ImageBatch &batch)
{
    Predictions result{batch.count(), m_spec.classes, m_spec.probabilities, {}};
    if (!batch.empty())
        checkImages(m_spec, batch.shape());
    for (std::size_t i = 0; i < batch.count(); ++i) {
        const std::vector<float> outputs = row(batch.pixels(i));
        requireClasses(m_spec, int(outputs.size()));
        result.outputs.insert(result.outputs.end(), outputs.begin(), outputs.end());
    }
    return result;
}

Trace OpenCvModel::trace(const ImageBatch &batch, const LayerSet &layers)
{
    if (!layers.empty())
        throwPredictsOnly("neurons");
    return {predict(batch), {}, 0, {}};
}

} // namespace

std::unique_ptr<Model> loadOnnxBlackBox(const std::filesystem::path &file, ModelSpec spec)
{
    parseOnnx(file); // for its messages: OpenCV's name lines of its source
    spec = describedBy(file, std::move(spec));
    auto net = translated(fmt::format("OpenCV cannot load the model {}", file.string()),
                          [&] { return cv::dnn::readNetFromONNX(file.string()); });
    return std::make_unique<OpenCvModel>(std::move(net), std::move(spec));
}

} // namespace mutascope
