// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/convert.h"

#include "core/store/model_failures.h"

#include <nlohmann/json.hpp>

namespace mutascope::bridge {

namespace {

RunPhase toPhase(RunState state, bool hasWriter)
{
    switch (state) {
    case RunState::Running:
        return hasWriter ? RunPhase::Running : RunPhase::Interrupted;
    case RunState::Finished:
        return RunPhase::Finished;
    case RunState::Stopped:
        return RunPhase::Stopped;
    case RunState::Failed:
        break;
    }
    return RunPhase::Failed;
}

// Names are a help only: a session whose snapshot cannot be read still shows its runs.
void readSnapshot(const std::string &text, RunInfo &info)
{
    try {
        const Project project = projectFromSnapshot(text);
        info.projectName = QString::fromStdString(project.name);
        info.projectFolder = fromPath(project.folder);
        for (const std::string &name : project.classNames)
            info.classNames.append(QString::fromStdString(name));
    } catch (const Error &) {
        info.projectName.clear();
    }
}

std::optional<std::int64_t> toInt64(const std::optional<qint64> &value)
{
    return value ? std::optional<std::int64_t>(*value) : std::nullopt;
}

widgets::RunStatusData::Yield toYield(const std::string &mutator, const MutatorYield &yield)
{
    return {QString::fromStdString(mutator), qint64(yield.tried), qint64(yield.accepted),
            qint64(yield.failing), qint64(yield.kept)};
}

} // namespace

Budget toBudget(const BudgetValues &values)
{
    return {toInt64(values.modelCalls), values.seconds, toInt64(values.tests), toInt64(values.failures)};
}

RunConfig toConfig(const RunSetup &setup)
{
    RunConfig config;
    config.generator = setup.generator.toStdString();
    config.criterion = setup.criterion.toStdString();
    config.layers = setup.layers.toStdString();
    for (auto entry = setup.settings.begin(); entry != setup.settings.end(); ++entry)
        config.settings[entry.key().toStdString()] = entry.value().toStdString();
    config.budget = toBudget(setup.budget);
    config.seed = setup.seed;
    return config;
}

namespace {

HumanVerdict toHumanVerdict(PeopleSay say)
{
    switch (say) {
    case PeopleSay::ValidSame:
        return HumanVerdict::ValidSame;
    case PeopleSay::ValidOther:
        return HumanVerdict::ValidOther;
    case PeopleSay::Valid:
        return HumanVerdict::ValidUnclear; // as a filter: of whatever class
    case PeopleSay::Invalid:
        return HumanVerdict::Invalid;
    case PeopleSay::Undecided:
        return HumanVerdict::Undecided;
    case PeopleSay::Nothing:
        break;
    }
    return HumanVerdict::Unlabelled;
}

} // namespace

TestFilter toFilter(const TestQuery &query)
{
    TestFilter filter;
    filter.failing = query.failing;
    filter.verified = query.verified;
    filter.label = query.label;
    filter.predicted = query.predicted;
    if (query.mutator)
        filter.mutator = query.mutator->toStdString();
    if (query.people)
        filter.human = toHumanVerdict(*query.people);
    return filter;
}

RunInfo toRunInfo(const RunRecord &record, bool hasWriter)
{
    RunInfo info;
    info.id = record.id;
    info.generator = QString::fromStdString(record.generator);
    info.criterion = QString::fromStdString(record.criterion);
    info.seed = record.seed;
    info.phase = toPhase(record.state, hasWriter);
    info.message = QString::fromStdString(record.message);
    info.startedAt = QDateTime::fromString(QString::fromStdString(record.startedAt), Qt::ISODateWithMs);
    info.finishedAt = QDateTime::fromString(QString::fromStdString(record.finishedAt), Qt::ISODateWithMs);
    info.modelCalls = record.counters.modelCalls;
    info.tests = record.counters.tests;
    info.failing = record.counters.failing;
    info.verified = record.counters.verified;
    info.seconds = record.counters.seconds;
    info.coverageStart = record.coverageStart;
    info.coverageEnd = record.coverageEnd;
    readSnapshot(record.project, info);
    return info;
}

TestRow toTestRow(const TestRecord &record)
{
    TestRow row;
    row.id = record.id;
    row.seed = record.seed;
    row.label = record.label;
    // -1: Workspace::className() has words for it; the number that is stored means nothing then.
    row.predicted = hasPrediction(record) ? record.predicted : -1;
    row.confidence = record.confidence;
    row.failing = record.failing;
    row.kept = record.kept;
    row.verified = record.verified;
    row.mutator = QString::fromStdString(record.mutation.mutator);
    return row;
}

QString mutationText(const Mutation &mutation)
{
    QStringList values;
    for (const auto &[name, value] : mutation.values)
        values.append(QStringLiteral("%1 %2")
                          .arg(QString::fromStdString(name).replace(u'_', u' '))
                          .arg(value, 0, 'g', 4));
    const QString mutator = QString::fromStdString(mutation.mutator);
    return values.isEmpty() ? mutator
                            : QStringLiteral("%1 (%2)").arg(mutator, values.join(QLatin1String(", ")));
}

CurvePoint toCurvePoint(const CoveragePoint &point)
{
    widgets::SeriesPoint at{point.seconds, double(point.calls), double(point.tests), point.value};
    CurvePoint both{at, at};
    both.failing.value = double(point.failing);
    return both;
}

widgets::RunStatusData toStatus(const ProgressEvent &event)
{
    const Counters &counters = event.counters;
    widgets::RunStatusData status;
    status.seconds = counters.seconds;
    const bool found = counters.failing > 0 || counters.kept > 0;
    status.secondsSinceLastFind = found ? counters.seconds - counters.secondsOfLastFind : -1;
    status.testsPerSecond = counters.seconds > 0 ? double(counters.tests) / counters.seconds : 0;
    status.modelCalls = counters.modelCalls;
    status.tests = counters.tests;
    status.failing = counters.failing;
    status.verified = counters.verified;
    status.queue = counters.queue;
    status.seeds = counters.seeds;
    status.seedsFailed = counters.seedsFailed;
    status.coverageNow = event.coverage;
    status.budgetFraction = event.budgetFraction;
    for (const auto &[mutator, yield] : event.yields)
        status.yields.append(toYield(mutator, yield));
    return status;
}

} // namespace mutascope::bridge
