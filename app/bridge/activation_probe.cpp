// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/activation_probe.h"

#include "app/bridge/activation_table.h"
#include "app/bridge/background_task.h"
#include "app/bridge/convert.h"

namespace mutascope::bridge {

struct ActivationProbe::Private {
    explicit Private(QObject *owner) : task(owner) { }

    // In the worker's thread.
    ActivationTable &tableOf(const QString &projectFolder)
    {
        if (!table || folder != projectFolder) {
            table.reset();
            table = std::make_unique<ActivationTable>(projectFolder);
            folder = projectFolder;
        }
        return *table;
    }

    std::unique_ptr<ActivationTable> table;
    QString folder;
    BackgroundTask task; // last: gone before what it uses
};

ActivationProbe::ActivationProbe(QObject *parent) : QObject(parent), m(std::make_unique<Private>(this)) { }

ActivationProbe::~ActivationProbe()
{
    m->task.cancel();
}

void ActivationProbe::close()
{
    m->task.start([this](const BackgroundTask::Handle &) { m->table.reset(); });
}

void ActivationProbe::measure(const QString &projectFolder, int layer, int neuron, qint64 images)
{
    m->task.start([=, this](const BackgroundTask::Handle &handle) {
        const auto onProgress = [&](double done) {
            handle.answer([this, done] { Q_EMIT progress(done); });
            return handle.isCurrent();
        };
        try {
            ActivationTable &table = m->tableOf(projectFolder);
            if (table.measure(layer, neuron, images, onProgress))
                handle.answer([this, result = table.result()] { Q_EMIT measured(result); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

} // namespace mutascope::bridge
