// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/campaign/stored_findings.h"
#include "core/base/error.h"
#include "core/engines/campaign/engine_campaign.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::engines {

namespace {

constexpr int stages = int(FailureStage::Comparison) + 1;
constexpr int symptoms = int(Symptom::NotDeterministic) + 1;

template <typename Enum> Enum named(const std::string &name, int count)
{
    for (int i = 0; i < count; ++i)
        if (name == nameOf(Enum(i)))
            return Enum(i);
    throw Error(ErrorCode::BadData, "a finding of the session has the unknown word '" + name + "'",
                "The file is damaged, or of another version");
}

GraphPlan planIn(const EngineModelRecord &model)
{
    const nlohmann::json object = nlohmann::json::parse(model.plan, nullptr, false);
    if (object.is_discarded())
        throw Error(ErrorCode::BadData,
                    fmt::format("model {} of the session cannot be read: it is no JSON", model.number),
                    "The file is damaged; use a copy or the backup beside it");
    return planFromJson(object);
}

Finding fromRecord(const EngineFindingRecord &record, const EngineModelRecord &model)
{
    Finding finding;
    finding.number = record.number;
    finding.signature = record.signature;
    finding.failure = {record.engine,
                       named<FailureStage>(record.stage, stages),
                       named<Symptom>(record.symptom, symptoms),
                       record.message,
                       record.signal,
                       record.node,
                       record.operators,
                       record.difference};
    finding.count = record.count;
    finding.firstModel = record.firstModel;
    finding.exampleModel = record.exampleModel;
    finding.operators = model.operators;
    finding.plan = planIn(model);
    return finding;
}

} // namespace

EngineFindingRecord toRecord(const Finding &finding)
{
    EngineFindingRecord record;
    record.number = finding.number;
    record.signature = finding.signature;
    record.engine = finding.failure.engine;
    record.stage = nameOf(finding.failure.stage);
    record.symptom = nameOf(finding.failure.symptom);
    record.operators = finding.failure.operators;
    record.message = finding.failure.message;
    record.signal = finding.failure.signal;
    record.node = finding.failure.node;
    record.difference = finding.failure.difference;
    record.count = finding.count;
    record.firstModel = finding.firstModel;
    record.exampleModel = finding.exampleModel;
    return record;
}

EngineModelRecord exampleOf(const Finding &finding)
{
    return {finding.exampleModel, finding.operators, toJson(finding.plan).dump()};
}

std::vector<Finding> storedFindings(const SessionStore &store, std::int64_t run)
{
    std::vector<Finding> findings;
    for (const EngineFindingRecord &record : store.engineFindings(run))
        findings.push_back(fromRecord(record, store.engineModel(run, record.exampleModel)));
    return findings;
}

Finding storedFinding(const SessionStore &store, std::int64_t run, int number)
{
    const std::vector<EngineFindingRecord> all = store.engineFindings(run);
    const auto found = std::ranges::find(all, number, &EngineFindingRecord::number);
    if (found == all.end())
        throw Error(ErrorCode::NotFound, fmt::format("run {} has no finding {}", run, number),
                    all.empty() ? "It has none" : fmt::format("It has 1 to {}", all.size()));
    return fromRecord(*found, store.engineModel(run, found->exampleModel));
}

JudgeConfig judgeOf(const SessionStore &store, std::int64_t run, const Finding &finding)
{
    JudgeConfig config = judgeConfig(campaignOf(store, run));
    config.engines = {finding.failure.engine};
    return config;
}

Reproduction reproduceStored(const SessionStore &store, std::int64_t run, int number,
                             const std::string &extraEngines)
{
    const Finding finding = storedFinding(store, run, number);
    JudgeConfig config = judgeOf(store, run, finding);
    if (!extraEngines.empty())
        config.extraEngines = extraEngines;
    Reproduction result
        = judgeAgain(config, realise(finding.plan).graph, finding.failure,
                     [&](const EngineFailure &failure) { return failure.signature() == finding.signature; });
    const auto versions = nlohmann::json::parse(store.run(run).versions, nullptr, false);
    result.versionThen = versions.is_object() ? versions.value(finding.failure.engine, "") : "";
    return result;
}

} // namespace mutascope::engines
