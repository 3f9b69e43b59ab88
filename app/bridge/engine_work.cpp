// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/engine_work.h"

#include "app/bridge/convert.h"
#include "app/bridge/engine_convert.h"
#include "app/bridge/session_folder.h"
#include "core/base/output_file.h"
#include "core/engines/campaign/stored_findings.h"
#include "core/engines/reduce/reduce.h"
#include "core/store/output_session.h"

#include <nlohmann/json.hpp>

namespace mutascope::bridge {

namespace {

namespace fs = std::filesystem;
using engines::Finding;
using engines::OperatorGraph;
using Mode = SessionStore::Mode;

void checkEmptyFolder(const fs::path &folder)
{
    if (!isFreeFolder(folder))
        throw Error(ErrorCode::Usage, "'" + folder.string() + "' is there and not an empty folder",
                    "Choose a new or empty folder");
}

// The graph a job is about: a reduced one, or the finding's example.
OperatorGraph chosenGraph(const FindingRef &ref, const Finding &finding)
{
    return ref.graph.isEmpty() ? realise(finding.plan).graph
                               : OperatorGraph::fromJson(nlohmann::json::parse(ref.graph.toStdString()));
}

struct Chosen {
    Finding finding;
    engines::JudgeConfig config;
    OperatorGraph graph;
};

Chosen chosen(const FindingRef &ref)
{
    const SessionStore store(toPath(ref.file), Mode::ReadOnly);
    const Finding finding = engines::storedFinding(store, ref.run, ref.number);
    return {finding, engines::judgeOf(store, ref.run, finding), chosenGraph(ref, finding)};
}

QString describe(const engines::EngineFailure &failure)
{
    return QStringLiteral("%1, %2: %3")
        .arg(QLatin1String(nameOf(failure.stage)), QLatin1String(nameOf(failure.symptom)),
             QString::fromStdString(failure.message));
}

engines::CampaignObserver observer(SessionStore &store, std::int64_t run, const CampaignStep &step)
{
    return [&store, run, step](const engines::CampaignProgress &progress) {
        step(store, run != 0 ? run : store.runs().back().id, progress);
    };
}

// Of a reduced graph, which no session knows.
engines::Reproduction judgedAgain(const Chosen &what)
{
    const engines::EngineFailure &wanted = what.finding.failure;
    engines::Reproduction result
        = judgeAgain(what.config, what.graph, wanted,
                     [&](const engines::EngineFailure &failure) { return sameFault(wanted, failure); });
    result.versionThen = result.version;
    return result;
}

} // namespace

RunRecord runCampaign(const CampaignSetup &setup, RunControl &control, const CampaignStep &step)
{
    const engines::CampaignConfig config = toConfig(setup);
    const auto judge = makeJudge(judgeConfig(config));
    makeFolderOf(toPath(setup.sessionFile));
    OutputSession session(toPath(setup.sessionFile));
    return engines::runCampaign(config, *judge, session.store(), control, observer(session.store(), 0, step));
}

RunRecord resumeCampaign(const QString &file, std::int64_t run, const engines::CampaignBudget &budget,
                         RunControl &control, const CampaignStep &step)
{
    SessionStore store(toPath(file), Mode::ReadWrite);
    const auto judge = makeJudge(judgeConfig(engines::campaignOf(store, run)));
    return engines::resumeCampaign(store, run, budget, *judge, control, observer(store, run, step));
}

void storeTriage(SessionStore &store, const FindingRef &finding, const QString &state, const QString &note)
{
    const auto known = engineTriageNamed(state.toStdString());
    if (!known)
        throw Error(ErrorCode::Usage, "there is no state '" + state.toStdString() + "'", "");
    store.triageEngineFinding(finding.run, finding.number, *known, note.toStdString());
}

GraphData graphOf(const SessionStore &store, std::int64_t run, int number)
{
    const Finding finding = engines::storedFinding(store, run, number);
    return toGraph(realise(finding.plan).graph, finding.failure);
}

ReductionInfo reduceFinding(const FindingRef &ref, const std::function<bool(int, int)> &goOn)
{
    const Chosen what = chosen(ref);
    const auto judge = makeJudge(reductionConfig(what.config, what.finding.failure));
    engines::ReduceConfig how;
    how.goOn = goOn;
    const engines::Reduction reduced = reduceGraph(*judge, what.graph, what.finding.failure, how);
    ReductionInfo info;
    info.finding = ref;
    info.graph = toGraph(reduced.graph, reduced.failure);
    info.finding.graph = info.graph.json;
    info.failure.operators = QString::fromStdString(reduced.failure.operators);
    info.failure.message = QString::fromStdString(reduced.failure.message);
    info.failure.node = reduced.failure.node;
    info.failure.difference = reduced.failure.difference;
    info.before = what.graph.operators();
    info.after = reduced.graph.operators();
    info.tests = reduced.tests;
    info.seconds = reduced.seconds;
    info.complete = reduced.complete;
    return info;
}

ReproductionInfo reproduceFinding(const FindingRef &ref)
{
    const Chosen what = chosen(ref);
    const engines::Reproduction result = ref.graph.isEmpty()
        ? engines::reproduceStored(SessionStore(toPath(ref.file), Mode::ReadOnly), ref.run, ref.number)
        : judgedAgain(what);
    ReproductionInfo info;
    info.finding = ref;
    info.shown = result.shown;
    info.version = QString::fromStdString(result.version);
    info.versionThen = QString::fromStdString(result.versionThen);
    for (const engines::EngineFailure &failure : result.found)
        info.found.append(describe(failure));
    info.outputs = toOutputs(outputTable(what.graph, what.config));
    return info;
}

void exportFinding(const FindingRef &ref, const FindingRow &failure, const QString &folder)
{
    checkEmptyFolder(toPath(folder));
    const Chosen what = chosen(ref);
    engines::EngineFailure shown = what.finding.failure;
    if (!ref.graph.isEmpty()) { // as the reduced graph shows it
        shown.operators = failure.operators.toStdString();
        shown.message = failure.message.toStdString();
        shown.node = failure.node;
        shown.difference = failure.difference;
    }
    writeReproducer(toPath(folder), what.graph, shown, what.config);
}

} // namespace mutascope::bridge
