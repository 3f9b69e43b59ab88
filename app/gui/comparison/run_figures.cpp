// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/comparison/run_figures.h"

#include "app/bridge/assess_catalog.h"
#include "app/bridge/catalog.h"
#include "app/gui/assess/assess_figures.h"
#include "app/gui/format.h"
#include "widgets/formats.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace mutascope::gui {

namespace {

using bridge::ComparedRun;
using widgets::MetricTableData;

QString tr(const char *text)
{
    return QCoreApplication::translate("RunFigures", text);
}

MetricTableData::Cell words(const QString &text)
{
    return {std::nullopt, text, text, MetricTableData::Mark::None};
}

MetricTableData::Cell count(qint64 number)
{
    return {double(number), countText(number), {}, MetricTableData::Mark::None};
}

MetricTableData::Cell share(qint64 part, qint64 whole)
{
    if (whole == 0)
        return {
            std::nullopt, {}, tr("There is nothing it could be a share of."), MetricTableData::Mark::None};
    const double value = double(part) / double(whole);
    return {value, percentText(value), tr("%1 of %2").arg(countText(part), countText(whole)),
            MetricTableData::Mark::None};
}

struct Fact {
    MetricTableData::Column column;
    MetricTableData::Cell (*cell)(const ComparedRun &run);
};

MetricTableData::Cell coverage(const ComparedRun &run)
{
    if (run.info.criterion.isEmpty())
        return {std::nullopt, {}, tr("The run had no criterion."), MetricTableData::Mark::None};
    const double end = run.info.coverageEnd;
    return {end, percentText(end, 2), tr("%1 at its beginning").arg(percentText(run.info.coverageStart, 2)),
            MetricTableData::Mark::None};
}

MetricTableData::Cell failingPerThousand(const ComparedRun &run)
{
    if (run.info.modelCalls == 0)
        return {std::nullopt, {}, tr("The run made no model call."), MetricTableData::Mark::None};
    const double value = 1000.0 * double(run.info.verified) / double(run.info.modelCalls);
    return {value, figureNumber(value), {}, MetricTableData::Mark::None};
}

std::vector<Fact> facts()
{
    const auto plain = [](const QString &name, const QString &tip) {
        return MetricTableData::Column{name, tip, false, true};
    };
    return {
        {plain(tr("Criterion"), tr("Coverage criterion that guided the search")),
         [](const ComparedRun &run) { return words(run.configuration.value(QStringLiteral("criterion"))); }},
        {plain(tr("Seed"), tr("Of the random numbers")),
         [](const ComparedRun &run) {
             return MetricTableData::Cell{
                 double(run.info.seed), QString::number(run.info.seed), {}, MetricTableData::Mark::None};
         }},
        {plain(tr("State"), {}), [](const ComparedRun &run) { return words(phaseText(run.info.phase)); }},
        {plain(tr("Model calls"), tr("Of the search, training apart")),
         [](const ComparedRun &run) { return count(run.info.modelCalls); }},
        {plain(tr("Tests"), tr("Judged mutants")),
         [](const ComparedRun &run) { return count(run.info.tests); }},
        {{tr("Failing, verified"), tr("Failing tests that fail again when read back from their file"), true,
          true},
         [](const ComparedRun &run) { return count(run.info.verified); }},
        {{tr("Failing share"), tr("Verified failing tests of all judged"), true, true},
         [](const ComparedRun &run) { return share(run.info.verified, run.info.tests); }},
        {{tr("Failing per 1,000 calls"), tr("Verified failing tests for a thousand model calls"), true, true},
         failingPerThousand},
        {{tr("Coverage"),
          tr("Of the run’s own criterion, at its end: comparable where the criterion is the same"), true,
          true},
         coverage},
        {{tr("Search (s)"), tr("Seconds of the search, pauses and training apart"), true, false},
         [](const ComparedRun &run) {
             return MetricTableData::Cell{run.info.seconds, figureNumber(run.info.seconds),
                                          widgets::formatDuration(run.info.seconds),
                                          MetricTableData::Mark::None};
         }},
        {{tr("Training (s)"), tr("Seconds the generator trained networks first"), true, false},
         [](const ComparedRun &run) {
             return MetricTableData::Cell{
                 run.trainingSeconds, figureNumber(run.trainingSeconds), {}, MetricTableData::Mark::None};
         }},
    };
}

MetricTableData::Cell metricCell(const MeasuredRuns &measured, const bridge::RunPlace &place,
                                 const QString &id)
{
    const auto run = measured.find(place);
    if (run == measured.end())
        return {std::nullopt, {}, tr("Not measured yet."), MetricTableData::Mark::None};
    if (!run->error.isEmpty())
        return {
            std::nullopt, {}, tr("Could not be measured: %1").arg(run->error), MetricTableData::Mark::None};
    const bridge::MeasuredValue value = run->metrics.value(id);
    if (!value.value)
        return {std::nullopt, {}, tr("Missing: %1").arg(value.missing), MetricTableData::Mark::None};
    return {value.value, figureNumber(*value.value), value.note, MetricTableData::Mark::None};
}

int groupOf(const QList<bridge::RunGroup> &groups, const bridge::RunPlace &place)
{
    for (int i = 0; i < groups.size(); ++i)
        if (groups[i].runs.contains(place))
            return i;
    return -1;
}

void addMetrics(MetricTableData &table, const QList<ComparedRun> &runs, const QStringList &metrics,
                const MeasuredRuns &measured)
{
    for (const bridge::MetricEntry &entry : bridge::metricEntries()) {
        if (!metrics.contains(entry.id))
            continue;
        const QString name = entry.unit.isEmpty() ? entry.name : tr("%1 (%2)").arg(entry.name, entry.unit);
        table.columns.push_back({name, entry.summary, true, entry.higherIsBetter});
        for (qsizetype i = 0; i < runs.size(); ++i)
            table.rows[std::size_t(i)].cells.push_back(metricCell(measured, runs[i].place, entry.id));
    }
}

} // namespace

