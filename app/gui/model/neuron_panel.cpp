// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/model/neuron_panel.h"

#include "app/gui/format.h"
#include "app/gui/model/activation_series.h"
#include "widgets/activation_plot.h"
#include "widgets/colors.h"
#include "widgets/search_combo.h"
#include "widgets/thumbnail_grid.h"

#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {
constexpr int leastImages = 100;
constexpr int mostImages = 10'000; // memory: see ActivationTable
constexpr int usualImages = 1000;

// A form's row that is a layout has no buddy by itself.
QLabel *labelOf(const QString &text, QWidget *buddy)
{
    auto *label = new QLabel(text);
    label->setBuddy(buddy);
    return label;
}
} // namespace

NeuronPanel::NeuronPanel(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("activationState"));
    m_state->setWordWrap(true);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_progress->hide();
    m_plot = new widgets::ActivationPlot;
    m_plot->setObjectName(QStringLiteral("activationPlot"));
    m_plot->setMinimumHeight(170);
    m_strongest = new widgets::ThumbnailGrid;
    m_strongest->setObjectName(QStringLiteral("strongestImages"));
    m_strongest->setAccessibleName(tr("Images that activate the neuron most"));
    m_strongest->setEmptyText(tr("The images that activate the neuron most appear here."));
    m_strongest->setCellSize(72);
    auto *heading = new QLabel(tr("Images that activate it most"));
    heading->setBuddy(m_strongest);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(buildControls());
    layout->addWidget(m_state);
    layout->addWidget(m_progress);
    layout->addWidget(m_plot, 3);
    layout->addWidget(heading);
    layout->addWidget(m_strongest, 2);
    connectAll();
    clear();
}

QWidget *NeuronPanel::buildControls()
{
    auto *controls = new QWidget;
    m_neuron = new QSpinBox;
    m_neuron->setObjectName(QStringLiteral("neuron"));
    m_neuron->setRange(0, 0);
    m_neuron->setKeyboardTracking(false);
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setAccessibleName(tr("Neuron"));
    m_slider->setRange(0, 0);
    m_images = new QSpinBox;
    m_images->setObjectName(QStringLiteral("activationImages"));
    m_images->setRange(leastImages, mostImages);
    m_images->setSingleStep(leastImages);
    m_images->setValue(usualImages);
    m_images->setGroupSeparatorShown(true);
    m_images->setKeyboardTracking(false);
    m_images->setToolTip(tr("The first so many images of the test data are put through the model."));
    m_class = new widgets::SearchCombo;
    m_class->setObjectName(QStringLiteral("activationClass"));
    m_class->setAccessibleName(tr("Class"));
    m_range = new QLabel;
    auto *neuron = new QHBoxLayout;
    neuron->addWidget(m_neuron);
    neuron->addWidget(m_slider, 1);
    neuron->addWidget(m_range);
    auto *images = new QHBoxLayout;
    images->addWidget(m_images);
    images->addSpacing(12);
    images->addWidget(labelOf(tr("Co&lour"), m_class));
    images->addWidget(m_class, 1);
    auto *form = new QFormLayout(controls);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(labelOf(tr("Ne&uron"), m_neuron), neuron);
    form->addRow(labelOf(tr("&Images"), m_images), images);
    return controls;
}

void NeuronPanel::connectAll()
{
    connect(m_slider, &QSlider::valueChanged, m_neuron, &QSpinBox::setValue);
    connect(m_neuron, &QSpinBox::valueChanged, m_slider, &QSlider::setValue);
    const auto changed = [this] {
        m_asked = false;
        ask();
    };
    connect(m_neuron, &QSpinBox::valueChanged, this, changed);
    connect(m_images, &QSpinBox::valueChanged, this, changed);
    connect(m_class, &QComboBox::currentIndexChanged, this, &NeuronPanel::showHistogram);
    connect(&m_probe, &bridge::ActivationProbe::progress, this, [this](double fraction) {
        m_progress->show();
        m_progress->setRange(0, 100);
        m_progress->setValue(int(100 * fraction));
    });
    connect(&m_probe, &bridge::ActivationProbe::measured, this, &NeuronPanel::accept);
    connect(&m_probe, &bridge::ActivationProbe::failed, this,
            [this](const QString &what, const QString &hint) {
                m_progress->hide();
                showState(hint.isEmpty() ? what : tr("%1. %2").arg(what, hint), true);
            });
    connect(&m_workspace, &Workspace::projectChanged, this, [this] {
        m_probe.close();
        clear();
        fillClasses();
    });
}

