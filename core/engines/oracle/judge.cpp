// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/oracle/judge.h"
#include "core/base/error.h"
#include "core/engines/export/onnx_export.h"
#include "core/engines/oracle/reference_client.h"
#include "core/engines/oracle/trial.h"
#include "core/engines/runtime/catalogue.h"
#include <algorithm>
#include <fmt/format.h>
#include <future>

namespace mutascope::engines {

namespace {

using Failures = std::vector<std::optional<EngineFailure>>; // one an engine
using Values = std::vector<ReferenceValue>;

constexpr int quickSamples = 4;
constexpr int fusionLength = 3; // operators that lead to an output

std::vector<std::string> namesOf(const OperatorGraph &graph, const Values &values)
{
    std::vector<std::string> names;
    for (const ReferenceValue &value : values)
        names.push_back(valueName(graph, value.value));
    return names;
}

Values outputsIn(const OperatorGraph &graph, const Values &all)
{
    Values outputs;
    for (const ValueRef output : graph.outputs())
        outputs.push_back(*std::ranges::find(all, output, &ReferenceValue::value));
    return outputs;
}

// The operators that lead to a value, the last ones, along first inputs.
std::string pathTo(const OperatorGraph &graph, ValueRef value)
{
    std::string path;
    for (int i = 0; i < fusionLength && !graph.nodes()[std::size_t(value.node)].isInput(); ++i) {
        const GraphNode &node = graph.nodes()[std::size_t(value.node)];
        path = path.empty() ? node.op->name : node.op->name + "+" + path;
        const auto next = std::ranges::find_if(
            node.inputs, [&](ValueRef input) { return !graph.nodes()[std::size_t(input.node)].isInput(); });
        if (next == node.inputs.end())
            break;
        value = *next;
    }
    return path;
}

// What all engines are given.
struct Case {
    const OperatorGraph &graph;
    int opset = 0;
    std::string model; // ONNX
    std::vector<NamedTensor> inputs;
};

class ProgramJudge : public Judge {
public:
    ProgramJudge(JudgeConfig config, const std::vector<ProgramSpec> &programs)
        : m_config(std::move(config)), m_tolerance{m_config.relative, m_config.absolute}
    {
        const ProgramLimits limits{m_config.seconds, m_config.memoryBytes};
        std::vector<std::future<std::unique_ptr<ProgramEngine>>> started;
        for (const ProgramSpec &program : programs)
            started.push_back(std::async(std::launch::async, [program, limits] {
                return std::make_unique<ProgramEngine>(program, limits);
            }));
        // The reference is ours: it gets the time it needs.
        m_reference = std::make_unique<ReferenceClient>(
            ProgramLimits{std::max(60.0, m_config.seconds), m_config.memoryBytes});
        for (auto &engine : started)
            m_engines.push_back(engine.get());
    }

    std::vector<EngineId> engines() const override
    {
        std::vector<EngineId> ids;
        for (const auto &engine : m_engines)
            ids.push_back(engine->id());
        return ids;
    }

    Verdict judge(const OperatorGraph &graph) override
    {
        Verdict verdict;
        try {
            const ExportOptions options{std::max(m_config.opset, graph.lowestOpset()), false, false};
            const Case tried{graph, options.opset, toOnnx(graph, options), inputsOf(graph)};
            verdict.ourFault = checkExport(graph, tried.model);
            if (verdict.ourFault.empty())
                compareAll(tried, verdict);
        } catch (const std::exception &error) {
            verdict.ourFault = error.what();
        }
        if (!verdict.ourFault.empty())
            verdict.engines.clear();
        return verdict;
    }

private:
    // All at the same time: each has a process of its own.
    std::vector<Trial> tryAll(const Case &tried)
    {
        std::vector<std::future<Trial>> running;
        for (const auto &engine : m_engines)
            running.push_back(std::async(std::launch::async, [&engine, &tried, this] {
                return tryModel(*engine, tried.model, tried.inputs, m_config.repeats);
            }));
        std::vector<Trial> trials;
        for (auto &trial : running)
            trials.push_back(trial.get());
        return trials;
    }

    void compareAll(const Case &tried, Verdict &verdict)
    {
        const OperatorGraph &graph = tried.graph;
        auto values = std::async(std::launch::async, [&] {
            return m_reference->run(graph, {tried.opset, quickSamples, 1, false});
        });
        const std::vector<Trial> trials = tryAll(tried);
        const Values outputs = values.get();
        verdict.comparable = std::ranges::any_of(
            outputs, [&](const ReferenceValue &value) { return isComparable(value, m_tolerance); });
        Failures failures = failuresOf(graph, trials, outputs);
        confirm(tried, trials, failures);
        for (std::size_t i = 0; i < trials.size(); ++i)
            verdict.engines.push_back(verdictOf(graph, i, trials[i], std::move(failures[i])));
    }

    Failures failuresOf(const OperatorGraph &graph, const std::vector<Trial> &trials,
                        const Values &outputs) const
    {
        Failures failures;
        for (const Trial &trial : trials)
            failures.push_back(trial.runs.size() < std::size_t(m_config.repeats)
                                   ? trial.failure
                                   : wrongOutputs(trial, outputs, namesOf(graph, outputs), m_tolerance));
        return failures;
    }

