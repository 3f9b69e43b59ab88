// SPDX-License-Identifier: GPL-3.0-or-later
// Exports and verifies stored tests in a thread of its own.
#pragma once

#include "app/bridge/values.h"

#include <QObject>
#include <QStringList>
#include <functional>
#include <memory>

namespace mutascope {
class RunControl;
}

namespace mutascope::bridge {

struct ExportOrder {
    QString sessionFile;
    qint64 run = 0;
    QString folder; // must not exist, or be empty
    TestQuery query;
    QList<qint64> ids; // only these, where given
};

// One job at a time; its session is opened read-only, so it works while a run writes.
class SessionJob : public QObject {
    Q_OBJECT

public:
    explicit SessionJob(QObject *parent = nullptr);
    ~SessionJob() override; // cancels

    bool isBusy() const;
    // False where another job is at work.
    bool startExport(const ExportOrder &order);
    bool startVerify(const QString &sessionFile, qint64 run);
    // The networks with these keys, as TorchScript files.
    bool startNetworkExport(const QString &sessionFile, qint64 run, const QStringList &keys,
                            const QString &folder);

public Q_SLOTS:
    void cancel(); // what is written by then is kept

Q_SIGNALS:
    void busyChanged(bool busy);
    void exported(const QString &folder, qint64 written, qint64 verified, bool wasCancelled);
    void verified(qint64 run, qint64 tests, qint64 stillFailing, bool wasCancelled);
    void networksExported(const QString &folder, const QStringList &files);
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    using Message = std::function<void()>; // to be called in this object's thread
    bool start(std::function<Message(RunControl &)> work);
    void finish(const Message &message);

    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
