// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/losses.h"

#include "app/bridge/background_task.h"
#include "app/bridge/losses_query.h"

namespace mutascope::bridge {

struct LossReader::Private {
    explicit Private(QObject *owner) : task(owner) { }
    BackgroundTask task;
};

LossReader::LossReader(QObject *parent) : QObject(parent), m(std::make_unique<Private>(this)) { }

LossReader::~LossReader()
{
    cancel();
}

void LossReader::cancel()
{
    m->task.cancel();
}

void LossReader::read(const QString &sessionFile, qint64 run)
{
    m->task.start([this, sessionFile, run](const BackgroundTask::Handle &handle) {
        try {
            const SessionStore store(toPath(sessionFile), SessionStore::Mode::ReadOnly);
            const auto record = std::make_shared<const TrainingRecord>(queryTraining(store, run));
            handle.answer([this, record] { Q_EMIT found(*record); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

} // namespace mutascope::bridge
