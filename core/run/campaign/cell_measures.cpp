// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/cell_measures.h"
#include "core/base/cache.h"
#include "core/base/output_file.h"
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

using nlohmann::json;

json jsonOf(const std::optional<double> &value)
{
    return value ? json(*value) : json();
}

std::optional<double> numberFrom(const json &value)
{
    return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

json jsonOf(const MetricValue &value)
{
    return {{"value", jsonOf(value.value)},         {"missing", value.missing},     {"tests", value.tests},
            {"deviation", jsonOf(value.deviation)}, {"quartiles", value.quartiles}, {"note", value.note}};
}

MetricValue valueFrom(const json &object)
{
    return {numberFrom(object.at("value")),
            object.at("missing").get<std::string>(),
            object.at("tests").get<std::size_t>(),
            numberFrom(object.at("deviation")),
            object.at("quartiles").get<std::vector<double>>(),
            object.at("note").get<std::string>()};
}

json jsonOf(const std::vector<CellSample> &samples)
{
    json list = json::array();
    for (const CellSample &sample : samples)
        list.push_back({sample.test, sample.distance});
    return list;
}

std::vector<CellSample> samplesFrom(const json &list)
{
    std::vector<CellSample> samples;
    for (const json &sample : list)
        samples.push_back({sample.at(0).get<std::int64_t>(), sample.at(1).get<double>()});
    return samples;
}

json jsonOf(const std::vector<CoveragePoint> &curve)
{
    json list = json::array();
    for (const CoveragePoint &point : curve)
        list.push_back({point.seconds, point.calls, point.tests, point.failing, point.value});
    return list;
}

std::vector<CoveragePoint> curveFrom(const json &list)
{
    std::vector<CoveragePoint> curve;
    for (const json &point : list)
        curve.push_back({point.at(0).get<double>(), point.at(1).get<std::int64_t>(),
                         point.at(2).get<std::int64_t>(), point.at(3).get<std::int64_t>(),
                         point.at(4).get<double>()});
    return curve;
}

CellMeasures measuresFrom(const json &object)
{
    CellMeasures measures;
    for (const auto &[id, value] : object.at("metrics").items())
        measures.metrics[id] = valueFrom(value);
    measures.figures = object.at("figures").get<std::map<std::string, double>>();
    measures.curve = curveFrom(object.at("curve"));
    measures.natural = samplesFrom(object.at("natural"));
    measures.unnatural = samplesFrom(object.at("unnatural"));
    measures.silentClasses = object.at("silent_classes").get<std::vector<int>>();
    measures.message = object.at("message").get<std::string>();
    return measures;
}

} // namespace

void storeMeasures(const std::filesystem::path &file, const std::string &key, const CellMeasures &measures)
{
    json metrics = json::object();
    for (const auto &[id, value] : measures.metrics)
        metrics[id] = jsonOf(value);
    const json object = {{"key", key},
                         {"metrics", metrics},
                         {"figures", measures.figures},
                         {"curve", jsonOf(measures.curve)},
                         {"natural", jsonOf(measures.natural)},
                         {"unnatural", jsonOf(measures.unnatural)},
                         {"silent_classes", measures.silentClasses},
                         {"message", measures.message}};
    replaceFile(file, object.dump(1) + "\n");
}

std::optional<CellMeasures> storedMeasures(const std::filesystem::path &file, const std::string &key)
{
    const json object = json::parse(readCached(file).value_or(""), nullptr, false);
    try {
        if (object.is_object() && object.at("key") == key)
            return measuresFrom(object);
    } catch (const json::exception &) {
        // Damaged: measured again.
    }
    return std::nullopt;
}

} // namespace mutascope
