// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/guarded_load_report.h"
#include "core/base/error.h"
#include "core/model/model_failure.h"
#include "core/model/onnx/onnx.h"
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

using nlohmann::json;

json shapeJson(const ImageShape &shape)
{
    return {shape.height, shape.width, shape.channels};
}

ImageShape shapeOf(const json &value)
{
    return {value.at(0).get<int>(), value.at(1).get<int>(), value.at(2).get<int>()};
}

// JSON has no NaN: it arrives as null, and whoever loads the model refuses it with the right words.
float numberOf(const json &value)
{
    return value.is_number() ? value.get<float>() : std::numeric_limits<float>::quiet_NaN();
}

std::vector<float> numbersOf(const json &list)
{
    std::vector<float> out;
    for (const json &value : list)
        out.push_back(numberOf(value));
    return out;
}

ProbeRequest requestOf(const std::string &text)
{
    const json object = json::parse(text);
    ProbeRequest request;
    for (const json &shape : object.at("inputs"))
        request.inputs.push_back(shapeOf(shape));
    request.spec.scale = numberOf(object.at("scale"));
    request.spec.mean = numbersOf(object.at("mean"));
    request.spec.std = numbersOf(object.at("std"));
    request.spec.channelOrder = object.at("channel_order").get<std::string>();
    request.spec.output = object.at("output").get<std::string>();
    request.spec.classes = object.at("classes").get<int>();
    request.spec.blackBox = object.at("black_box").get<bool>();
    request.spec.sha256 = "not needed"; // computing it would cost time
    return request;
}

// Mean and std of one channel count fit no other: while the input is searched they are left out.
ModelSpec specFor(const ProbeRequest &request, const ImageShape &input)
{
    ModelSpec spec = request.spec;
    spec.input = input;
    if (request.inputs.size() > 1) {
        spec.mean.clear();
        spec.std.clear();
    }
    return spec;
}

ProbeReport loaded(const std::filesystem::path &file, const ProbeRequest &request, const ImageShape &input)
{
    const std::unique_ptr<Model> model = loadProbedFile(file, specFor(request, input));
    return {input, false, model->spec().classes, model->spec().probabilities, int(model->layers().size())};
}

[[noreturn]] void throwNoInput(const Error &first)
{
    const std::string what = first.what();
    const bool aboutSize = what.find("images of") != std::string::npos // of the layers, of the file
        || what.find("images, expected") != std::string::npos;
    if (!aboutSize)
        throw first;
    throw Error(first.code(), what, "If its images have an unusual size, give it: height x width x channels");
}

ProbeReport firstThatWorks(const std::filesystem::path &file, const ProbeRequest &request)
{
    std::optional<Error> first;
    for (const ImageShape &input : request.inputs) {
        try {
            return loaded(file, request, input);
        } catch (const OutOfMemory &) {
            throw;
        } catch (const Error &error) {
            if (error.code() != ErrorCode::BadModel || request.inputs.size() == 1)
                throw;
            if (!first)
                first = error;
        }
    }
    if (!first)
        throw Error(ErrorCode::Internal, "no input was named to try the model with");
    throwNoInput(*first);
}

// What OpenCV takes, our reader may not know.
std::optional<ImageShape> declaredInput(const std::filesystem::path &file, bool blackBox)
{
    try {
        return isOnnxFile(file) ? onnxInputShape(file) : std::nullopt;
    } catch (const Error &) {
        if (blackBox)
            return {};
        throw;
    }
}

ProbeReport probed(const std::filesystem::path &file, ProbeRequest request)
{
    const auto declared
        = request.inputs.size() > 1 ? declaredInput(file, request.spec.blackBox) : std::nullopt;
    if (!declared)
        return firstThatWorks(file, request);
    request.spec.mean.clear();
    request.spec.std.clear();
    request.inputs = {*declared};
    ProbeReport report = firstThatWorks(file, request);
    report.declared = true;
    return report;
}

json reportJson(const ProbeReport &report)
{
    return {{"input", shapeJson(report.input)},
            {"declared", report.declared},
            {"classes", report.classes},
            {"probabilities", report.probabilities},
            {"layers", report.layers}};
}

json errorJson(ErrorCode code, const std::string &what, const std::string &hint)
{
    return {{"error", {{"code", int(code)}, {"what", what}, {"hint", hint}}}};
}

json answerJson(const std::filesystem::path &file, const std::string &request)
{
    try {
        return reportJson(probed(file, requestOf(request)));
    } catch (const Error &error) {
        return errorJson(error.code(), error.what(), error.hint());
    } catch (const std::bad_alloc &) {
        const OutOfMemory full("there is not enough memory for the model " + file.string());
        return errorJson(full.code(), full.what(), full.hint());
    } catch (const std::exception &error) {
        return errorJson(ErrorCode::BadModel,
                         fmt::format("cannot load the model {}: {}", file.string(), error.what()), "");
    }
}

} // namespace

std::string requestText(const ProbeRequest &request)
{
    json inputs = json::array();
    for (const ImageShape &shape :
         request.inputs.empty() ? std::vector<ImageShape>{request.spec.input} : request.inputs)
        inputs.push_back(shapeJson(shape));
    const ModelSpec &spec = request.spec;
    const json object = {{"inputs", inputs},
                         {"scale", spec.scale},
                         {"mean", spec.mean},
                         {"std", spec.std},
                         {"channel_order", spec.channelOrder},
                         {"output", spec.output},
                         {"classes", spec.classes},
                         {"black_box", spec.blackBox}};
    return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string answerProbe(const std::filesystem::path &file, const std::string &request)
{
    return answerJson(file, request).dump(-1, ' ', false, json::error_handler_t::replace);
}

ProbeReport reportOf(const std::string &answer)
{
    try {
        const json object = json::parse(answer);
        if (object.contains("error")) {
            const json &error = object.at("error");
            throw Error(ErrorCode(error.at("code").get<int>()), error.at("what").get<std::string>(),
                        error.at("hint").get<std::string>());
        }
        return {shapeOf(object.at("input")), object.at("declared").get<bool>(),
                object.at("classes").get<int>(), object.at("probabilities").get<bool>(),
                object.at("layers").get<int>()};
    } catch (const json::exception &) {
        throw Error(ErrorCode::BadData, "this is no answer of mutascope-probe");
    }
}

} // namespace mutascope
