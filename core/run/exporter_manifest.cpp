// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/exporter_manifest.h"
#include "core/base/csv_field.h"
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

using nlohmann::json;

// Column order of the CSV; the keys are those of the JSON lines.
const std::vector<std::string> &columns()
{
    static const std::vector<std::string> names = {"id",
                                                   "file",
                                                   "seed_file",
                                                   "dataset_index",
                                                   "label",
                                                   "label_name",
                                                   "predicted",
                                                   "predicted_name",
                                                   "predicted_from_file",
                                                   "confidence",
                                                   "failing",
                                                   "kept",
                                                   "verified",
                                                   "human_verdict",
                                                   "human_labels",
                                                   "surprise",
                                                   "mutator",
                                                   "parameters",
                                                   "lineage",
                                                   "parent",
                                                   "l0",
                                                   "l1",
                                                   "l2",
                                                   "linf",
                                                   "sha256",
                                                   "step",
                                                   "calls"};
    return names;
}

// A step of a lineage; the noise stream as text, since 64 bits do not fit a JSON number everywhere.
json stepJson(const Mutation &mutation)
{
    json step = {{"mutator", mutation.mutator}, {"values", mutation.values}};
    if (mutation.noiseSeed != 0)
        step["noise_seed"] = std::to_string(mutation.noiseSeed);
    return step;
}

// JSON has neither infinity nor NaN.
json realJson(double value)
{
    if (std::isnan(value))
        return "nan";
    return std::isfinite(value) ? json(value) : json(value > 0 ? "inf" : "-inf");
}

// As the shortest text that reads back: 0.9, not 0.8999999761581421.
json shortJson(float value)
{
    return std::isfinite(value) ? json::parse(fmt::format("{}", value)) : realJson(double(value));
}

std::string csvText(const json &value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? value.get<std::string>()
                             : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

json toJson(const ManifestRow &row)
{
    json lineage = json::array();
    for (const TestRecord &ancestor : row.lineage)
        lineage.push_back(stepJson(ancestor.mutation));
    const TestRecord &test = row.test;
    return {{"id", test.id},
            {"file", row.file},
            {"seed_file", row.seedFile},
            {"dataset_index", row.datasetIndex},
            {"label", test.label},
            {"label_name", row.labelName},
            {"predicted", test.predicted},
            {"predicted_name", row.predictedName},
            {"predicted_from_file", row.predictedFromFile},
            {"confidence", shortJson(test.confidence)},
            {"failing", test.failing},
            {"kept", test.kept},
            {"verified", row.verified ? json(*row.verified) : json()},
            {"human_verdict", humanVerdictName(row.human.verdict)},
            {"human_labels", row.human.labels},
            {"surprise", test.surprise ? realJson(*test.surprise) : json()},
            {"mutator", test.mutation.mutator},
            {"parameters", test.mutation.values},
            {"lineage", lineage},
            {"parent", test.parent},
            {"l0", test.l0},
            {"l1", test.l1},
            {"l2", test.l2},
            {"linf", test.linf},
            {"sha256", test.imageSha256},
            {"step", test.step},
            {"calls", test.atCalls}};
}

Manifest::Manifest(const std::filesystem::path &folder)
    : m_csv(folder / "manifest.csv"), m_jsonLines(folder / "manifest.jsonl")
{
    m_csv.write(fmt::format("{}\r\n", fmt::join(columns(), ",")));
}

void Manifest::add(const ManifestRow &row)
{
    const json object = toJson(row);
    std::string line;
    for (const std::string &column : columns())
        line += (line.empty() ? "" : ",") + csvField(csvText(object.at(column)));
    m_csv.write(line + "\r\n");
    m_jsonLines.write(object.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
}

void Manifest::close()
{
    m_csv.close();
    m_jsonLines.close();
}

} // namespace mutascope
