// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/suspicion_gradient.h"

#include "app/bridge/background_task.h"
#include "app/bridge/convert.h"
#include "core/data/batch.h"
#include "core/run/project.h"

namespace mutascope::bridge {

namespace {

struct Opened {
    QString folder;
    std::unique_ptr<Model> model;
    std::unique_ptr<Dataset> data;
};

std::unique_ptr<Opened> opened(const QString &folder)
{
    const Project project = openProject(toPath(folder));
    return std::make_unique<Opened>(Opened{folder, project.openModel(), project.openData("test")});
}

std::vector<float> summedOverChannels(const FloatImages &gradient)
{
    const auto channels = std::size_t(gradient.shape.channels);
    std::vector<float> sums(gradient.values.size() / channels);
    for (std::size_t i = 0; i < gradient.values.size(); ++i)
        sums[i / channels] += gradient.values[i];
    return sums;
}

NeuronGradient gradientOf(Opened &project, int layer, int neuron, qint64 index)
{
    const LayerInfo &info = project.model->layers().at(std::size_t(layer));
    const Sample sample = project.data->sample(std::size_t(index));
    ImageBatch batch(sample.image.shape);
    batch.append(sample.image);
    Objective objective;
    objective.layers = {layer};
    objective.neuronWeights.assign(std::size_t(info.neurons), 0);
    objective.neuronWeights.at(std::size_t(neuron)) = 1;
    const FloatImages pixels{batch.shape(), 1, {batch.all().begin(), batch.all().end()}};
    const float value = project.model->trace(batch, {layer}).row(0)[std::size_t(neuron)];
    return {layer,
            neuron,
            index,
            sample.label,
            value,
            toQImage(sample.image),
            summedOverChannels(project.model->gradient(pixels, objective))};
}

} // namespace

struct SuspicionGradient::Private {
    explicit Private(QObject *owner) : task(owner) { }

    std::unique_ptr<Opened> project; // the worker's
    BackgroundTask task; // last: gone before what it uses
};

SuspicionGradient::SuspicionGradient(QObject *parent)
    : QObject(parent), m(std::make_unique<Private>(this)) { }

SuspicionGradient::~SuspicionGradient()
{
    m->task.cancel();
}

void SuspicionGradient::close()
{
    m->task.start([this](const BackgroundTask::Handle &) { m->project.reset(); });
}

void SuspicionGradient::compute(const QString &projectFolder, int layer, int neuron, qint64 image)
{
    m->task.start([=, this](const BackgroundTask::Handle &handle) {
        try {
            if (!m->project || m->project->folder != projectFolder)
                m->project = opened(projectFolder);
            const auto gradient
                = std::make_shared<const NeuronGradient>(gradientOf(*m->project, layer, neuron, image));
            handle.answer([this, gradient] { Q_EMIT computed(*gradient); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

} // namespace mutascope::bridge
