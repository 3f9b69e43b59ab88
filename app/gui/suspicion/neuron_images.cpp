// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/suspicion/neuron_images.h"

#include "app/gui/format.h"
#include "widgets/colors.h"
#include "widgets/heat_map.h"
#include "widgets/thumbnail_grid.h"

#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {
constexpr qint64 imagesMeasured = 2000; // a second or two, of a small model

QString coloured(const QString &text, const QColor &color)
{
    return QStringLiteral("<span style=\"color:%1\">■</span> %2").arg(color.name(), text);
}
} // namespace

NeuronImages::NeuronImages(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    build();
    connectAll();
    clear(tr("Choose a neuron in the map or in the table."));
}

void NeuronImages::build()
{
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("suspicionState"));
    m_state->setWordWrap(true);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_grid = new widgets::ThumbnailGrid;
    m_grid->setObjectName(QStringLiteral("suspicionImages"));
    m_grid->setAccessibleName(tr("Images that activate the neuron most"));
    m_grid->setEmptyText(tr("The images that activate the neuron most appear here."));
    m_grid->setCellSize(72);
    m_heat = new widgets::HeatMap;
    m_heat->setObjectName(QStringLiteral("gradientMap"));
    m_heat->setAccessibleName(tr("Gradient of the neuron over the image"));
    m_caption = new QLabel;
    m_caption->setObjectName(QStringLiteral("gradientCaption"));
    m_caption->setWordWrap(true);
    auto *images = new QLabel(tr("&Images that activate it most"));
    images->setBuddy(m_grid);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_state);
    layout->addWidget(m_progress);
    layout->addWidget(images);
    layout->addWidget(m_grid, 2);
    layout->addWidget(new QLabel(tr("Its gradient over the chosen image")));
    layout->addWidget(m_heat, 3);
    layout->addWidget(m_caption);
}

void NeuronImages::connectAll()
{
    using Probe = bridge::ActivationProbe;
    using Gradient = bridge::SuspicionGradient;
    const auto onFailure = [this](const QString &what, const QString &hint) {
        m_waiting = false;
        m_progress->hide();
        m_heat->clear({});
        showState(hint.isEmpty() ? what : tr("%1. %2").arg(what, hint), true);
    };
    connect(&m_probe, &Probe::progress, this, [this](double fraction) {
        m_progress->setRange(0, 100);
        m_progress->setValue(int(100 * fraction));
    });
    connect(&m_probe, &Probe::measured, this, &NeuronImages::showStrongest);
    connect(&m_probe, &Probe::failed, this, onFailure);
    connect(&m_gradient, &Gradient::computed, this, &NeuronImages::showGradient);
    connect(&m_gradient, &Gradient::failed, this, onFailure);
    connect(m_grid, &widgets::ThumbnailGrid::currentChanged, this, &NeuronImages::askGradient);
    connect(&m_workspace, &Workspace::projectChanged, this, [this] {
        m_probe.close();
        m_gradient.close();
        m_waiting = false;
        m_asked = false;
        ask();
    });
}

void NeuronImages::clear(const QString &why)
{
    m_layer.clear();
    m_neuron = -1;
    m_asked = true;
    m_waiting = false;
    m_grid->clear();
    m_heat->clear(QString());
    m_caption->clear();
    m_progress->hide();
    showState(why, false);
}

void NeuronImages::setNeuron(const QString &layer, int neuron)
{
    if (layer == m_layer && neuron == m_neuron)
        return;
    clear(QString());
    m_layer = layer;
    m_neuron = neuron;
    m_asked = false;
    ask();
}

void NeuronImages::setActive(bool active)
{
    m_active = active;
    ask();
}

int NeuronImages::layerIndex() const
{
    return m_workspace.project() ? int(m_workspace.project()->model.layerNames().indexOf(m_layer)) : -1;
}

void NeuronImages::ask()
{
    if (!m_active || m_asked || m_neuron < 0)
        return;
    const int layer = layerIndex();
    if (layer < 0 || m_neuron >= m_workspace.project()->model.layers[layer].neurons)
        return showState(tr("The images are shown when the run’s project is open."), false);
    m_asked = true;
    m_waiting = true;
    showState(tr("Putting the images through the model…"), false);
    m_progress->setRange(0, 0);
    m_progress->show();
    m_heat->clear(QString());
    m_probe.measure(m_workspace.project()->folder, layer, m_neuron, imagesMeasured);
}

void NeuronImages::showStrongest(const bridge::NeuronActivation &activation)
{
    if (activation.layer != layerIndex() || activation.neuron != m_neuron)
        return;
    m_waiting = false;
    m_progress->hide();
    showState(tr("%1, neuron %2, over the first %3 test images")
                  .arg(m_layer)
                  .arg(m_neuron)
                  .arg(countText(activation.images)),
              false);
    std::vector<widgets::ThumbnailItem> items;
    for (const bridge::NeuronActivation::Image &image : activation.strongest) {
        const QString name = m_workspace.project()->classNames.value(image.label);
        const QString value = QLocale().toString(double(image.value), 'g', 3);
        items.push_back({image.index, tr("%1  %2").arg(value, name),
                         tr("Test image %1: %2, value %3").arg(image.index).arg(name, value),
                         widgets::ThumbnailItem::Badge::None});
    }
    m_grid->setItems(std::move(items));
    for (const bridge::NeuronActivation::Image &image : activation.strongest)
        m_grid->setThumbnail(image.index, image.image);
    if (!activation.strongest.isEmpty())
        m_grid->setCurrentId(activation.strongest.front().index);
}

void NeuronImages::askGradient(qint64 image)
{
    const int layer = layerIndex();
    if (image == widgets::ThumbnailGrid::kNoId || layer < 0)
        return;
    m_waiting = true;
    m_gradient.compute(m_workspace.project()->folder, layer, m_neuron, image);
}

void NeuronImages::showGradient(const bridge::NeuronGradient &gradient)
{
    if (gradient.layer != layerIndex() || gradient.neuron != m_neuron)
        return;
    m_waiting = false;
    m_heat->setData({gradient.image, gradient.values});
    const QString title = tr("Test image %1: %2, value %3")
                              .arg(gradient.index)
                              .arg(m_workspace.project()->classNames.value(gradient.label).toHtmlEscaped(),
                                   QLocale().toString(double(gradient.value), 'g', 3));
    if (m_heat->largest() == 0) {
        m_caption->setText(tr("%1<br>No pixel moves the neuron: its gradient is 0 here.").arg(title));
        return;
    }
    m_caption->setText(
        QStringLiteral("%1<br>%2 &nbsp; %3")
            .arg(title, coloured(tr("brighter raises it"), widgets::HeatMap::colorOf(true, palette())),
                 coloured(tr("brighter lowers it"), widgets::HeatMap::colorOf(false, palette()))));
}

QString NeuronImages::state() const
{
    return m_state->text();
}

void NeuronImages::showState(const QString &text, bool isError)
{
    QPalette colors; // empty: follows light and dark
    if (isError)
        colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Error, palette()));
    m_state->setPalette(colors);
    m_state->setText(text);
}

} // namespace mutascope::gui
