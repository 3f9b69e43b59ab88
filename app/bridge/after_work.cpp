// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/after_work.h"

#include "app/bridge/after_catalog.h"
#include "app/bridge/after_target.h"
#include "app/bridge/convert.h"
#include "core/run/after/cluster_run.h"
#include "core/run/after/deduplicate_run.h"
#include "core/run/after/minimize_run.h"
#include "core/run/after/reduce_run.h"
#include "core/run/after/run_documents.h"

#include <algorithm>

namespace mutascope::bridge {

namespace {

const QString looking = QStringLiteral("looking at the tests");

struct Job {
    const AfterOrder &order;
    RunControl &control;
    JobInbox &inbox;

    QVariant value(const char *name) const { return order.settings.value(QLatin1String(name)); }
    std::string text(const char *name) const { return value(name).toString().toStdString(); }
    std::unique_ptr<SessionStore> source() const
    {
        return std::make_unique<SessionStore>(toPath(order.sessionFile), SessionStore::Mode::ReadOnly);
    }
    void tell(const QString &phase, double fraction) const
    {
        inbox.setPhase(phase, fraction);
        control.waitWhilePaused();
    }
    AfterOutcome outcome() const
    {
        AfterOutcome outcome;
        outcome.sessionFile = order.sessionFile;
        outcome.run = order.run;
        return outcome;
    }
};

// The source is no longer open: it may be the target.
void store(const Job &job, const DerivedRun &run, Model &verifier, AfterOutcome &outcome)
{
    const std::unique_ptr<SessionStore> target = openTarget(job.order.target, job.control, job.inbox);
    job.inbox.setPhase(QStringLiteral("storing and verifying"), -1);
    const StoredDerived stored = storeDerivedRun(*target, run, verifier);
    outcome.target = job.order.target;
    outcome.newRun = stored.run;
    outcome.failing = stored.failing;
    outcome.verified = stored.verified;
    outcome.modelCalls = run.modelCalls;
    outcome.seconds = run.seconds;
}

MinimizeValues toValues(const MinimizeReport &report)
{
    MinimizeValues values;
    for (const NormSummary &norm : normSummaries(report))
        values.norms.append({QString::fromLatin1(norm.name), norm.before.mean, norm.after.mean,
                             norm.before.median, norm.after.median});
    values.minimal = report.count(MinimizeOutcome::Minimal);
    values.unfinished = report.count(MinimizeOutcome::Unfinished);
    values.notVerified = report.count(MinimizeOutcome::NotVerified);
    values.notReproduced = report.count(MinimizeOutcome::NotReproduced);
    return values;
}

void showMinimizing(const Job &job, const MinimizeRunProgress &progress)
{
    const double total = double(std::max<std::size_t>(progress.total, 1));
    job.tell(QStringLiteral("minimising, %1 % of the norm is left").arg(progress.group.left * 100, 0, 'f', 0),
             progress.done == 0 ? -1 : double(progress.done) / total);
}

std::optional<AfterOutcome> minimize(const Job &job)
{
    MinimizeRunOptions options;
    options.search.norm = normFromName(job.text("norm"));
    options.search.smallestBlock = job.value("block").toInt();
    options.limit = job.value("limit").toLongLong();
    const MinimizedRun result
        = minimizeRun(*job.source(), job.order.run, options, job.control,
                      [&](const MinimizeRunProgress &progress) { showMinimizing(job, progress); });
    if (result.run.tests.empty() && result.report.stopped)
        return std::nullopt;
    AfterOutcome outcome = job.outcome();
    outcome.stopped = result.report.stopped;
    outcome.values = toValues(result.report);
    store(job, result.run, *result.model, outcome);
    return outcome;
}

ReachedValues toValues(const Reached &reached)
{
    ReachedValues values{reached.tests, reached.failing, reached.faults, {}};
    for (const auto &[criterion, value] : reached.coverage)
        values.coverage.append({QString::fromStdString(criterion), value});
    return values;
}

ReduceOptions toReduceOptions(const Job &job)
{
    ReduceOptions options;
    for (const QString &criterion : criteriaOf(job.order.settings))
        options.criteria.push_back(criterion.toStdString());
    options.keep = job.text("keep") == "all" ? KeepTests::All : KeepTests::Failing;
    options.faults = job.text("faults") == "clusters" ? FaultKind::Clusters : FaultKind::Pairs;
    options.cacheFolder = toPath(job.order.cacheFolder);
    return options;
}

// reduceRun() reports a stop as an error.
std::optional<ReducedRun> reducedUnlessStopped(const Job &job, const ReduceOptions &options)
{
    try {
        return reduceRun(
            *job.source(), job.order.run, options, job.control,
            [&](const std::string &phase, double done) { job.tell(QString::fromStdString(phase), done); });
    } catch (const Error &) {
        if (!job.control.stopRequested())
            throw;
    }
    return std::nullopt;
}

std::optional<AfterOutcome> reduce(const Job &job)
{
    const ReduceOptions options = toReduceOptions(job);
    const std::optional<ReducedRun> result = reducedUnlessStopped(job, options);
    if (!result)
        return std::nullopt;
    AfterOutcome outcome = job.outcome();
    outcome.values = ReduceValues{toValues(result->before), toValues(result->after),
                                  result->before.sameWorth(result->after),
                                  options.faults == FaultKind::Clusters, qint64(result->notReproduced)};
    store(job, result->run, *result->model, outcome);
    return outcome;
}

ClusterOptions toClusterOptions(const Job &job)
{
    ClusterOptions options;
    DensityOptions &density = options.clusters.density;
    density.minClusterSize = job.value("min-size").toULongLong();
    density.neighbours = job.value("neighbours").toULongLong();
    density.choice = job.text("choice") == "most-stable" ? ClusterChoice::MostStable : ClusterChoice::Ends;
    options.clusters.components = job.value("components").toULongLong();
    options.features = job.text("features");
    return options;
}

ClusterLine toLine(const SessionStore &session, qint64 run, const ClusterRow &row)
{
    ClusterLine line;
    line.tests = QList<qint64>(row.tests.begin(), row.tests.end());
    line.representative = row.representative;
    line.image = toQImage(session.image(run, row.representative));
    for (const ClassPair &pair : row.pairs)
        line.pairs.append({pair.label, pair.predicted, qint64(pair.tests)});
    return line;
}

ClusterValues toValues(const SessionStore &session, qint64 run, const ClusteredRun &result)
{
    ClusterValues values;
    for (const ClusterRow &row : result.clusters)
        values.clusters.append(toLine(session, run, row));
    for (const std::string &name : projectFromSnapshot(session.run(run).project).classNames)
        values.classNames.append(QString::fromStdString(name));
    values.tests = result.tests;
    values.inNone = qint64(result.noise.size());
    values.notReproduced = result.notReproduced;
    values.layer = QString::fromStdString(result.layer);
    values.explained = result.explained;
    return values;
}

std::optional<AfterOutcome> cluster(const Job &job)
{
    const ClusterOptions options = toClusterOptions(job);
    std::unique_ptr<SessionStore> source = job.source();
    const ClusteredRun result = clusterRun(*source, job.order.run, options, job.control,
                                           [&](double done) { job.tell(looking, done); });
    if (result.stopped)
        return std::nullopt;
    ClusterValues values = toValues(*source, job.order.run, result);
    source.reset();
    values.stored = job.value("store").toBool();
    if (values.stored)
        storeDocument(*openTarget(job.order.sessionFile, job.control, job.inbox), job.order.run,
                      clusterDocumentOf(result, options));
    AfterOutcome outcome = job.outcome();
    outcome.modelCalls = result.tests + result.notReproduced;
    outcome.values = std::move(values);
    return outcome;
}

std::optional<AfterOutcome> deduplicate(const Job &job)
{
    DeduplicateOptions options;
    options.farthest = job.value("distance").toDouble();
    options.all = job.value("all").toBool();
    options.features = job.text("features");
    const DeduplicatedRun result = deduplicateRun(*job.source(), job.order.run, options, job.control,
                                                  [&](double done) { job.tell(looking, done); });
    if (result.stopped)
        return std::nullopt;
    const qint64 equal = std::ranges::count(result.duplicates, true, &DuplicateTest::equal);
    AfterOutcome outcome = job.outcome();
    outcome.values = DuplicateValues{qint64(result.tests),
                                     equal,
                                     qint64(result.duplicates.size()) - equal,
                                     qint64(result.kept.size()),
                                     options.farthest,
                                     QString::fromStdString(result.layer)};
    store(job, result.run, *result.model, outcome);
    return outcome;
}

} // namespace

std::optional<AfterOutcome> workAfter(const AfterOrder &order, RunControl &control, JobInbox &inbox)
{
    inbox.setPhase(QStringLiteral("reading the tests"), -1);
    const Job job{order, control, inbox};
    const bool clusters = order.kind == AfterKind::Cluster;
    if (!clusters || job.value("store").toBool())
        checkTarget(clusters ? order.sessionFile : order.target);
    switch (order.kind) {
    case AfterKind::Minimize:
        return minimize(job);
    case AfterKind::Reduce:
        return reduce(job);
    case AfterKind::Cluster:
        return cluster(job);
    case AfterKind::Deduplicate:
        break;
    }
    return deduplicate(job);
}

} // namespace mutascope::bridge
