// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/session_queries.h"

#include "core/store/writer_lock.h"

#include <QSet>
#include <algorithm>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace mutascope::bridge {

bool hasWriter(const std::filesystem::path &file)
{
    const int descriptor = ::open(WriterLock::lockFileOf(file).c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
    ::close(descriptor);
    return held;
}

QList<RunInfo> queryRuns(const SessionStore &store)
{
    const bool writer = hasWriter(store.file());
    QList<RunInfo> runs;
    for (const RunRecord &record : store.runs())
        runs.append(toRunInfo(record, writer));
    return runs;
}

std::vector<TestRow> queryTests(const SessionStore &store, qint64 run, const TestQuery &query, qint64 offset)
{
    std::vector<TestRow> rows;
    QSet<QString> mutators; // a few names shared by many rows
    for (const TestRecord &record : store.tests(run, toFilter(query), offset)) {
        rows.push_back(toTestRow(record));
        rows.back().mutator = *mutators.insert(rows.back().mutator);
    }
    return rows;
}

QStringList queryMutators(const SessionStore &store, qint64 run)
{
    QStringList names;
    for (const auto &[name, yield] : store.yields(run))
        names.append(QString::fromStdString(name));
    return names;
}

QList<Thumbnail> queryThumbnails(const SessionStore &store, qint64 run, const QList<qint64> &ids)
{
    QList<Thumbnail> thumbnails;
    for (const qint64 id : ids) {
        try {
            thumbnails.append({id, toQImage(store.image(run, id))});
        } catch (const Error &) {
            thumbnails.append(Thumbnail{id, QImage()}); // shown as unavailable; the others still come
        }
    }
    return thumbnails;
}

namespace {

void setMeasures(const TestRecord &record, TestDetails &details)
{
    details.parent = record.parent;
    details.gain = record.gain;
    details.step = record.step;
    details.atCalls = record.atCalls;
    details.atSeconds = record.atSeconds;
    details.l0 = record.l0;
    details.l1 = record.l1;
    details.l2 = record.l2;
    details.linf = record.linf;
    details.sha256 = QString::fromStdString(record.imageSha256);
}

void addLineage(const SessionStore &store, qint64 run, qint64 test, TestDetails &details)
{
    details.lineage.push_back({0, details.seedImage, {}});
    details.path = queryPath(store, run, test);
    for (const TestRecord &step : store.lineage(run, test))
        details.lineage.push_back(
            {step.id, toQImage(store.image(run, step.id)), mutationText(step.mutation)});
}

void addSeed(const SessionStore &store, qint64 run, int seed, TestDetails &details)
{
    details.seedImage = toQImage(store.seedImage(run, seed));
    for (const SeedRecord &record : store.seeds(run)) {
        if (record.index != seed)
            continue;
        details.datasetIndex = record.datasetIndex;
        details.before = record.probabilities;
    }
}

} // namespace

TestDetails queryDetails(const SessionStore &store, qint64 run, qint64 test)
{
    const TestRecord record = store.test(run, test);
    const Image image = store.image(run, test);
    TestDetails details;
    details.row = toTestRow(record);
    details.image = toQImage(image);
    details.pixelValues = qint64(image.pixels.size());
    details.after = record.probabilities;
    details.mutation = mutationText(record.mutation);
    setMeasures(record, details);
    addSeed(store, run, record.seed, details);
    addLineage(store, run, test, details);
    return details;
}

RunCurves queryCurves(const SessionStore &store, qint64 run)
{
    RunCurves curves;
    for (const CoveragePoint &point : store.coverage(run)) {
        const CurvePoint both = toCurvePoint(point);
        curves.coverage.push_back(both.coverage);
        curves.failing.push_back(both.failing);
    }
    return curves;
}

widgets::RunStatusData queryStatus(const SessionStore &store, qint64 run)
{
    const RunRecord record = store.run(run);
    widgets::RunStatusData status = toStatus({record.counters, record.coverageEnd, -1, store.yields(run)});
    status.coverageStart = record.coverageStart;
    status.criterion = QString::fromStdString(record.criterion);
    return status;
}

QList<LogLine> queryLog(const SessionStore &store, qint64 run)
{
    QList<LogLine> lines;
    for (const LogEntry &entry : store.log(run))
        lines.append(
            {entry.seconds, QString::fromStdString(entry.level), QString::fromStdString(entry.text)});
    return lines;
}

} // namespace mutascope::bridge
