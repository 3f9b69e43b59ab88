// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/comparison.h"

#include "app/bridge/background_task.h"
#include "app/bridge/comparison_pairs.h"
#include "app/bridge/comparison_work.h"
#include "app/bridge/convert.h"

namespace mutascope::bridge {

namespace {

constexpr int pairsPerPage = 24;

}

struct Comparison::Private {
    explicit Private(Comparison *owner) : files(owner), curves(owner), pairs(owner) { }

    bool busy = false;
    QString cacheFolder;
    std::shared_ptr<RunControl> control;
    std::shared_ptr<PairedSeeds> seeds; // of the thread of pairs
    BackgroundTask files;
    BackgroundTask curves;
    BackgroundTask pairs;
    Worker worker; // last: gone before what it uses
};

Comparison::Comparison(QObject *parent) : QObject(parent), m(std::make_unique<Private>(this)) { }

Comparison::~Comparison()
{
    stop();
}

void Comparison::setCacheFolder(const QString &folder)
{
    m->cacheFolder = folder;
}

void Comparison::readFiles(const QStringList &files)
{
    m->files.start([this, files](const BackgroundTask::Handle &handle) {
        QList<ComparedFile> read;
        for (const QString &file : files) {
            if (!handle.isCurrent())
                return;
            read.append(readSessionFile(file));
        }
        handle.answer([this, read] { Q_EMIT filesRead(read); });
    });
}

void Comparison::readCurves(const QList<RunGroup> &groups)
{
    m->curves.start([this, groups](const BackgroundTask::Handle &handle) {
        try {
            handle.answer([this, coverage = readBands(groups, false), failing = readBands(groups, true)] {
                Q_EMIT curvesRead(coverage, failing);
            });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

void Comparison::readPairs(const QList<RunGroup> &groups)
{
    m->pairs.start([this, groups](const BackgroundTask::Handle &handle) {
        try {
            m->seeds = std::make_shared<PairedSeeds>(groups);
            handle.answer([this, rows = m->seeds->rows(0, pairsPerPage), all = m->seeds->count()] {
                Q_EMIT pairsRead(0, rows, all);
            });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

void Comparison::readMorePairs(int offset)
{
    m->pairs.start([this, offset](const BackgroundTask::Handle &handle) {
        if (!m->seeds)
            return;
        try {
            handle.answer([this, offset, rows = m->seeds->rows(offset, pairsPerPage),
                           all = m->seeds->count()] { Q_EMIT pairsRead(offset, rows, all); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

bool Comparison::isBusy() const
{
    return m->busy;
}

void Comparison::stop()
{
    if (m->control)
        m->control->stop();
}

void Comparison::postProgress(double fraction)
{
    QMetaObject::invokeMethod(
        this, [this, fraction] { Q_EMIT progressChanged(fraction); }, Qt::QueuedConnection);
}

bool Comparison::begin(std::function<Message(const RunControl &)> work)
{
    if (m->busy)
        return false;
    m->busy = true;
    m->control = std::make_shared<RunControl>();
    Q_EMIT busyChanged(true);
    m->worker.post([this, work = std::move(work), control = m->control] {
        Message message;
        try {
            message = work(*control);
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            message = [this, words, control] {
                if (!control->stopRequested()) // else it says by an error that it was stopped
                    Q_EMIT failed(words.what, words.hint);
            };
        }
        QMetaObject::invokeMethod(
            this, [this, message] { finish(message); }, Qt::QueuedConnection);
    });
    return true;
}

void Comparison::finish(const Message &message)
{
    m->busy = false;
    Q_EMIT busyChanged(false);
    message();
}

bool Comparison::measure(const QList<ComparedRun> &runs, const QStringList &metrics, bool validator)
{
    if (runs.isEmpty())
        return false;
    const QString cache = m->cacheFolder;
    return begin([this, runs, metrics, validator, cache](const RunControl &control) -> Message {
        const auto results = measureRuns(runs, metrics, validator, cache, control,
                                         [this](double share) { postProgress(share); });
        return [this, results] { Q_EMIT measured(results); };
    });
}

bool Comparison::rejudge(const QList<RunPlace> &runs, const QString &projectFolder)
{
    return begin([this, runs, projectFolder](const RunControl &control) -> Message {
        const auto results
            = rejudgeRuns(runs, projectFolder, control, [this](double share) { postProgress(share); });
        return [this, results] { Q_EMIT rejudged(results); };
    });
}

} // namespace mutascope::bridge