void NeuronPanel::clear()
{
    m_layer = -1;
    m_activation = {};
    m_plot->clear();
    m_strongest->clear();
    m_progress->hide();
    showState(tr("Choose a layer."), false);
    setEnabled(false);
}

void NeuronPanel::fillClasses()
{
    QStringList texts{tr("All classes")};
    QVariantList values{-1};
    const QStringList names = m_workspace.project()->classNames;
    for (int i = 0; i < names.size(); ++i) {
        texts.append(names[i]);
        values.append(i);
    }
    m_class->setEntries(texts, values);
}

void NeuronPanel::setLayer(int layer)
{
    if (!m_workspace.project() || layer < 0 || layer >= m_workspace.project()->model.layers.size())
        return clear();
    const bridge::LayerEntry &entry = m_workspace.project()->model.layers[layer];
    m_layer = layer;
    m_layerName = entry.name;
    const int last = std::max(0, int(entry.neurons) - 1);
    const QSignalBlocker neuronBlocker(m_neuron);
    m_neuron->setRange(0, last);
    m_range->setText(tr("0 … %1").arg(countText(last)));
    m_neuron->setValue(0);
    const QSignalBlocker sliderBlocker(m_slider);
    m_slider->setRange(0, last);
    m_slider->setValue(0);
    m_asked = false;
    setEnabled(entry.neurons > 0);
    ask();
}

int NeuronPanel::neuron() const
{
    return m_neuron->value();
}

void NeuronPanel::setNeuron(int neuron)
{
    m_neuron->setValue(neuron);
}

void NeuronPanel::setActive(bool active)
{
    m_active = active;
    ask();
}

void NeuronPanel::ask()
{
    if (!m_active || m_asked || m_layer < 0 || !m_workspace.project())
        return;
    m_asked = true;
    showState(tr("Putting the images through the model…"), false);
    m_progress->setRange(0, 0);
    m_progress->show();
    m_probe.measure(m_workspace.project()->folder, m_layer, m_neuron->value(), m_images->value());
}

void NeuronPanel::accept(const bridge::NeuronActivation &activation)
{
    m_activation = activation;
    m_progress->hide();
    qint64 zero = 0;
    for (const float value : activation.values)
        zero += value == 0;
    QString text = tr("%1, neuron %2, over the first %3 test images")
                       .arg(m_layerName)
                       .arg(activation.neuron)
                       .arg(countText(activation.images));
    if (zero > 0)
        text += tr("; 0 for %1 of them").arg(percentText(double(zero) / double(activation.images)));
    if (activation.notFinite > 0)
        text += tr("; %1 values are no numbers and left out").arg(countText(activation.notFinite));
    showState(text, activation.notFinite > 0);
    showHistogram();
    showStrongest();
}

void NeuronPanel::showHistogram()
{
    if (m_activation.images == 0)
        return;
    const auto name = [this](int label) { return m_workspace.project()->classNames.value(label); };
    m_plot->setSeries(activationSeries(m_activation, m_class->currentData().toInt(), name),
                      tr("value of neuron %1 of %2").arg(m_activation.neuron).arg(m_layerName));
}

void NeuronPanel::showStrongest()
{
    std::vector<widgets::ThumbnailItem> items;
    for (const bridge::NeuronActivation::Image &image : m_activation.strongest) {
        const QString name = m_workspace.project()->classNames.value(image.label);
        const QString value = QLocale().toString(double(image.value), 'g', 3);
        items.push_back({image.index, tr("%1  %2").arg(value, name),
                         tr("Test image %1: %2, value %3").arg(image.index).arg(name, value),
                         widgets::ThumbnailItem::Badge::None});
    }
    m_strongest->clear();
    m_strongest->setItems(std::move(items));
    for (const bridge::NeuronActivation::Image &image : m_activation.strongest)
        m_strongest->setThumbnail(image.index, image.image);
}

void NeuronPanel::showState(const QString &text, bool isError)
{
    QPalette colors; // empty: follows light and dark
    if (isError)
        colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Error, palette()));
    m_state->setPalette(colors);
    m_state->setText(text);
}

} // namespace mutascope::gui
