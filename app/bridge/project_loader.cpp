// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/project_loader.h"

#include "app/bridge/convert.h"
#include "app/bridge/worker.h"

#include <atomic>

namespace mutascope::bridge {

namespace {

struct LoadedProject {
    Project project;
    std::unique_ptr<Model> model;
    std::unique_ptr<Dataset> test;
    ProjectInfo info;
};

QString shapeText(const ImageShape &shape)
{
    return QStringLiteral("%1 × %2 × %3").arg(shape.height).arg(shape.width).arg(shape.channels);
}

ProjectInfo describe(const LoadedProject &loaded)
{
    const Project &project = loaded.project;
    const ModelSpec &spec = loaded.model->spec();
    ProjectInfo info;
    info.folder = fromPath(project.folder);
    info.name = QString::fromStdString(project.name);
    info.description = QString::fromStdString(project.description);
    info.modelFile = fromPath(project.modelFile());
    info.modelSha256 = QString::fromStdString(spec.sha256);
    info.inputText = shapeText(spec.input);
    info.dataFolder = fromPath(project.dataFolder());
    info.trainImages = qint64(project.openData("train")->size());
    info.testImages = qint64(loaded.test->size());
    for (const std::string &name : loaded.test->spec().classNames)
        info.classNames.append(QString::fromStdString(name));
    for (const LayerInfo &layer : loaded.model->layers())
        info.layerNames.append(QString::fromStdString(layer.name));
    info.defaultGenerator = QString::fromStdString(project.defaultGenerator);
    info.defaultCriterion = QString::fromStdString(project.defaultCriterion);
    info.defaultLayers = QString::fromStdString(project.defaultLayers);
    return info;
}

LoadedProject loadProject(const QString &path)
{
    LoadedProject loaded;
    loaded.project = openProject(toPath(path));
    loaded.model = loaded.project.openModel();
    loaded.test = loaded.project.openData("test");
    loaded.info = describe(loaded);
    return loaded;
}

} // namespace

struct ProjectLoader::Private {
    std::atomic<quint64> generation = 0; // counts open(): tells old answers apart
    Worker worker; // last: gone before what it uses
};

ProjectLoader::ProjectLoader(QObject *parent) : QObject(parent), m(std::make_unique<Private>()) { }

ProjectLoader::~ProjectLoader()
{
    ++m->generation; // stops a measurement
}

void ProjectLoader::open(const QString &path)
{
    const quint64 generation = ++m->generation;
    m->worker.dropPending();
    m->worker.post([this, generation, path] { load(generation, path); });
}

// Called in the worker's thread.
void ProjectLoader::tell(quint64 generation, const std::function<void()> &message)
{
    QMetaObject::invokeMethod(
        this,
        [this, generation, message] {
            if (generation == m->generation)
                message();
        },
        Qt::QueuedConnection);
}

void ProjectLoader::load(quint64 generation, const QString &path)
{
    LoadedProject loaded;
    try {
        loaded = loadProject(path);
    } catch (...) {
        const ErrorWords words = currentErrorWords();
        tell(generation, [this, path, words] { Q_EMIT failed(path, words.what, words.hint); });
        return;
    }
    tell(generation, [this, info = loaded.info] { Q_EMIT opened(info); });
    try {
        const auto onProgress = [&](std::size_t seen, std::size_t total) {
            const double share = double(seen) / double(total);
            tell(generation, [this, share] { Q_EMIT accuracyProgress(share); });
            return generation == m->generation;
        };
        const double accuracy = cleanAccuracy(*loaded.model, *loaded.test, onProgress);
        tell(generation, [this, accuracy] { Q_EMIT accuracyMeasured(accuracy); });
    } catch (...) {
        const ErrorWords words = currentErrorWords();
        tell(generation, [this, words] { Q_EMIT accuracyFailed(words.what, words.hint); });
    }
}

} // namespace mutascope::bridge
