// SPDX-License-Identifier: GPL-3.0-or-later
// The project file's format, read strictly: a misspelt key must not silently mean "default".
#include "core/engines/campaign/engine_campaign.h"
#include "core/model/spec_check.h"
#include "core/run/project.h"
#include "core/run/project_error.h"
#include "core/run/strict_json.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

using nlohmann::json;
constexpr int formatVersion = 1;
constexpr int largestSide = 4096;

[[noreturn]] void throwWrong(const std::string &path, const std::string &expected, const json &value)
{
    std::string shown = value.dump(-1, ' ', false, json::error_handler_t::replace); // not deep: strict_json.h
    if (shown.size() > 60)
        shown = shown.substr(0, 57) + "...";
    throw ProjectKeyError(path, fmt::format("'{}' must be {}, but is {}", path, expected, shown));
}

// A NUL would end a path or a message early.
bool isText(const json &value)
{
    return value.is_string() && value.get_ref<const std::string &>().find('\0') == std::string::npos;
}

// One object of the file; path says where it stands ("model").
class ObjectReader {
public:
    ObjectReader(const json &object, std::string path, std::vector<std::string> keys)
        : m_object(object), m_path(std::move(path))
    {
        if (!object.is_object())
            throwWrong(m_path.empty() ? "project" : m_path, "an object {...}", object);
        for (const auto &item : object.items())
            if (std::find(keys.begin(), keys.end(), item.key()) == keys.end())
                throwUnknownKey(item.key(), keys);
    }

    bool has(const std::string &key) const { return m_object.contains(key); }

    const json &at(const std::string &key) const
    {
        if (!has(key))
            throw ProjectKeyError(m_path, fmt::format("'{}' is missing", where(key)));
        return m_object.at(key);
    }

    std::string text(const std::string &key) const
    {
        const json &value = at(key);
        if (!isText(value) || value.get_ref<const std::string &>().empty())
            throwWrong(where(key), "a text that is not empty", value);
        return value.get<std::string>();
    }

    std::string text(const std::string &key, const std::string &fallback) const
    {
        if (!has(key))
            return fallback;
        if (!isText(at(key)))
            throwWrong(where(key), "a text", at(key));
        return at(key).get<std::string>();
    }

    bool flag(const std::string &key) const
    {
        if (has(key) && !at(key).is_boolean())
            throwWrong(where(key), "true or false", at(key));
        return has(key) && at(key).get<bool>();
    }

    std::vector<float> numbers(const std::string &key) const
    {
        std::vector<float> out;
        if (!has(key))
            return out;
        if (!at(key).is_array())
            throwWrong(where(key), "a list of numbers", at(key));
        for (const json &value : at(key)) {
            if (!value.is_number() || !std::isfinite(value.get<float>()))
                throwWrong(fmt::format("{}[{}]", where(key), out.size()), "a 32-bit real number", value);
            out.push_back(value.get<float>());
        }
        return out;
    }

    std::vector<std::string> texts(const std::string &key) const
    {
        std::vector<std::string> out;
        if (!has(key))
            return out;
        if (!at(key).is_array())
            throwWrong(where(key), "a list of texts", at(key));
        for (const json &value : at(key)) {
            if (!isText(value))
                throwWrong(fmt::format("{}[{}]", where(key), out.size()), "a text", value);
            out.push_back(value.get<std::string>());
        }
        return out;
    }

    std::string where(const std::string &key) const { return m_path.empty() ? key : m_path + "." + key; }

private:
    [[noreturn]] void throwUnknownKey(const std::string &key, const std::vector<std::string> &keys) const
    {
        const std::string nearest = nearestName(key, keys);
        std::string known;
        for (const std::string &name : keys)
            known += (known.empty() ? "" : ", ") + name;
        throw ProjectKeyError(where(key), fmt::format("unknown key '{}'", where(key)),
                              nearest.empty() ? "Known: " + known : "Did you mean '" + where(nearest) + "'?");
    }

    const json &m_object;
    std::string m_path;
};

ImageShape readShape(const ObjectReader &reader)
{
    const json &value = reader.at("input");
    const auto side = [](const json &number) {
        return number.is_number_integer() && number >= 1 && number <= largestSide;
    };
    const bool three = value.is_array() && value.size() == 3 && std::all_of(value.begin(), value.end(), side);
    if (!three || (value[2] != 1 && value[2] != 3))
        throwWrong(
            reader.where("input"),
            fmt::format("[height, width, channels] with sides up to {} and 1 or 3 channels", largestSide),
            value);
    return {value[0].get<int>(), value[1].get<int>(), value[2].get<int>()};
}

