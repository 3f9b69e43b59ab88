// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/reduce/reduce.h"
#include "core/base/error.h"
#include "core/engines/reduce/edits.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace mutascope::engines {

namespace {

using Clock = std::chrono::steady_clock;

bool isFusion(const EngineFailure &failure)
{
    return failure.operators.starts_with("fusion:");
}

class Reducer {
public:
    Reducer(Judge &judge, const OperatorGraph &graph, const EngineFailure &wanted, const ReduceConfig &config)
        : m_judge(judge), m_wanted(wanted), m_config(config), m_best{graph, wanted}
    {
    }

    Reduction run()
    {
        if (!shows(m_best.graph))
            throw Error(ErrorCode::BadModel,
                        fmt::format("the graph does not show the failure '{}'", m_wanted.signature()),
                        "It may depend on the machine, or on another version of the engine");
        while (round() && !exhausted()) { }
        m_best.seconds = passed();
        m_best.complete = !exhausted();
        return std::move(m_best);
    }

private:
    double passed() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }
    bool exhausted() const
    {
        return m_ended || passed() > m_config.seconds || m_best.tests >= m_config.mostTests;
    }

    // As long as one of a kind is taken it is tried again on what came of it. Whether anything was.
    bool repeat(const std::function<bool(const OperatorGraph &, const Try &)> &edits)
    {
        bool any = false;
        while (!exhausted()) {
            const OperatorGraph graph = m_best.graph;
            if (!edits(graph, [this](const OperatorGraph &candidate) { return shows(candidate); }))
                return any;
            any = true;
        }
        return any;
    }

    bool round()
    {
        bool any = repeat(tryFewerOutputs);
        for (int block = std::max(int(m_best.graph.nodes().size()) / 2, 1); block >= 1; block /= 2)
            any = repeat([block](const OperatorGraph &graph, const Try &attempt) {
                      return tryInputsInstead(graph, block, attempt);
                  })
                || any;
        for (const auto edits :
             {tryBypasses, tryFewerInputs, trySmallerShapes, trySimplerAttributes, trySimplerNumbers})
            any = repeat(edits) || any;
        return any;
    }

    bool shows(const OperatorGraph &graph)
    {
        if (exhausted() || !m_seen.insert(graph.toJson().dump()).second)
            return false;
        ++m_best.tests;
        const bool shown = judged(graph);
        m_ended = m_config.goOn && !m_config.goOn(m_best.tests, m_best.graph.operators());
        return shown;
    }

    bool judged(const OperatorGraph &graph)
    {
        const Verdict verdict = m_judge.judge(graph);
        for (const EngineVerdict &engine : verdict.engines)
            for (const EngineFailure &failure : engine.failures)
                if (sameFault(m_wanted, failure)) {
                    m_best.graph = graph;
                    m_best.failure = failure;
                    return true;
                }
        return false;
    }

    Judge &m_judge;
    EngineFailure m_wanted;
    ReduceConfig m_config;
    Reduction m_best;
    std::set<std::string> m_seen;
    bool m_ended = false; // by goOn
    Clock::time_point m_start = Clock::now();
};

} // namespace

bool sameFault(const EngineFailure &wanted, const EngineFailure &found)
{
    if (wanted.engine != found.engine || wanted.stage != found.stage || wanted.symptom != found.symptom
        || wanted.signal != found.signal)
        return false;
    if (wanted.stage == FailureStage::Comparison)
        return isFusion(wanted) ? isFusion(found)
                                : wanted.operators.empty() || wanted.signature() == found.signature();
    const bool hasWords = wanted.symptom == Symptom::Refused || wanted.symptom == Symptom::Exception;
    return !hasWords || wanted.signature() == found.signature();
}

JudgeConfig reductionConfig(JudgeConfig config, const EngineFailure &failure)
{
    if (failure.symptom != Symptom::Hang)
        return config;
    config.seconds = std::min(config.seconds, 1.0);
    config.confirmHangs = false;
    return config;
}

Reduction reduceGraph(Judge &judge, const OperatorGraph &graph, const EngineFailure &failure,
                      const ReduceConfig &config)
{
    std::vector<std::string> names;
    for (const EngineId &id : judge.engines())
        names.push_back(id.id);
    if (std::ranges::find(names, failure.engine) == names.end())
        throwUnknownName("engine", failure.engine, names);
    return Reducer(judge, graph, failure, config).run();
}

} // namespace mutascope::engines
