// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/coverage_mapper.h"

#include "app/bridge/background_task.h"
#include "app/bridge/convert.h"
#include "app/bridge/coverage_history.h"

namespace mutascope::bridge {

struct CoverageMapper::Private {
    explicit Private(QObject *owner) : task(owner) { }

    // In the worker's thread, as all that follows.
    CoverageHistory &historyOf(const QString &sessionFile, qint64 wanted)
    {
        if (!history || file != sessionFile || run != wanted) {
            history.reset();
            history = std::make_unique<CoverageHistory>(sessionFile, wanted);
            file = sessionFile;
            run = wanted;
        }
        return *history;
    }

    std::filesystem::path cacheFolder; // of the owner's thread, as none of the following
    std::unique_ptr<CoverageHistory> history;
    QString file;
    qint64 run = 0;
    BackgroundTask task; // last: gone before what it uses
};

CoverageMapper::CoverageMapper(QObject *parent) : QObject(parent), m(std::make_unique<Private>(this)) { }

CoverageMapper::~CoverageMapper()
{
    cancel();
}

void CoverageMapper::cancel()
{
    m->task.cancel();
}

void CoverageMapper::setCacheFolder(const QString &folder)
{
    m->cacheFolder = toPath(folder);
}

void CoverageMapper::tellBefore(const BackgroundTask::Handle &handle, qint64 run,
                                const std::vector<quint32> &covered)
{
    handle.answer([this, run, covered] { Q_EMIT beforeFound(run, covered); });
}

void CoverageMapper::map(const QString &sessionFile, qint64 run)
{
    m->task.start([this, sessionFile, run, cache = m->cacheFolder](const BackgroundTask::Handle &handle) {
        CoverageHistory *history = nullptr;
        try {
            history = &m->historyOf(sessionFile, run);
            handle.answer([this, run, map = history->map()] { Q_EMIT mapped(run, map); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            return handle.answer([this, run, words] { Q_EMIT unavailable(run, words.what, words.hint); });
        }
        try {
            if (history->traceSeeds(cache, [&](double) { return handle.isCurrent(); }))
                tellBefore(handle, run, history->coveredBySeeds());
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

void CoverageMapper::findOrigin(const QString &sessionFile, qint64 run, int neuron)
{
    m->task.start([this, sessionFile, run, neuron,
                   cache = m->cacheFolder](const BackgroundTask::Handle &handle) {
        const auto onProgress = [&](double done) {
            handle.answer([this, done] { Q_EMIT progress(done); });
            return handle.isCurrent();
        };
        try {
            CoverageHistory &history = m->historyOf(sessionFile, run);
            if (!history.traceSeeds(cache, onProgress))
                return;
            tellBefore(handle, run, history.coveredBySeeds()); // map() may have been dropped before it could
            if (history.traceTests(neuron, onProgress))
                handle.answer([this, origin = history.originOf(neuron)] { Q_EMIT originFound(origin); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

} // namespace mutascope::bridge
