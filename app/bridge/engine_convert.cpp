// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/engine_convert.h"

#include "app/bridge/convert.h"
#include "app/bridge/session_queries.h"
#include "core/engines/campaign/campaign_loop.h"
#include "core/engines/export/onnx_export.h"
#include "core/engines/export/onnx_import.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope::bridge {

namespace {

using engines::OperatorGraph;
using nlohmann::json;

QString text(const std::string &value)
{
    return QString::fromStdString(value);
}

json parsed(const std::string &value)
{
    json object = json::parse(value, nullptr, false);
    if (object.is_discarded())
        throw Error(ErrorCode::BadData, "the campaign's totals cannot be read",
                    "The session is damaged; use a copy or the backup beside it");
    return object;
}

FindingRow toRow(const EngineFindingRecord &record, int operators)
{
    return {record.number,
            text(record.engine),
            text(record.stage),
            text(record.symptom),
            text(record.operators),
            text(record.message),
            text(record.signature),
            record.node,
            record.difference,
            record.count,
            record.firstModel,
            record.exampleModel,
            operators,
            QLatin1String(nameOf(record.triage)),
            text(record.note)};
}

void readTotals(const EngineCampaignRecord &campaign, CampaignData &data)
{
    const json totals = parsed(campaign.totals);
    data.progress.models = totals.value("models", qint64(0));
    data.progress.generated = totals.value("generated", qint64(0));
    data.progress.findings = totals.value("findings", qint64(0));
    data.agreed = totals.value("agreed", qint64(0));
    data.notComparable = totals.value("not_comparable", qint64(0));
    data.ourFaults = totals.value("our_faults", qint64(0));
    data.modelsSha256 = text(totals.value("models_sha256", ""));
    data.findingsSha256 = text(totals.value("findings_sha256", ""));
    for (const json &issue : totals.value("known_issues", json::array()))
        data.knownIssues.append(
            QStringLiteral("%1 (%2): %3/%4")
                .arg((text(issue.value("operator", "")) + QLatin1Char(' ') + text(issue.value("form", "")))
                         .trimmed(),
                     text(issue.value("engine", "")))
                .arg(issue.value("failures", qint64(0)))
                .arg(issue.value("models", qint64(0))));
}

void readEngines(const EngineCampaignRecord &campaign, CampaignData &data)
{
    for (const json &engine : parsed(campaign.engines))
        data.engines.append({text(engine.value("id", "")),
                             text(engine.value("settings", "")),
                             true,
                             text(engine.value("version", "")),
                             {}});
    for (const json &name : parsed(campaign.operators))
        data.operators.append(text(name.get<std::string>()));
    data.edges.assign(campaign.edges.begin(), campaign.edges.end());
}

void readOperators(const engines::OperatorCoverage &coverage, CampaignData &data)
{
    for (const engines::CorpusEntry &entry : coverage.config().corpus) {
        const engines::CoverageValues values = coverage.ofOperator(entry.name);
        data.coverage.push_back({text(entry.name), values.parts, values.total});
    }
}

void readCoverage(const SessionStore &store, std::int64_t run, CampaignData &data)
{
    for (const EngineCoveragePoint &point : store.engineCoverage(run))
        data.points.push_back({point.models, point.findings, point.seconds, point.parts, point.total});
    if (!store.savedState(run))
        return; // before its first checkpoint
    try {
        readOperators(engines::storedCoverage(store, run), data);
    } catch (const Error &error) {
        // As of another version. The findings and the rest can be read all the same.
        data.message += QStringLiteral("\n") + text(error.what());
        data.message = data.message.trimmed();
    }
}

QString numbers(const auto &list)
{
    QStringList words;
    for (const auto number : list)
        words.append(QString::number(number));
    return u'[' + words.join(QLatin1String(", ")) + u']';
}

QString attributeText(const engines::AttributeValue &value)
{
    return std::visit(
        [](const auto &held) -> QString {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, std::string>)
                return text(held);
            else if constexpr (std::is_arithmetic_v<Held>)
                return QString::number(held);
            else
                return numbers(held);
        },
        value);
}

GraphNodeEntry toNode(const OperatorGraph &graph, int index)
{
    const engines::GraphNode &node = graph.nodes()[std::size_t(index)];
    GraphNodeEntry entry;
    entry.op = node.op ? text(node.op->name) : QString();
    entry.name = text(node.op ? nodeName(graph, index) : valueName(graph, {index, 0}));
    for (const engines::ValueRef input : node.inputs) {
        entry.inputs.append(text(valueName(graph, input) + " " + toText(graph.type(input))));
        entry.sources.push_back(input.node);
    }
    for (const engines::TensorType &type : node.outputs)
        entry.outputs.append(text(toText(type)));
    for (const engines::ParameterSpec &parameter : node.parameters)
        entry.constants.append(text(toText(parameter.type)));
    for (const auto &[name, value] : node.attributes.items())
        entry.attributes.append({text(name), attributeText(value)});
    entry.fill = QLatin1String(engines::nameOf(node.fill));
    entry.repair = node.repair;
    return entry;
}

