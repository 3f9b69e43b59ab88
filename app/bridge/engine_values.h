// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns against inference engines as the window shows them.
#pragma once

#include "app/bridge/values.h"

#include <algorithm>
#include <array>

namespace mutascope::bridge {

struct EngineEntry {
    QString id;
    QString summary;
    bool available = false;
    QString version; // where available
    QString problem; // why not
};

// All that fixes a campaign, and where it is written.
struct CampaignSetup {
    QStringList engines;
    QString search; // id
    QMap<QString, QString> settings; // only those that differ from their default
    quint64 seed = 1;
    std::optional<qint64> models;
    std::optional<double> seconds;
    QString plugins; // file that describes further engines, or ""
    QString startModel; // ONNX file, or ""
    QString sessionFile;
};

struct CampaignProgressInfo {
    qint64 models = 0; // run on the engines
    qint64 generated = 0;
    qint64 findings = 0;
    double coverage = 0; // OLC, 0 to 1
    double seconds = 0;
    double fraction = -1; // of the budget; -1: unknown
    double modelsPerSecond() const { return seconds > 0 ? double(models) / seconds : 0; }
};

inline constexpr std::size_t campaignParts = 6; // OTC IDC ODC SEC SPC AC
using CampaignShares = std::array<double, campaignParts>;

struct CampaignPoint {
    qint64 models = 0;
    qint64 findings = 0;
    double seconds = 0;
    CampaignShares parts{};
    double total = 0;
};

struct OperatorRow {
    QString name;
    CampaignShares parts{};
    double total = 0;
};

struct FindingRow {
    int number = 0;
    QString engine;
    QString stage; // "conversion" "inference" "comparison"
    QString symptom; // "refused" ...
    QString operators; // may be empty
    QString message; // the engine's own words
    QString signature;
    int node = -1; // of the example's graph; -1: none is known
    double difference = 0;
    qint64 count = 0; // models that showed it
    qint64 firstModel = 0;
    qint64 exampleModel = 0;
    int exampleOperators = 0;
    QString triage; // "new" "confirmed" "known-limit" "ours" "ignored"
    QString note;
    bool operator==(const FindingRow &) const = default;
};

// One campaign as a session holds it.
struct CampaignData {
    QString file;
    qint64 run = 0;
    RunPhase phase = RunPhase::Finished;
    QString message;
    QString search;
    quint64 seed = 0;
    CampaignProgressInfo progress; // fraction unknown
    qint64 agreed = 0;
    qint64 notComparable = 0;
    qint64 ourFaults = 0;
    QList<EngineEntry> engines;
    QStringList knownIssues; // "Tile at opencv: 34 of 34 models"
    QString modelsSha256;
    QString findingsSha256; // empty until it ends
    std::vector<CampaignPoint> points;
    QStringList operators; // order of the rows and columns of edges
    std::vector<quint32> edges; // times the row's operator led to the column's
    std::vector<OperatorRow> coverage; // one an operator; empty before the first checkpoint
    QList<FindingRow> findings;
};

struct GraphNodeEntry {
    QString name; // as in the exported model: "Conv_3", "x0"
    QString op; // empty: an input
    QStringList inputs; // "v2_0 float32[1,3,8,8]"
    QStringList outputs; // types
    QStringList constants; // types of its parameters
    QList<std::pair<QString, QString>> attributes;
    std::vector<int> sources; // nodes its values come from, one an input
    QString fill; // of its numbers: "ordinary" ...
    bool repair = false; // put in to make shapes, types or ranges fit
    bool isInput() const { return op.isEmpty(); }
};

struct GraphData {
    std::vector<GraphNodeEntry> nodes;
    int marked = -1; // the first that differs, or the one the engine's message names
    bool markedByMessage = false;
    QString json; // of the graph itself, for the jobs
    int operatorCount() const
    {
        return int(std::count_if(nodes.begin(), nodes.end(),
                                 [](const GraphNodeEntry &node) { return !node.isInput(); }));
    }
};

// One element of an output.
struct OutputRow {
    QString output;
    QString position; // "0,2,1,4"
    double expected = 0; // the float64 reference
    double got = 0;
    double difference = 0; // NaN where got is no number
    double allowed = 0; // infinite: not compared
    bool fails() const { return allowed < 1e300 && !(difference <= allowed); }
    double excess() const; // difference / allowed, for sorting; 0 where not compared
};

struct OutputData {
    QString engine;
    QString version;
    QString refusal; // the engine's words where it gave no outputs
    QStringList problems; // of outputs that cannot be compared by elements
    std::vector<OutputRow> rows;
};

// Which finding a job is about, and in which graph.
struct FindingRef {
    QString file;
    qint64 run = 0;
    int number = 0;
    QString graph; // JSON of a reduced graph; empty: the finding's example
    bool sameCampaign(const FindingRef &other) const { return file == other.file && run == other.run; }
    bool sameFinding(const FindingRef &other) const { return sameCampaign(other) && number == other.number; }
};

struct ReproductionInfo {
    FindingRef finding;
    bool shown = false; // it still fails
    QString version;
    QString versionThen;
    QStringList found; // what the engine does wrong now
    OutputData outputs;
};

struct ReductionInfo {
    FindingRef finding;
    GraphData graph;
    FindingRow failure; // as the smallest graph shows it: message, operators, node, difference
    int before = 0; // operators
    int after = 0;
    int tests = 0;
    double seconds = 0;
    bool complete = true;
};

} // namespace mutascope::bridge
