// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/session_job.h"

#include "app/bridge/convert.h"
#include "app/bridge/worker.h"
#include "core/run/artefact_export.h"

namespace mutascope::bridge {

namespace {

ExportOptions toOptions(const ExportOrder &order)
{
    ExportOptions options;
    options.filter = toFilter(order.query);
    options.ids.assign(order.ids.begin(), order.ids.end());
    return options;
}

} // namespace

struct SessionJob::Private {
    bool busy = false;
    std::shared_ptr<RunControl> control;
    Worker worker; // last: gone before what it uses
};

SessionJob::SessionJob(QObject *parent) : QObject(parent), m(std::make_unique<Private>()) { }

SessionJob::~SessionJob()
{
    cancel();
}

bool SessionJob::isBusy() const
{
    return m->busy;
}

void SessionJob::cancel()
{
    if (m->control)
        m->control->stop();
}

bool SessionJob::start(std::function<Message(RunControl &)> work)
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
            message = [this, words] { Q_EMIT failed(words.what, words.hint); };
        }
        QMetaObject::invokeMethod(
            this, [this, message] { finish(message); }, Qt::QueuedConnection);
    });
    return true;
}

void SessionJob::finish(const Message &message)
{
    m->busy = false;
    Q_EMIT busyChanged(false);
    message();
}

bool SessionJob::startExport(const ExportOrder &order)
{
    return start([this, order](RunControl &control) -> Message {
        const SessionStore store(toPath(order.sessionFile), SessionStore::Mode::ReadOnly);
        const ExportResult result
            = exportRun(store, order.run, toPath(order.folder), toOptions(order), control);
        const bool stopped = control.stopRequested();
        return [this, order, result, stopped] {
            Q_EMIT exported(order.folder, result.written, result.verified, stopped);
        };
    });
}

bool SessionJob::startVerify(const QString &sessionFile, qint64 run)
{
    return start([this, sessionFile, run](RunControl &control) -> Message {
        const SessionStore store(toPath(sessionFile), SessionStore::Mode::ReadOnly);
        const VerifyResult result = verifyRun(store, run, control);
        const bool stopped = control.stopRequested();
        return [this, run, result, stopped] {
            Q_EMIT verified(run, result.tests, result.stillFailing, stopped);
        };
    });
}

bool SessionJob::startNetworkExport(const QString &sessionFile, qint64 run, const QStringList &keys,
                                    const QString &folder)
{
    return start([this, sessionFile, run, keys, folder](RunControl &control) -> Message {
        const SessionStore store(toPath(sessionFile), SessionStore::Mode::ReadOnly);
        QStringList files;
        for (const QString &key : keys) {
            if (control.stopRequested())
                break;
            for (const auto &file : exportArtefact(store, run, key.toStdString(), toPath(folder)))
                files.append(fromPath(file));
        }
        return [this, folder, files] { Q_EMIT networksExported(folder, files); };
    });
}

} // namespace mutascope::bridge
