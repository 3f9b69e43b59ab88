// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/losses/loss_bar.h"

#include "app/gui/plot_saving.h"
#include "widgets/loss_plot.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <cmath>

namespace mutascope::gui {

namespace {

using widgets::LossPlot;

constexpr int smoothingSteps = 20;

// Fine where it matters: .5, .75, .9, .95, .99 lie evenly apart, about.
double weightOf(int step)
{
    return step == 0 ? 0.0 : 1.0 - std::pow(10.0, -2.0 * step / smoothingSteps);
}

int stepOf(double weight)
{
    return weight <= 0.0 ? 0 : int(std::lround(-std::log10(1.0 - weight) * smoothingSteps / 2.0));
}

} // namespace

LossBar::LossBar(LossPlot &plot, Workspace &workspace, QWidget *parent) : QWidget(parent), m_plot(plot)
{
    m_axis = new QComboBox;
    m_axis->setObjectName(QStringLiteral("lossAxis"));
    m_axis->addItem(tr("Batches"), int(LossPlot::XAxis::Batch));
    m_axis->addItem(tr("Means of epochs"), int(LossPlot::XAxis::Epoch));
    auto *axisLabel = new QLabel(tr("Hori&zontal axis"));
    axisLabel->setBuddy(m_axis);
    m_logarithmic = new QCheckBox(tr("Lo&garithmic"));
    m_logarithmic->setObjectName(QStringLiteral("lossLogarithmic"));
    m_logarithmic->setToolTip(tr("The axis of the losses in powers of ten"));
    m_smoothing = new QSlider(Qt::Horizontal);
    m_smoothing->setObjectName(QStringLiteral("lossSmoothing"));
    m_smoothing->setRange(0, smoothingSteps);
    m_smoothing->setMaximumWidth(140);
    m_smoothing->setToolTip(
        tr("Moving average over the batches; what was measured stays behind it, faintly"));
    m_smoothLabel = new QLabel(tr("S&moothing"));
    m_smoothLabel->setBuddy(m_smoothing);
    m_weight = new QLabel;
    m_weight->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.999")));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(axisLabel);
    row->addWidget(m_axis);
    row->addSpacing(10);
    row->addWidget(m_logarithmic);
    row->addSpacing(10);
    row->addWidget(m_smoothLabel);
    row->addWidget(m_smoothing);
    row->addWidget(m_weight);
    row->addStretch();
    row->addWidget(makeSaveButton(plot, workspace));
    connect(m_axis, &QComboBox::currentIndexChanged, this,
            [this] { m_plot.setXAxis(LossPlot::XAxis(m_axis->currentData().toInt())); });
    connect(m_logarithmic, &QCheckBox::toggled, &plot, &LossPlot::setLogarithmic);
    connect(m_smoothing, &QSlider::valueChanged, this,
            [this](int step) { m_plot.setSmoothing(weightOf(step)); });
    connect(&plot, &LossPlot::choicesChanged, this, &LossBar::showChoices);
    showChoices();
}

// The plot's own menu has them, too.
void LossBar::showChoices()
{
    const QSignalBlocker axis(m_axis);
    const QSignalBlocker scale(m_logarithmic);
    const QSignalBlocker smoothing(m_smoothing);
    m_axis->setCurrentIndex(m_axis->findData(int(m_plot.xAxis())));
    m_logarithmic->setChecked(m_plot.isLogarithmic());
    m_smoothing->setValue(stepOf(m_plot.smoothing()));
    m_weight->setText(m_plot.smoothing() > 0.0 ? QLocale().toString(m_plot.smoothing(), 'f', 2) : tr("off"));
    const bool byBatch = m_plot.xAxis() == LossPlot::XAxis::Batch;
    for (QWidget *widget : std::initializer_list<QWidget *>{m_smoothLabel, m_smoothing, m_weight})
        widget->setEnabled(byBatch);
}

} // namespace mutascope::gui
