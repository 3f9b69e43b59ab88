// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/suspicion.h"

#include "app/bridge/background_task.h"
#include "app/bridge/convert.h"
#include "app/bridge/suspicion_query.h"
#include "core/store/session_store.h"

namespace mutascope::bridge {

struct SuspicionReader::Private {
    explicit Private(QObject *owner) : task(owner) { }
    BackgroundTask task;
};

SuspicionReader::SuspicionReader(QObject *parent) : QObject(parent), m(std::make_unique<Private>(this)) { }

SuspicionReader::~SuspicionReader()
{
    cancel();
}

void SuspicionReader::cancel()
{
    m->task.cancel();
}

namespace {

std::shared_ptr<const Suspicion> suspicionOf(const QString &sessionFile, qint64 run)
{
    const SessionStore store(toPath(sessionFile), SessionStore::Mode::ReadOnly);
    for (const RunDocument &document : store.documents(run))
        if (document.name == "suspiciousness")
            return std::make_shared<const Suspicion>(toSuspicion(run, document.content));
    return nullptr;
}

} // namespace

void SuspicionReader::read(const QString &sessionFile, qint64 run)
{
    m->task.start([this, sessionFile, run](const BackgroundTask::Handle &handle) {
        try {
            const std::shared_ptr<const Suspicion> suspicion = suspicionOf(sessionFile, run);
            handle.answer([this, suspicion, run] {
                if (suspicion)
                    Q_EMIT found(*suspicion);
                else
                    Q_EMIT missing(run);
            });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

} // namespace mutascope::bridge
