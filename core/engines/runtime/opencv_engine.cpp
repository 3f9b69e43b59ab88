// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/opencv_engine.h"
#include "core/base/error.h"
#include "core/engines/export/onnx_read.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>

namespace mutascope::engines {

namespace {

int ignoreError(int, const char *, const char *, const char *, int, void *)
{
    return 0;
}

std::optional<int> matType(ElementType element)
{
    switch (element) {
    case ElementType::Float:
        return CV_32F;
    case ElementType::Double:
        return CV_64F;
    case ElementType::Int32:
        return CV_32S;
    case ElementType::Int8:
        return CV_8S;
    case ElementType::UInt8:
        return CV_8U;
    case ElementType::Int64:
    case ElementType::Bool:
        break;
    }
    return std::nullopt;
}

cv::Mat matOf(const TensorData &data)
{
    std::vector<int> sizes(data.type.shape.begin(), data.type.shape.end());
    while (sizes.size() < 2)
        sizes.push_back(1);
    cv::Mat mat(sizes, matType(data.type.element).value_or(CV_32F));
    std::memcpy(mat.data, data.bytes.data(), data.bytes.size());
    return mat;
}

// What the type cannot hold is its nearest; NaN, where it has none, 0.
template <typename Number> Number saturated(double value)
{
    if constexpr (std::is_floating_point_v<Number>)
        return Number(value);
    if constexpr (std::is_same_v<Number, bool>)
        return value != 0;
    if (std::isnan(value))
        return 0;
    constexpr double low = double(std::numeric_limits<Number>::lowest());
    constexpr double high = double(std::numeric_limits<Number>::max());
    return value >= high ? std::numeric_limits<Number>::max() : Number(std::max(value, low));
}

template <typename Number> void convert(const cv::Mat &doubles, std::vector<std::byte> &bytes)
{
    const double *from = doubles.ptr<double>();
    for (std::size_t i = 0; i < doubles.total(); ++i) {
        const Number number = saturated<Number>(from[i]);
        std::memcpy(&bytes[i * sizeof(Number)], &number, sizeof number);
    }
}

void fill(const cv::Mat &mat, TensorData &data)
{
    const int sizes[] = {int(mat.total()), 1};
    cv::Mat doubles;
    if (mat.total() > 0)
        mat.reshape(1, 2, sizes).convertTo(doubles, CV_64F);
    data.bytes.resize(doubles.total() * bytesOf(data.type.element));
    switch (data.type.element) {
    case ElementType::Float:
        return convert<float>(doubles, data.bytes);
    case ElementType::Double:
        return convert<double>(doubles, data.bytes);
    case ElementType::Int8:
        return convert<std::int8_t>(doubles, data.bytes);
    case ElementType::UInt8:
        return convert<std::uint8_t>(doubles, data.bytes);
    case ElementType::Int32:
        return convert<std::int32_t>(doubles, data.bytes);
    case ElementType::Int64:
        return convert<std::int64_t>(doubles, data.bytes);
    case ElementType::Bool:
        return convert<bool>(doubles, data.bytes);
    }
}

TensorData dataOf(const cv::Mat &mat, const TensorType &declared)
{
    TensorData data{{declared.element, Shape(mat.size.p, mat.size.p + mat.dims)}, {}};
    if (declared.shape.size() < 2 && std::int64_t(mat.total()) == elementsOf(declared.shape))
        data.type.shape = declared.shape;
    fill(mat.isContinuous() ? mat : mat.clone(), data);
    return data;
}

std::string oneLine(const cv::Exception &error)
{
    std::string text = error.what();
    std::ranges::replace(text, '\n', ' ');
    return text;
}

class OpenCvModel : public PreparedModel {
public:
    OpenCvModel(cv::dnn::Net net, std::vector<OnnxValueInfo> outputs)
        : m_net(std::move(net)), m_outputs(std::move(outputs))
    {
        for (const OnnxValueInfo &output : m_outputs)
            m_names.push_back(output.name);
    }

    EngineOutcome run(const std::vector<NamedTensor> &inputs) override
    {
        try {
            return computed(inputs);
        } catch (const cv::Exception &error) {
            const bool memory = error.code == cv::Error::StsNoMem;
            return InferenceFailure{memory ? InferenceFailure::Cause::OutOfMemory
                                           : InferenceFailure::Cause::Exception,
                                    oneLine(error), 0};
        }
    }

private:
    EngineOutputs computed(const std::vector<NamedTensor> &inputs)
    {
        const auto start = std::chrono::steady_clock::now();
        for (const NamedTensor &input : inputs)
            m_net.setInput(matOf(input.data), input.name);
        std::vector<cv::Mat> mats;
        m_net.forward(mats, m_names);
        EngineOutputs outputs;
        for (std::size_t i = 0; i < mats.size() && i < m_outputs.size(); ++i)
            outputs.tensors.push_back({m_names[i], dataOf(mats[i], m_outputs[i].type)});
        outputs.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return outputs;
    }

    cv::dnn::Net m_net;
    std::vector<OnnxValueInfo> m_outputs;
    std::vector<cv::String> m_names;
};

class OpenCv : public Engine {
public:
    explicit OpenCv(bool fusion) : m_fusion(fusion)
    {
        cv::redirectError(ignoreError);
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        cv::setNumThreads(1);
    }
    EngineId id() const override
    {
        return {m_fusion ? "opencv" : "opencv-nofusion", CV_VERSION,
                m_fusion ? "layers fused" : "layers not fused"};
    }
    Preparation prepare(const std::string &model) override
    {
        try {
            OnnxModel described = readOnnxModel(model);
            for (const OnnxValueInfo &input : described.inputs)
                if (!matType(input.type.element))
                    return {nullptr,
                            NotSupported{fmt::format("cv::Mat holds no {} inputs", toText(input.type))}};
            return {read(model, std::move(described.outputs)), {}};
        } catch (const cv::Exception &error) {
            return {nullptr, ConversionFailure{oneLine(error)}};
        }
    }

private:
    std::unique_ptr<PreparedModel> read(const std::string &model, std::vector<OnnxValueInfo> outputs) const
    {
        cv::dnn::Net net = cv::dnn::readNetFromONNX(model.data(), model.size());
        net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
        net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
        net.enableFusion(m_fusion);
        return std::make_unique<OpenCvModel>(std::move(net), std::move(outputs));
    }

    bool m_fusion;
};

} // namespace

std::unique_ptr<Engine> openCv(bool fusion)
{
    return std::make_unique<OpenCv>(fusion);
}

} // namespace mutascope::engines
