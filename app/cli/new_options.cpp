// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/new_options.h"
#include "app/cli/paths.h"
#include "core/base/error.h"
#include "core/data/class_names.h"
#include <cmath>
#include <fmt/format.h>

namespace mutascope::cli {

namespace {

namespace fs = std::filesystem;

void checkModelFile(const fs::path &file)
{
    const PathKind kind = kindOf(file);
    if (kind == PathKind::Missing)
        throw Error(ErrorCode::NotFound, fmt::format("the model file '{}' does not exist", file.string()));
    if (kind != PathKind::Model && kind != PathKind::Other)
        throw Error(ErrorCode::Usage,
                    fmt::format("--model: '{}' is {}, not a model file", file.string(), describe(kind)));
}

void checkOrder(const std::string &order)
{
    if (!order.empty() && order != "rgb" && order != "bgr")
        throw Error(ErrorCode::Usage, fmt::format("--channel-order: '{}' is not allowed", order),
                    "Expected: rgb or bgr");
}

void checkNormalisation(const ImportRequest &request)
{
    for (const auto *list : {&request.mean, &request.std})
        if (*list && (*list)->size() != 1 && (*list)->size() != 3)
            throw Error(ErrorCode::BadData, "--mean and --std need one number a channel, so 1 or 3");
    for (const float deviation : request.std.value_or(std::vector<float>()))
        if (!(deviation > 0))
            throw Error(ErrorCode::Usage, fmt::format("--std: '{}' is not allowed", deviation),
                        "Expected: numbers larger than 0");
}

std::map<std::string, ParamValue> dataOptionsOf(const ImportTexts &texts, const std::string &format)
{
    std::map<std::string, std::string> given = texts.subset;
    for (const std::string &text : texts.dataOptions) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Error(ErrorCode::Usage, fmt::format("--data-option: '{}' is not allowed", text),
                        "Expected: NAME=VALUE");
        given[text.substr(0, equals)] = text.substr(equals + 1);
    }
    ParamSet options(dataFormat(format).options);
    std::map<std::string, ParamValue> out;
    for (const auto &[name, text] : given) {
        options.set(name, text);
        out[name] = options.value(name);
    }
    return out;
}

void addSubset(CLI::App &command, ImportTexts &texts)
{
    const auto add = [&](const std::string &name, const std::string &type, const std::string &what) {
        command
            .add_option_function<std::string>(
                "--" + name, [&texts, name](const std::string &text) { texts.subset[name] = text; }, what)
            ->type_name(type);
    };
    add("first", "N", "Use only the first N images of each split");
    add("per-class", "N", "Use only the first N images of each class");
    add("range", "A:B", "Use only images A to B-1 of each split, counted from 0");
}

void addPixels(CLI::App &command, ImportTexts &texts)
{
    const char *group = "Pixels (default: what gives the best accuracy)";
    addText(command, "--input", texts.input, "Size of the model's images")->type_name("HxWxC")->group(group);
    addPositive(
        command, "--scale", [&texts](double x) { texts.scale = x; },
        "What pixels are divided by before mean and std")
        ->group(group);
    addText(command, "--mean", texts.mean, "Subtracted, one number a channel")
        ->type_name("A,B,C")
        ->group(group);
    addText(command, "--std", texts.std, "Divided by, one number a channel")
        ->type_name("A,B,C")
        ->group(group);
    addText(command, "--channel-order", texts.channelOrder, "rgb or bgr")->type_name("ORDER")->group(group);
}

} // namespace

void addImportOptions(CLI::App &command, ImportTexts &texts)
{
    addText(command, "--model", texts.model, "TorchScript or ONNX model; it is copied into the project")
        ->required()
        ->type_name("FILE");
    addText(command, "--data", texts.data, "The data set's file or folder")->required()->type_name("PATH");
    addText(command, "--format", texts.format, "Format of the data (default: found out)")->type_name("ID");
    addText(command, "--classes", texts.classes, "Names of the classes, one a line")->type_name("FILE");
    addSubset(command, texts);
    command
        .add_option("--data-option", texts.dataOptions,
                    "An option of the data's format; see docs/data-formats.md")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    addText(command, "--output", texts.output, "Which output of the model, where it has several")
        ->type_name("PATH");
    command.add_flag("--black-box", texts.blackBox,
                     "Use an ONNX model for predictions only, through OpenCV: no coverage, no gradients");
    addCount(
        command, "--images", 1, [&texts](std::int64_t n) { texts.images = n; },
        "Images to measure the accuracy on (default: the whole test split)");
    addPixels(command, texts);
}

ImportRequest importRequestOf(const ImportTexts &texts)
{
    checkModelFile(texts.model);
    checkOrder(texts.channelOrder);
    ImportRequest request;
    request.model = texts.model;
    request.data = texts.data;
    if (!texts.input.empty())
        request.input = parseShape("--input", texts.input);
    if (texts.scale)
        request.scale = float(*texts.scale);
    if (!texts.mean.empty())
        request.mean = parseFloats("--mean", texts.mean);
    if (!texts.std.empty())
        request.std = parseFloats("--std", texts.std);
    checkNormalisation(request);
    if (!texts.classes.empty())
        request.classNames = readNameFile(texts.classes);
    request.format = texts.format.empty() ? detectFormat(texts.data) : dataFormat(texts.format).id;
    request.dataOptions = dataOptionsOf(texts, request.format);
    request.channelOrder = texts.channelOrder;
    request.output = texts.output;
    request.blackBox = texts.blackBox;
    request.images = std::size_t(texts.images);
    return request;
}

} // namespace mutascope::cli