float readScale(const ObjectReader &reader)
{
    if (!reader.has("scale"))
        return 255.0F;
    const json &value = reader.at("scale");
    if (!value.is_number() || !isFactor(value.get<double>()))
        throwWrong(reader.where("scale"), "a number from 1e-6 to 1e6", value);
    return value.get<float>();
}

void checkNormalisation(const ObjectReader &reader, const ModelSpec &spec)
{
    const auto channels = std::size_t(spec.input.channels);
    if (!spec.mean.empty() && spec.mean.size() != channels)
        throwWrong(reader.where("mean"), fmt::format("one number a channel ({})", channels),
                   reader.at("mean"));
    if (!spec.std.empty() && spec.std.size() != channels)
        throwWrong(reader.where("std"), fmt::format("one number a channel ({})", channels), reader.at("std"));
    for (const float deviation : spec.std)
        if (!isFactor(double(deviation)))
            throwWrong(reader.where("std"), "numbers from 1e-6 to 1e6", reader.at("std"));
    for (const float mean : spec.mean)
        if (std::abs(mean) > largestFactor)
            throwWrong(reader.where("mean"), "numbers from -1e6 to 1e6", reader.at("mean"));
}

ModelSpec readModel(const json &object)
{
    const ObjectReader reader(
        object, "model",
        {"file", "input", "scale", "mean", "std", "channel_order", "output", "black_box", "sha256"});
    ModelSpec spec;
    spec.file = reader.text("file");
    spec.name = spec.file.stem().string();
    spec.input = readShape(reader);
    spec.scale = readScale(reader);
    spec.mean = reader.numbers("mean");
    spec.std = reader.numbers("std");
    spec.channelOrder = reader.text("channel_order", "rgb");
    spec.output = reader.text("output", "");
    spec.blackBox = reader.flag("black_box");
    spec.sha256 = reader.text("sha256", "");
    if (spec.channelOrder != "rgb" && spec.channelOrder != "bgr")
        throwWrong(reader.where("channel_order"), R"("rgb" or "bgr")", reader.at("channel_order"));
    checkNormalisation(reader, spec);
    return spec;
}

// What the format makes of one option of the file.
ParamValue readDataOption(ParamSet options, const std::string &name, const json &value,
                          const std::string &where)
{
    try {
        options.merge(json{{name, value}});
        return options.value(name);
    } catch (const Error &error) {
        throw ProjectKeyError(where, fmt::format("'{}': {}", where, error.what()), error.hint());
    }
}

void checkFormat(const ObjectReader &data, const std::string &format)
{
    try {
        if (!format.empty())
            dataFormat(format);
    } catch (const Error &error) {
        throw ProjectKeyError(data.where("format"), error.what(), error.hint());
    }
}

ParamSet declaredOptions(const ObjectReader &data, const std::string &format)
{
    const std::string where = data.where("options");
    if (format.empty())
        throw ProjectKeyError(where, fmt::format("'{}' needs '{}'", where, data.where("format")),
                              "Options belong to a format: name it");
    return ParamSet(dataFormat(format).options);
}

std::map<std::string, ParamValue> readDataOptions(const ObjectReader &data, const std::string &format)
{
    const json &object = data.at("options");
    if (!object.is_object())
        throwWrong(data.where("options"), "an object {...}", object);
    const ParamSet declared = declaredOptions(data, format);
    std::map<std::string, ParamValue> options;
    for (const auto &item : object.items()) {
        const std::string where = data.where("options") + "." + item.key();
        if (item.value().is_string() && !isText(item.value()))
            throwWrong(where, "a text", item.value());
        options[item.key()] = readDataOption(declared, item.key(), item.value(), where);
    }
    return options;
}

json optionsJson(const std::map<std::string, ParamValue> &options)
{
    json object = json::object();
    for (const auto &[name, value] : options)
        std::visit([&, &key = name](const auto &known) { object[key] = known; }, value);
    return object;
}

