// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/project_loader.h"

#include "app/bridge/convert.h"
#include "app/bridge/worker.h"
#include "core/model/model_failure.h"

#include <QFileInfo>
#include <QHash>
#include <atomic>
#include <nlohmann/json.hpp>

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

QString numbersText(const std::vector<float> &numbers)
{
    QStringList texts;
    for (const float number : numbers)
        texts.append(QString::number(double(number), 'g', 4));
    return texts.join(QLatin1String(", "));
}

// What is done to a pixel's 0 … 255 before the model sees it.
QString pixelsText(const ModelSpec &spec)
{
    QString text = QStringLiteral("÷ %1").arg(double(spec.scale));
    if (!spec.mean.empty())
        text += QStringLiteral(", − (%1)").arg(numbersText(spec.mean));
    if (!spec.std.empty())
        text += QStringLiteral(", ÷ (%1)").arg(numbersText(spec.std));
    return text;
}

LayerEntry toEntry(const LayerInfo &layer)
{
    LayerEntry entry;
    entry.name = QString::fromStdString(layer.name);
    entry.kind = QString::fromStdString(layer.kind);
    entry.neurons = layer.neurons;
    entry.parameters = layer.parameters;
    entry.extents.assign(layer.shape.begin(), layer.shape.end());
    QStringList extents;
    for (const qint64 extent : entry.extents)
        extents.append(QString::number(extent));
    entry.shape = extents.join(QStringLiteral(" × "));
    return entry;
}

ModelFacts describe(const Model &model)
{
    const ModelSpec &spec = model.spec();
    ModelFacts facts;
    const QFileInfo file(fromPath(spec.file));
    facts.name = spec.name.empty() ? file.completeBaseName() : QString::fromStdString(spec.name);
    facts.fileBytes = file.size();
    facts.pixels = pixelsText(spec);
    facts.channels = spec.input.channels == 1 ? QStringLiteral("grey")
                                              : QString::fromStdString(spec.channelOrder).toUpper();
    facts.outputs = spec.probabilities ? QStringLiteral("probabilities") : QStringLiteral("logits");
    facts.classes = spec.classes;
    facts.parameters = spec.parameters;
    for (const LayerInfo &layer : model.layers())
        facts.layers.append(toEntry(layer));
    return facts;
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
    info.model = describe(*loaded.model);
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

// All that the accuracy depends on.
QString accuracyKey(const LoadedProject &loaded)
{
    return QString::fromStdString(toJson(loaded.project).dump() + loaded.model->spec().sha256
                                  + loaded.test->spec().sha256);
}

CleanAccuracy measuredOn(Model &model, const Dataset &test,
                         const std::function<bool(std::size_t, std::size_t)> &onProgress)
{
    forgetFailures(model);
    CleanAccuracy out;
    out.share = cleanAccuracy(model, test, onProgress);
    out.images = qint64(test.size());
    const FailedImages failed = failuresOf(model);
    out.failures = failed.count();
    if (out.failures > 0)
        out.failuresText = QString::fromStdString(failed.text());
    return out;
}

} // namespace

struct ProjectLoader::Private {
    std::atomic<quint64> generation = 0; // counts open(): tells old answers apart
    QHash<QString, CleanAccuracy>
        accuracies; // measured before; used by the worker's thread alone, as what follows
    LoadedProject open; // the last one that opened, until its accuracy is known
    void measure(ProjectLoader &loader, quint64 wanted);
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

// In the worker's thread, as load().
void ProjectLoader::Private::measure(ProjectLoader &loader, quint64 wanted)
{
    try {
        const auto onProgress = [&](std::size_t seen, std::size_t total) {
            const double share = double(seen) / double(total);
            loader.tell(wanted, [&loader, share] { Q_EMIT loader.accuracyProgress(share); });
            return wanted == generation;
        };
        const QString key = accuracyKey(open);
        if (!accuracies.contains(key)) {
            const CleanAccuracy measured = measuredOn(*open.model, *open.test, onProgress);
            if (wanted != generation)
                return; // stopped: it is of some of the images only
            accuracies.insert(key, measured);
        }
        const CleanAccuracy accuracy = accuracies.value(key);
        loader.tell(wanted, [&loader, accuracy] { Q_EMIT loader.accuracyMeasured(accuracy); });
    } catch (...) {
        const ErrorWords words = currentErrorWords();
        loader.tell(wanted, [&loader, words] { Q_EMIT loader.accuracyFailed(words.what, words.hint); });
    }
    open = {};
}

// A project that does not open leaves the one before it open, and may have interrupted its measurement.
void ProjectLoader::load(quint64 generation, const QString &path)
{
    try {
        LoadedProject loaded = loadProject(path);
        tell(generation, [this, info = loaded.info] { Q_EMIT opened(info); });
        m->open = std::move(loaded);
    } catch (...) {
        const ErrorWords words = currentErrorWords();
        tell(generation, [this, path, words] { Q_EMIT failed(path, words.what, words.hint); });
    }
    if (m->open.model)
        m->measure(*this, generation);
}

} // namespace mutascope::bridge
