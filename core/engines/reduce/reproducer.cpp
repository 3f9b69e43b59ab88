// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/reduce/reproducer.h"
#include "core/base/error.h"
#include "core/engines/export/onnx_export.h"
#include "core/engines/oracle/reference_client.h"
#include "core/engines/reduce/npz.h"
#include "core/engines/reduce/reduce.h"
#include "core/engines/reduce/snippets.h"
#include "core/engines/torch/torch_engines.h"
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace mutascope::engines {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

[[noreturn]] void throwCannotWrite(const fs::path &file)
{
    throw Error(ErrorCode::Io, fmt::format("cannot write {}", file.string()),
                "Check that there is room and that you may write there");
}

void write(const fs::path &file, const std::string &content)
{
    std::ofstream stream(file, std::ios::binary);
    stream << content;
    stream.close();
    if (!stream)
        throwCannotWrite(file);
}

json metaOf(const Reported &reported, const JudgeConfig &config)
{
    const EngineFailure &failure = reported.failure;
    return {{"format", 1},
            {"engine", reported.engine.id},
            {"version", reported.engine.version},
            {"settings", reported.engine.settings},
            {"signature", failure.signature()},
            {"symptom", nameOf(failure.symptom)},
            {"symptom_code", int(failure.symptom)},
            {"stage", nameOf(failure.stage)},
            {"stage_code", int(failure.stage)},
            {"message", failure.message},
            {"operators", failure.operators},
            {"signal", failure.signal},
            {"node", failure.node},
            {"difference", failure.difference},
            {"opset", reported.opset},
            {"relative", config.relative},
            {"absolute", config.absolute},
            {"repeats", config.repeats},
            {"seconds", config.seconds}};
}

// A finding may be that its model cannot be traced.
std::string moduleOf(const std::string &model, std::string &problem)
{
    try {
        return tracedModule(model);
    } catch (const Error &error) {
        problem = error.what();
        return {};
    }
}

void writeSnippets(const fs::path &folder, const Reported &reported)
{
    const auto snippets = snippetsOf(reported);
    for (const auto &[name, content] : snippets)
        write(folder / name, content);
    for (const NamedTensor &input : reported.inputs)
        if (snippets.contains("reproduce.cpp"))
            write(folder / (input.name + ".bin"),
                  {reinterpret_cast<const char *>(input.data.bytes.data()), input.data.bytes.size()});
}

void writeAll(const fs::path &folder, const OperatorGraph &graph, Reported reported,
              const JudgeConfig &config)
{
    const std::string model = toOnnx(graph, {reported.opset, false, false});
    if (snippetKindOf(reported.engine.id) == SnippetKind::TorchScript)
        if (const std::string module = moduleOf(model, reported.untraced); !module.empty())
            write(folder / "model.pt", module);
    write(folder / "model.onnx", model);
    write(folder / "inputs.npz", npzOf(reported.inputs));
    write(folder / "expected.npz", npzOf(reported.expected));
    write(folder / "graph.json", graph.toJson().dump(1));
    write(folder / "meta.json", metaOf(reported, config).dump(2, ' ', false, json::error_handler_t::replace));
    write(folder / "README.md", readmeOf(reported));
    writeSnippets(folder, reported);
}

std::string contentOf(const fs::path &file)
{
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error(ErrorCode::NotFound, fmt::format("there is no {}", file.string()),
                    "Name the folder of a finding, which has a model.onnx, a graph.json and a meta.json");
    return {std::istreambuf_iterator<char>(stream), {}};
}

[[noreturn]] void throwDamaged(const fs::path &folder, const std::string &why)
{
    throw Error(ErrorCode::BadData, fmt::format("{} cannot be run again: {}", folder.string(), why),
                "Write the finding's folder again");
}

json jsonIn(const fs::path &folder, const char *name)
{
    json object = json::parse(contentOf(folder / name), nullptr, false);
    if (!object.is_object())
        throwDamaged(folder, std::string(name) + " is damaged");
    return object;
}

EngineFailure failureFrom(const json &meta)
{
    EngineFailure failure;
    failure.engine = meta.at("engine").get<std::string>();
    failure.stage = FailureStage(std::clamp(meta.at("stage_code").get<int>(), 0, 2));
    failure.symptom
        = Symptom(std::clamp(meta.at("symptom_code").get<int>(), 0, int(Symptom::NotDeterministic)));
    failure.message = meta.at("message").get<std::string>();
    failure.operators = meta.at("operators").get<std::string>();
    failure.signal = meta.at("signal").get<int>();
    failure.node = meta.at("node").get<int>();
    failure.difference = meta.at("difference").get<double>();
    return failure;
}

JudgeConfig configFrom(const json &meta, const std::string &extraEngines)
{
    JudgeConfig config;
    config.engines = {meta.at("engine").get<std::string>()};
    config.opset = meta.at("opset").get<int>();
    config.relative = meta.at("relative").get<double>();
    config.absolute = meta.at("absolute").get<double>();
    config.repeats = meta.at("repeats").get<int>();
    config.seconds = meta.at("seconds").get<double>();
    config.extraEngines = extraEngines;
    return config;
}

Reproduction runAgain(const fs::path &folder, const json &meta, const std::string &extraEngines)
{
    const OperatorGraph graph = OperatorGraph::fromJson(jsonIn(folder, "graph.json"));
    const JudgeConfig config = configFrom(meta, extraEngines);
    if (contentOf(folder / "model.onnx") != toOnnx(graph, {config.opset, false, false}))
        throwDamaged(folder, "its model.onnx is not the model of its graph.json");
    const EngineFailure wanted = failureFrom(meta);
    const std::string versionThen = meta.at("version").get<std::string>();
    Reproduction result = judgeAgain(config, graph, wanted,
                                     [&](const EngineFailure &found) { return sameFault(wanted, found); });
    if (!result.ourFault.empty())
        throwDamaged(folder, result.ourFault);
    result.versionThen = versionThen;
    return result;
}

} // namespace

void writeReproducer(const fs::path &folder, const OperatorGraph &graph, const EngineFailure &failure,
                     const JudgeConfig &config)
{
    const int opset = std::max(config.opset, graph.lowestOpset());
    const Reported reported{failure, engineIdOf(failure.engine, config.extraEngines), opset, inputsOf(graph),
                            referenceOutputs(graph, opset)};
    std::error_code error;
    const bool fresh = !fs::exists(folder, error);
    fs::create_directories(folder, error);
    if (error)
        throwCannotWrite(folder);
    try {
        writeAll(folder, graph, reported, config);
    } catch (const Error &) {
        if (fresh)
            fs::remove_all(folder, error);
        throw;
    }
}

Reproduction judgeAgain(const JudgeConfig &config, const OperatorGraph &graph, const EngineFailure &wanted,
                        const std::function<bool(const EngineFailure &)> &isIt)
{
    const std::unique_ptr<Judge> judge = makeJudge(config);
    Reproduction result;
    result.wanted = wanted;
    result.version = judge->engines().at(0).version;
    const Verdict verdict = judge->judge(graph);
    result.ourFault = verdict.ourFault;
    if (!verdict.ourFault.empty())
        return result;
    result.found = verdict.engines.at(0).failures;
    result.shown = std::ranges::any_of(result.found, isIt);
    return result;
}

Reproduction reproduce(const fs::path &folder, const std::string &extraEngines)
{
    try {
        return runAgain(folder, jsonIn(folder, "meta.json"), extraEngines);
    } catch (const json::exception &) {
        throwDamaged(folder, "something in its meta.json is missing or of another kind");
    }
}

} // namespace mutascope::engines
