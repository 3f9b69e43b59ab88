// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a session in a thread of its own, also while a run writes it.
#pragma once

#include "app/bridge/values.h"
#include "widgets/run_status.h"

#include <QMap>
#include <QObject>
#include <functional>
#include <memory>

namespace mutascope::bridge {

// Every method returns at once. Answers come in the thread of this object, in the order of the questions;
// those to a receiver that is gone, or of a session closed meanwhile, are dropped. A question that fails
// gives failed().
class SessionReader : public QObject {
    Q_OBJECT

public:
    template <typename Value> using Answer = std::function<void(const Value &)>;

    explicit SessionReader(QObject *parent = nullptr);
    ~SessionReader() override;

    // opened() or openFailed() follows; the session open before stays open until the new one is, or if it
    // fails.
    void open(const QString &file);
    void close();
    void reread(); // the same file, into which something else wrote what this reader may hold a copy of
    bool isOpen() const;
    QString file() const; // of the open session, else ""
    const QList<RunInfo> &runs() const; // as of the last runsChanged()
    const RunInfo *run(qint64 id) const;

    void refreshRuns();
    void deleteRun(qint64 run); // runsChanged() and runDeleted() follow

    // The tests that match, ascending, from the offset-th on.
    void fetchTests(qint64 run, const TestQuery &query, qint64 offset, QObject *receiver,
                    Answer<std::vector<TestRow>> answer);
    void countTests(qint64 run, const TestQuery &query, QObject *receiver, Answer<qint64> answer);
    void fetchMutators(qint64 run, QObject *receiver, Answer<QStringList> answer);
    void fetchThumbnails(qint64 run, const QList<qint64> &ids, QObject *receiver,
                         Answer<QList<Thumbnail>> answer);
    void fetchDetails(qint64 run, qint64 test, QObject *receiver, Answer<TestDetails> answer);
    void fetchCurves(qint64 run, QObject *receiver, Answer<RunCurves> answer);
    // What the status panel shows of a run that is not at work.
    void fetchStatus(qint64 run, QObject *receiver, Answer<widgets::RunStatusData> answer);
    void fetchLog(qint64 run, QObject *receiver, Answer<QList<LogLine>> answer);

Q_SIGNALS:
    void opened(const QString &file);
    void openFailed(const QString &file, const QString &what, const QString &hint);
    void closed();
    void runsChanged();
    void runDeleted(qint64 run);
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    template <typename Value, typename Work> void ask(QObject *receiver, Answer<Value> answer, Work work);
    void deliver(quint64 generation, const std::function<void()> &delivery);
    void acceptSession(const QString &file, const QList<RunInfo> &runs);
    void forget();
    void acceptRuns(const QList<RunInfo> &runs);

    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