QStringList runNames(const QList<ComparedRun> &runs)
{
    QMap<QString, int> ofFile;
    for (const ComparedRun &run : runs)
        ++ofFile[run.place.file];
    QStringList names;
    for (const ComparedRun &run : runs) {
        QStringList parts{bridge::generatorName(run.info.generator)};
        if (ofFile.size() > 1)
            parts.append(QFileInfo(run.place.file).completeBaseName());
        if (ofFile.size() == 1 || ofFile[run.place.file] > 1 || run.place.run > 1)
            parts.append(tr("run %1").arg(run.place.run));
        names.append(parts.join(QStringLiteral(" · ")));
    }
    return names;
}

MetricTableData runTable(const QList<ComparedRun> &runs, const QList<bridge::RunGroup> &groups,
                         const QStringList &metrics, const MeasuredRuns &measured)
{
    MetricTableData table;
    table.rowTitle = tr("run");
    const QStringList names = runNames(runs);
    for (qsizetype i = 0; i < runs.size(); ++i)
        table.rows.push_back({names[i], runs[i].place.file, groupOf(groups, runs[i].place), {}});
    for (const Fact &fact : facts()) {
        table.columns.push_back(fact.column);
        for (qsizetype i = 0; i < runs.size(); ++i)
            table.rows[std::size_t(i)].cells.push_back(fact.cell(runs[i]));
    }
    addMetrics(table, runs, metrics, measured);
    return table;
}

MetricTableData rejudgedTable(const QList<ComparedRun> &runs, const QList<bridge::RejudgedRun> &judged)
{
    MetricTableData table;
    table.rowTitle = tr("run");
    table.columns
        = {{tr("Made for"), tr("Model the tests were made for"), false, true},
           {tr("Failing tests stored"), tr("Against the model they were made for"), false, true},
           {tr("Judged again"), tr("Tests whose seed this model classifies correctly"), false, true},
           {tr("Failing here"), tr("Of these, tests this model gets wrong"), true, true},
           {tr("Share failing here"), {}, true, true}};
    const QStringList names = runNames(runs);
    for (const bridge::RejudgedRun &one : judged)
        for (qsizetype i = 0; i < runs.size(); ++i) {
            if (!(runs[i].place == one.place))
                continue;
            MetricTableData::Row row{names[i], one.place.file, -1, {words(runs[i].info.projectName)}};
            row.cells.push_back(count(one.tests));
            row.cells.push_back(count(one.judged));
            row.cells.push_back(count(one.failing));
            row.cells.push_back(share(one.failing, one.judged));
            if (!one.error.isEmpty())
                for (std::size_t cell = 2; cell < row.cells.size(); ++cell)
                    row.cells[cell] = {std::nullopt, {}, one.error, MetricTableData::Mark::None};
            table.rows.push_back(std::move(row));
        }
    return table;
}

} // namespace mutascope::gui
