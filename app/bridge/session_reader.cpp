// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/session_reader.h"

#include "app/bridge/session_queries.h"
#include "app/bridge/worker.h"

#include <QPointer>

namespace mutascope::bridge {

struct SessionReader::Private {
    QString file;
    bool open = false;
    QList<RunInfo> runs;
    quint64 generation = 0; // counts sessions opened and closed: tells old answers apart
    quint64 closings = 0; // tells whether close() was called while a session was being opened
    std::unique_ptr<SessionStore> store; // used by the worker's thread alone
    Worker worker; // last: gone before the store
};

SessionReader::SessionReader(QObject *parent) : QObject(parent), m(std::make_unique<Private>()) { }

SessionReader::~SessionReader() = default;

bool SessionReader::isOpen() const
{
    return m->open;
}

QString SessionReader::file() const
{
    return m->open ? m->file : QString();
}

const QList<RunInfo> &SessionReader::runs() const
{
    return m->runs;
}

const RunInfo *SessionReader::run(qint64 id) const
{
    for (const RunInfo &info : m->runs)
        if (info.id == id)
            return &info;
    return nullptr;
}

void SessionReader::open(const QString &file)
{
    m->worker.post([this, closings = m->closings, file] {
        const auto answer = [this, closings](const std::function<void()> &delivery) {
            const auto unlessClosed = [this, closings, delivery] {
                if (closings == m->closings)
                    delivery();
            };
            QMetaObject::invokeMethod(this, unlessClosed, Qt::QueuedConnection);
        };
        try {
            auto store = std::make_unique<SessionStore>(toPath(file), SessionStore::Mode::ReadOnly);
            const QList<RunInfo> runs = queryRuns(*store);
            m->store = std::move(store);
            answer([this, file, runs] { acceptSession(file, runs); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            answer([this, file, words] { Q_EMIT openFailed(file, words.what, words.hint); });
        }
    });
}

// Answers about the session before, still on their way, are dropped from here on.
void SessionReader::acceptSession(const QString &file, const QList<RunInfo> &runs)
{
    forget();
    m->open = true;
    m->file = file;
    m->runs = runs;
    Q_EMIT opened(file);
    Q_EMIT runsChanged();
}

void SessionReader::close()
{
    ++m->closings;
    m->worker.dropPending();
    m->worker.post([this] { m->store.reset(); });
    forget();
}

// A session of an older format is read from a copy in memory, which a writer's migration leaves behind.
void SessionReader::reread()
{
    ask<QList<RunInfo>>(
        this, [this](const QList<RunInfo> &runs) { acceptRuns(runs); },
        [this](const SessionStore &store) {
            auto fresh = std::make_unique<SessionStore>(store.file(), SessionStore::Mode::ReadOnly);
            const QList<RunInfo> runs = queryRuns(*fresh);
            m->store = std::move(fresh);
            return runs;
        });
}

void SessionReader::forget()
{
    ++m->generation;
    m->runs.clear();
    if (!m->open)
        return;
    m->open = false;
    Q_EMIT closed();
}

// Called in the worker's thread.
void SessionReader::deliver(quint64 generation, const std::function<void()> &delivery)
{
    QMetaObject::invokeMethod(
        this,
        [this, generation, delivery] {
            if (generation == m->generation)
                delivery();
        },
        Qt::QueuedConnection);
}

template <typename Value, typename Work>
void SessionReader::ask(QObject *receiver, Answer<Value> answer, Work work)
{
    const quint64 generation = m->generation;
    const QPointer<QObject> guard(receiver);
    m->worker.post([this, generation, guard, answer = std::move(answer), work = std::move(work)] {
        if (!m->store)
            return;
        try {
            const auto value = std::make_shared<const Value>(work(*m->store));
            deliver(generation, [guard, answer, value] {
                if (guard)
                    answer(*value);
            });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            deliver(generation, [this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

void SessionReader::acceptRuns(const QList<RunInfo> &runs)
{
    m->runs = runs;
    Q_EMIT runsChanged();
}

void SessionReader::refreshRuns()
{
    ask<QList<RunInfo>>(
        this, [this](const QList<RunInfo> &runs) { acceptRuns(runs); }, queryRuns);
}

void SessionReader::deleteRun(qint64 run)
{
    ask<QList<RunInfo>>(
        this,
        [this, run](const QList<RunInfo> &runs) {
            acceptRuns(runs);
            Q_EMIT runDeleted(run);
        },
        [run](const SessionStore &store) {
            SessionStore(store.file(), SessionStore::Mode::ReadWrite).deleteRun(run);
            return queryRuns(store);
        });
}

void SessionReader::fetchTests(qint64 run, const TestQuery &query, qint64 offset, QObject *receiver,
                               Answer<std::vector<TestRow>> answer)
{
    ask<std::vector<TestRow>>(receiver, std::move(answer), [=](const SessionStore &store) {
        return queryTests(store, run, query, offset);
    });
}

void SessionReader::countTests(qint64 run, const TestQuery &query, QObject *receiver, Answer<qint64> answer)
{
    ask<qint64>(receiver, std::move(answer),
                [=](const SessionStore &store) { return qint64(store.testCount(run, toFilter(query))); });
}

void SessionReader::fetchMutators(qint64 run, QObject *receiver, Answer<QStringList> answer)
{
    ask<QStringList>(receiver, std::move(answer),
                     [=](const SessionStore &store) { return queryMutators(store, run); });
}

void SessionReader::fetchThumbnails(qint64 run, const QList<qint64> &ids, QObject *receiver,
                                    Answer<QList<Thumbnail>> answer)
{
    ask<QList<Thumbnail>>(receiver, std::move(answer),
                          [=](const SessionStore &store) { return queryThumbnails(store, run, ids); });
}

void SessionReader::fetchDetails(qint64 run, qint64 test, QObject *receiver, Answer<TestDetails> answer)
{
    ask<TestDetails>(receiver, std::move(answer),
                     [=](const SessionStore &store) { return queryDetails(store, run, test); });
}

void SessionReader::fetchCurves(qint64 run, QObject *receiver, Answer<RunCurves> answer)
{
    ask<RunCurves>(receiver, std::move(answer),
                   [=](const SessionStore &store) { return queryCurves(store, run); });
}

void SessionReader::fetchStatus(qint64 run, QObject *receiver, Answer<widgets::RunStatusData> answer)
{
    ask<widgets::RunStatusData>(receiver, std::move(answer),
                                [=](const SessionStore &store) { return queryStatus(store, run); });
}

void SessionReader::fetchLog(qint64 run, QObject *receiver, Answer<QList<LogLine>> answer)
{
    ask<QList<LogLine>>(receiver, std::move(answer),
                        [=](const SessionStore &store) { return queryLog(store, run); });
}

} // namespace mutascope::bridge