// The node an engine's message names ("Conv_3"), the longest name first: "Conv_1" is in "Conv_12".
int namedIn(const OperatorGraph &graph, const std::string &message)
{
    int found = -1;
    std::size_t longest = 0;
    for (int i = 0; i < int(graph.nodes().size()); ++i) {
        const std::string name = nodeName(graph, i);
        if (graph.nodes()[std::size_t(i)].op && name.size() > longest
            && message.find(name) != std::string::npos) {
            found = i;
            longest = name.size();
        }
    }
    return found;
}

// Where a failure names the operator alone, and there is one node of it.
int onlyNodeOf(const OperatorGraph &graph, const std::string &op)
{
    int found = -1;
    for (int i = 0; i < int(graph.nodes().size()); ++i) {
        const engines::GraphNode &node = graph.nodes()[std::size_t(i)];
        if (!node.op || node.op->name != op)
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

QString positionText(std::size_t element, const engines::Shape &shape)
{
    QStringList words;
    for (auto size = shape.rbegin(); size != shape.rend(); ++size) {
        words.prepend(QString::number(element % std::size_t(*size)));
        element /= std::size_t(*size);
    }
    return words.join(u',');
}

} // namespace

engines::CampaignConfig toConfig(const CampaignSetup &setup)
{
    engines::CampaignConfig config;
    for (const QString &engine : setup.engines)
        config.engines.push_back(engine.toStdString());
    config.strategy = engines::strategyNamed(setup.search.toStdString());
    for (auto entry = setup.settings.begin(); entry != setup.settings.end(); ++entry)
        config.settings[entry.key().toStdString()] = entry.value().toStdString();
    config.seed = setup.seed;
    if (setup.models)
        config.budget.models = *setup.models;
    config.budget.seconds = setup.seconds;
    if (!setup.plugins.isEmpty())
        config.extraEngines = std::filesystem::absolute(toPath(setup.plugins)).string();
    const int opset = int(engines::campaignSettings(config).integer("opset")); // throws on illegal settings
    if (!setup.startModel.isEmpty())
        config.start = {toPath(setup.startModel).filename().string(),
                        engines::planOf(engines::importOnnx(toPath(setup.startModel), opset), opset)};
    return config;
}

CampaignProgressInfo toInfo(const engines::CampaignProgress &progress)
{
    return {progress.models,   progress.generated, progress.findings,
            progress.coverage, progress.seconds,   progress.fraction};
}

EngineEntry toEntry(const engines::EngineInfo &info)
{
    return {text(info.id), text(info.summary), info.available, text(info.version), text(info.problem)};
}

CampaignData readCampaign(const SessionStore &store, std::int64_t run)
{
    const RunRecord record = store.run(run);
    const engines::CampaignConfig config = engines::campaignOf(store, run);
    CampaignData data;
    data.file = fromPath(store.file());
    data.run = run;
    data.phase = toRunInfo(record, hasWriter(store.file())).phase;
    data.message = text(record.message);
    data.search = QLatin1String(engines::nameOf(config.strategy));
    data.seed = config.seed;
    if (!store.isEngineCampaign(run))
        return data; // before its first checkpoint
    const EngineCampaignRecord campaign = store.engineCampaign(run);
    readTotals(campaign, data);
    readEngines(campaign, data);
    readCoverage(store, run, data);
    data.progress.coverage = record.coverageEnd;
    data.progress.seconds = record.counters.seconds;
    const std::vector<EngineFindingRecord> findings = store.engineFindings(run);
    const std::map<int, int> operators = store.engineExampleOperators(run); // later: a campaign adds findings
    for (const EngineFindingRecord &finding : findings)
        data.findings.append(toRow(finding, operators.at(finding.number)));
    return data;
}

GraphData toGraph(const OperatorGraph &graph, const engines::EngineFailure &failure)
{
    GraphData data;
    for (int i = 0; i < int(graph.nodes().size()); ++i)
        data.nodes.push_back(toNode(graph, i));
    data.markedByMessage = failure.stage != engines::FailureStage::Comparison;
    data.marked = failure.node < int(data.nodes.size()) ? failure.node : -1;
    if (data.marked < 0 && data.markedByMessage)
        data.marked = namedIn(graph, failure.message);
    if (data.marked < 0)
        data.marked = onlyNodeOf(graph, failure.operators);
    data.json = text(graph.toJson().dump());
    return data;
}

double OutputRow::excess() const
{
    if (!(allowed < 1e300))
        return 0;
    if (std::isnan(difference))
        return std::numeric_limits<double>::infinity();
    return difference / std::max(allowed, 1e-300);
}

OutputData toOutputs(const engines::OutputTable &table)
{
    OutputData data;
    data.engine = text(table.engine);
    data.version = text(table.version);
    data.refusal = text(table.refusal);
    for (const engines::ComparedOutput &output : table.outputs) {
        if (!output.problem.empty())
            data.problems.append(QStringLiteral("%1: %2").arg(text(output.name), text(output.problem)));
        const double none = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t i = 0; i < output.expected.size(); ++i) {
            const double got = output.got.empty() ? none : output.got[i];
            data.rows.push_back({text(output.name), positionText(i, output.type.shape), output.expected[i],
                                 got, std::abs(got - output.expected[i]), output.allowed[i]});
        }
    }
    return data;
}

} // namespace mutascope::bridge