void readData(const json &object, Project &project)
{
    const ObjectReader reader(object, "data", {"format", "path", "classes", "options", "sha256"});
    project.dataFormat = reader.text("format", "idx");
    checkFormat(reader, project.dataFormat);
    if (reader.has("options"))
        project.dataOptions = readDataOptions(reader, project.dataFormat);
    project.dataPath = reader.text("path");
    project.classNames = reader.texts("classes");
    project.dataSha256 = reader.text("sha256", "");
}

void readDefaults(const json &object, Project &project)
{
    const ObjectReader reader(object, "defaults", {"generator", "criterion", "layers"});
    project.defaultGenerator = reader.text("generator", project.defaultGenerator);
    project.defaultCriterion = reader.text("criterion", project.defaultCriterion);
    project.defaultLayers = reader.text("layers", project.defaultLayers);
}

void checkVersion(const json &object)
{
    if (!object.is_object() || !object.contains("mutascope_project"))
        throw Error(ErrorCode::BadData,
                    "project: this is no Mutascope project: 'mutascope_project' is missing",
                    "A project is made with: mutascope-cli new DIR --model FILE --data PATH");
    const json &version = object.at("mutascope_project");
    if (!version.is_number_integer() || version < 1)
        throwWrong("mutascope_project", "a whole number from 1", version);
    if (version > formatVersion)
        throw Error(ErrorCode::NewerVersion,
                    fmt::format("project: the format is version {}, this program knows up to {}",
                                version.get<std::int64_t>(), formatVersion),
                    "Use a newer Mutascope");
}

json modelJson(const ModelSpec &spec)
{
    // Floats as the shortest text that reads back: 0.286, not 0.28600001335144043.
    const auto number = [](float value) { return json::parse(fmt::format("{}", value)); };
    const auto numbers = [&](const std::vector<float> &values) {
        json list = json::array();
        for (const float value : values)
            list.push_back(number(value));
        return list;
    };
    json model = {{"file", spec.file.generic_string()},
                  {"input", {spec.input.height, spec.input.width, spec.input.channels}},
                  {"scale", number(spec.scale)},
                  {"channel_order", spec.channelOrder}};
    if (!spec.mean.empty())
        model["mean"] = numbers(spec.mean);
    if (!spec.std.empty())
        model["std"] = numbers(spec.std);
    if (!spec.output.empty())
        model["output"] = spec.output;
    if (spec.blackBox)
        model["black_box"] = true;
    if (!spec.sha256.empty())
        model["sha256"] = spec.sha256;
    return model;
}

} // namespace

json toJson(const Project &project)
{
    json data = {{"format", project.dataFormat}, {"path", project.dataPath.generic_string()}};
    if (!project.classNames.empty())
        data["classes"] = project.classNames;
    if (!project.dataOptions.empty())
        data["options"] = optionsJson(project.dataOptions);
    if (!project.dataSha256.empty())
        data["sha256"] = project.dataSha256;
    return {{"mutascope_project", formatVersion},
            {"name", project.name},
            {"description", project.description},
            {"model", modelJson(project.model)},
            {"data", data},
            {"defaults",
             {{"generator", project.defaultGenerator},
              {"criterion", project.defaultCriterion},
              {"layers", project.defaultLayers}}}};
}

Project projectFromJson(const json &object, const std::filesystem::path &folder)
{
    checkVersion(object);
    const ObjectReader reader(
        object, "", {"mutascope_project", "name", "description", "model", "data", "defaults", "folder"});
    Project project;
    project.folder = reader.text("folder", folder.string());
    project.name = reader.text("name", project.folder.filename().string());
    project.description = reader.text("description", "");
    project.model = readModel(reader.at("model"));
    readData(reader.at("data"), project);
    if (reader.has("defaults"))
        readDefaults(reader.at("defaults"), project);
    return project;
}

std::string projectSnapshot(const Project &project, const std::string &modelSha256,
                            const std::string &dataSha256)
{
    Project copy = project;
    copy.model.file = project.modelFile();
    copy.model.sha256 = modelSha256;
    copy.dataPath = project.dataFolder();
    copy.dataSha256 = dataSha256;
    json object = toJson(copy);
    object["folder"] = std::filesystem::absolute(project.folder).string();
    return object.dump();
}

Project projectFromSnapshot(const std::string &text)
{
    json object;
    try {
        object = parseStrictly(text);
    } catch (const std::exception &) {
        throw Error(ErrorCode::BadData, "the run's stored project is damaged");
    }
    engines::refuseCampaign(object);
    return projectFromJson(object, {});
}

} // namespace mutascope
