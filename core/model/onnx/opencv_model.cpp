// SPDX-License-Identifier: GPL-3.0-or-later
// A model only OpenCV can read: predictions, no neurons, no gradients.
#include "core/base/error.h"
#include "core/base/opencv_threads.h"
#include "core/base/rng.h"
#include "core/model/model_failure.h"
#include "core/model/onnx/onnx.h"
#include "core/model/onnx/onnx_graph.h"
#include "core/model/onnx/onnx_proto.h"
#include "core/model/spec_check.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <numeric>
#include <opencv2/dnn.hpp>
#include <regex>

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

const char *const otherWays = "Use the model without the black-box option, or export it with another opset";

// The sentence of OpenCV's message that is about the model: behind "error: (-2:Unspecified error) in function
// 'f'", and behind the "> " that may begin a line.
std::string sentenceOf(std::string text)
{
    const std::size_t inner = text.rfind("error: ("); // of the exception it was thrown for
    if (inner != std::string::npos)
        text = text.substr(std::min(text.find(") ", inner), text.size() - 2) + 2);
    if (text.starts_with("in function"))
        text = text.substr(std::min(text.find('\n'), text.size()));
    const std::size_t begin = text.find_first_not_of(" \n>");
    if (begin == std::string::npos)
        return "it gives no reason";
    return shownName(text.substr(begin, text.find('\n', begin) - begin));
}

// OpenCV's importer says "Node [Conv@ai.onnx]:(conv1) parse error: ..." of the node it stops at.
std::string importError(const std::string &text)
{
    static const std::regex pattern(R"(Node \[([^\]@]*)@[^\]]*\]:\(([^)]*)\) parse error)");
    std::smatch node;
    if (!std::regex_search(text, node, pattern))
        return sentenceOf(text);
    std::string name = node[2].str();
    for (const char *prefix : {"onnx_node!", "onnx_node_output_0!", "onnx_node_output!"})
        if (name.starts_with(prefix))
            name.erase(0, std::strlen(prefix));
    return fmt::format("node '{}' ({}) is not supported by OpenCV, or not in this form: {}", shownName(name),
                       shownName(node[1].str()), sentenceOf(text));
}

[[noreturn]] void throwNoMemory(const std::string &what)
{
    throw OutOfMemory(what + ": not enough memory");
}

bool isOutOfMemory(const cv::Exception &error)
{
    return error.code == cv::Error::StsNoMem;
}

cv::dnn::Net readNet(const std::filesystem::path &file)
{
    const SilentOpenCv silent;
    const std::string what = fmt::format("OpenCV cannot load the model {}", file.string());
    try {
        return cv::dnn::readNetFromONNX(file.string());
    } catch (const cv::Exception &error) {
        if (isOutOfMemory(error))
            throwNoMemory(what);
        throw Error(ErrorCode::Unsupported, what + ": " + importError(error.err), otherWays);
    } catch (const std::bad_alloc &) {
        throwNoMemory(what);
    } catch (const std::exception &error) { // of what its importer uses
        throw Error(ErrorCode::BadModel, what + ": " + sentenceOf(error.what()), otherWays);
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
    std::string failingLayer();
    std::vector<float> row(std::span<const std::uint8_t> pixels);
    std::vector<float> firstRow(std::span<const std::uint8_t> pixels);

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

// The first layer that cannot be computed with the present input; "" where all can.
std::string OpenCvModel::failingLayer()
{
    for (const std::string &name : m_net.getLayerNames()) {
        try {
            m_net.forward(name);
        } catch (const std::exception &) {
            const std::string type = m_net.getLayer(m_net.getLayerId(name))->type;
            const std::size_t mark = name.find('!'); // "onnx_node!conv1"
            return fmt::format(
                "at '{}' ({}): ", shownName(mark == std::string::npos ? name : name.substr(mark + 1)), type);
        }
    }
    return {};
}

// One image at a time: many files are made for one.
std::vector<float> OpenCvModel::row(std::span<const std::uint8_t> pixels)
{
    const SilentOpenCv silent;
    cv::Mat output;
    try {
        m_net.setInput(inputOf(pixels));
        output = m_net.forward();
    } catch (const cv::Exception &error) {
        if (isOutOfMemory(error))
            throwNoMemory("the model cannot be computed");
        throw ModelFailure(failingLayer() + sentenceOf(error.err));
    } catch (const std::bad_alloc &) {
        throwNoMemory("the model cannot be computed");
    }
    if (output.type() != CV_32F || output.dims < 2 || output.size[0] != 1 || !output.isContinuous()
        || int(output.total()) != output.size[1])
        throw Error(ErrorCode::BadModel, "the model does not give one row of numbers an image",
                    "Export the model with the images as its input and the logits as its output");
    const auto *begin = output.ptr<float>();
    return {begin, begin + output.total()};
}

// Where the first images fail, it is not for what they show.
std::vector<float> OpenCvModel::firstRow(std::span<const std::uint8_t> pixels)
{
    try {
        return row(pixels);
    } catch (const ModelFailure &failure) {
        throw Error(ErrorCode::BadModel,
                    fmt::format("OpenCV cannot compute the model on images of {}, {}", m_spec.input.text(),
                                failure.why()),
                    "Check the model's input shape, or use it without the black-box option");
    }
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
        const std::vector<float> outputs = firstRow(pixels);
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
    letOpenCvUseThreads();
    cv::dnn::Net net = readNet(file);
    return std::make_unique<OpenCvModel>(std::move(net), std::move(spec));
}

} // namespace mutascope