    // A difference counts when many more ways of rounding do not explain it; then it is looked for inside.
    void confirm(const Case &tried, const std::vector<Trial> &trials, Failures &failures)
    {
        const OperatorGraph &graph = tried.graph;
        const bool any = std::ranges::any_of(failures, [](const auto &failure) {
            return failure && failure->stage == FailureStage::Comparison;
        });
        if (!any)
            return;
        const Values all = m_reference->run(graph, {tried.opset, thoroughSamples, 1000, true});
        const Values outputs = outputsIn(graph, all);
        std::optional<Case> inside; // with all values as outputs; made for the first engine that needs it
        for (std::size_t i = 0; i < failures.size(); ++i) {
            if (!failures[i] || failures[i]->stage != FailureStage::Comparison)
                continue;
            const bool mayDiffer = failures[i]->symptom == Symptom::NotDeterministic
                && sameRuns(trials[i], tryAgain(tried, *m_engines[i]), outputs, namesOf(graph, outputs),
                            m_tolerance);
            failures[i] = wrongOutputs(trials[i], outputs, namesOf(graph, outputs), m_tolerance, mayDiffer);
            if (!failures[i] || !m_config.localise)
                continue;
            if (!inside)
                inside.emplace(
                    Case{graph, tried.opset, toOnnx(graph, {tried.opset, true, false}), tried.inputs});
            localise(graph, tryAgain(*inside, *m_engines[i]), trials[i], all, mayDiffer, *failures[i]);
        }
    }

    Trial tryAgain(const Case &tried, ProgramEngine &engine)
    {
        return tryModel(engine, tried.model, tried.inputs, m_config.repeats);
    }

    // The first of the values that is wrong; null: none.
    const ReferenceValue *firstWrong(const OperatorGraph &graph, const Trial &trial, const Values &values,
                                     bool mayDiffer) const
    {
        if (trial.runs.size() < std::size_t(m_config.repeats))
            return nullptr;
        const auto found = std::ranges::find_if(values, [&](const ReferenceValue &value) {
            return wrongOutputs(trial, {value}, namesOf(graph, {value}), m_tolerance, mayDiffer).has_value();
        });
        return found == values.end() ? nullptr : &*found;
    }

    // inside: a trial with all values as outputs.
    void localise(const OperatorGraph &graph, const Trial &inside, const Trial &trial, const Values &all,
                  bool mayDiffer, EngineFailure &failure) const
    {
        if (const ReferenceValue *first = firstWrong(graph, inside, all, mayDiffer)) {
            failure.node = first->value.node;
            failure.operators = graph.nodes()[std::size_t(failure.node)].op->name;
            return;
        }
        const Values outputs = outputsIn(graph, all);
        if (const ReferenceValue *output = firstWrong(graph, trial, outputs, mayDiffer))
            failure.operators = "fusion:" + pathTo(graph, output->value);
    }

    EngineVerdict verdictOf(const OperatorGraph &graph, std::size_t engine, const Trial &trial,
                            std::optional<EngineFailure> failure) const
    {
        EngineVerdict verdict{m_config.engines[engine], {}, trial.seconds, trial.skipped};
        if (!failure)
            return verdict;
        failure->engine = verdict.engine;
        if (failure->stage != FailureStage::Comparison)
            nameOperator(*failure, graph);
        verdict.failures.push_back(std::move(*failure));
        return verdict;
    }

    JudgeConfig m_config;
    Tolerance m_tolerance;
    std::vector<std::unique_ptr<ProgramEngine>> m_engines;
    std::unique_ptr<ReferenceClient> m_reference;
};

void require(bool condition, const char *what)
{
    if (!condition)
        throw Error(ErrorCode::Usage, what);
}

void checkConfig(const JudgeConfig &config)
{
    require(!config.engines.empty(), "no engine was named");
    require(config.opset >= oldestOpset && config.opset <= newestOpset, "the opset is none of 11 to 17");
    require(config.relative >= 0 && config.absolute >= 0 && config.relative + config.absolute > 0,
            "a tolerance is a number of at least 0, one of the two more");
    require(config.repeats >= 1 && config.repeats <= 100, "the number of runs is none of 1 to 100");
    require(config.seconds > 0 && config.seconds <= 3600, "the time limit is none of 0 to 3600 seconds");
}

std::vector<ProgramSpec> programsOf(const JudgeConfig &config)
{
    const std::vector<CatalogueEntry> all = allEngines(config.extraEngines);
    std::vector<ProgramSpec> programs;
    for (const std::string &id : config.engines) {
        const ProgramSpec &program = engineNamed(id, all).program;
        require(std::ranges::count(config.engines, id) == 1, "an engine was named twice");
        programs.push_back(program);
    }
    return programs;
}

} // namespace

std::unique_ptr<Judge> makeJudge(const JudgeConfig &config)
{
    checkConfig(config);
    return std::make_unique<ProgramJudge>(config, programsOf(config));
}

std::vector<EngineInfo> engineInfos(const std::string &extraEngines)
{
    std::vector<EngineInfo> infos;
    for (const CatalogueEntry &entry : allEngines(extraEngines)) {
        EngineInfo info{entry.id, entry.summary, false, {}, {}};
        try {
            info.version = ProgramEngine(entry.program, {}).id().version;
            info.available = true;
        } catch (const Error &error) {
            info.problem = error.message();
        }
        infos.push_back(std::move(info));
    }
    return infos;
}

} // namespace mutascope::engines
