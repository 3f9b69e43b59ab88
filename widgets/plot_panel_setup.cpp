// SPDX-License-Identifier: GPL-3.0-or-later
// Curves in one plot: labels, axes, legend, items and actions, made once.
#include "widgets/plot_panel_p.h"

#include <QAction>
#include <QLabel>
#include <QVBoxLayout>

namespace mutascope::widgets {
namespace {

constexpr int kReplotInterval = 34; // at most 30 times a second

} // namespace

void PlotPanel::Panel::build(const QString &emptyWords)
{
    makeActions();
    title = new QLabel(owner);
    title->setAlignment(Qt::AlignCenter);
    title->hide();
    plot = new QCustomPlot(owner);
    plot->setMinimumSize(200, 180);
    readout = new QLabel(owner);
    readout->setTextFormat(Qt::PlainText);
    readout->setContentsMargins(6, 0, 6, 2);
    readout->setMinimumWidth(1);
    auto *layout = new QVBoxLayout(owner);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(title);
    layout->addWidget(plot, 1);
    layout->addWidget(readout);
    setUpPlot();
    setUpLegend();
    setUpItems(emptyWords);
    timer.setSingleShot(true);
    timer.setInterval(kReplotInterval);
    QObject::connect(&timer, &QTimer::timeout, owner, [this] { redraw(); });
}

void PlotPanel::Panel::setUpPlot()
{
    plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    plot->xAxis->setNumberFormat(QStringLiteral("gbc"));
    const auto watch = [this](QCPAxis *axis, QAction *automatic) {
        QObject::connect(axis, qOverload<const QCPRange &>(&QCPAxis::rangeChanged), owner,
                         [this, automatic] { onRangeChanged(automatic); });
    };
    watch(plot->xAxis, autoX);
    watch(plot->yAxis, autoY);
    watch(plot->yAxis2, autoY);
    QObject::connect(plot, &QCustomPlot::mouseDoubleClick, owner, [this] { owner->resetView(); });
    QObject::connect(plot, &QCustomPlot::mouseMove, owner,
                     [this](const QMouseEvent *event) { hover(event->position().toPoint()); });
}

// Above the axes, where it hides no data and is part of every exported picture.
void PlotPanel::Panel::setUpLegend()
{
    plot->axisRect()->insetLayout()->take(plot->legend);
    plot->plotLayout()->insertRow(0);
    plot->plotLayout()->addElement(0, 0, plot->legend);
    plot->plotLayout()->setRowStretchFactor(0, 0.001);
    plot->plotLayout()->setRowSpacing(0);
    // Without entries it would let the axes below be no wider than itself.
    plot->legend->setMaximumSize(QWIDGETSIZE_MAX - 1, QWIDGETSIZE_MAX);
    plot->legend->setBorderPen(Qt::NoPen);
    plot->legend->setBrush(Qt::NoBrush);
    plot->legend->setColumnSpacing(16);
    QObject::connect(plot, &QCustomPlot::legendClick, owner,
                     [this](QCPLegend *, QCPAbstractLegendItem *item) { toggleSeries(item); });
}

void PlotPanel::Panel::toggleSeries(QCPAbstractLegendItem *item)
{
    auto *entry = qobject_cast<QCPPlottableLegendItem *>(item);
    if (entry == nullptr)
        return;
    for (const Series &one : series) {
        if (one.graph == entry->plottable())
            owner->setSeriesVisible(one.id, !one.graph->visible());
    }
}

void PlotPanel::Panel::onRangeChanged(QAction *automatic)
{
    if (settingRange)
        return;
    automatic->setChecked(false);
    schedule();
}

void PlotPanel::Panel::setUpItems(const QString &emptyWords)
{
    cursor = new QCPItemStraightLine(plot);
    for (QCPItemPosition *point : {cursor->point1, cursor->point2}) {
        point->setTypeX(QCPItemPosition::ptPlotCoords);
        point->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    cursor->setVisible(false);
    emptyText = new QCPItemText(plot);
    emptyText->position->setType(QCPItemPosition::ptAxisRectRatio);
    emptyText->position->setCoords(0.5, 0.5);
    emptyText->setText(emptyWords);
}

void PlotPanel::Panel::makeActions()
{
    const auto make = [this](const QString &text, const QString &name) {
        auto *action = new QAction(text, owner);
        action->setObjectName(name);
        action->setCheckable(true);
        action->setChecked(true);
        owner->addAction(action);
        QObject::connect(action, &QAction::toggled, owner, [this] {
            schedule();
            Q_EMIT owner->autoScaleChanged();
        });
        return action;
    };
    autoX = make(tr("Autoscale &Horizontally"), QStringLiteral("autoScaleX"));
    autoY = make(tr("Autoscale &Vertically"), QStringLiteral("autoScaleY"));
}

} // namespace mutascope::widgets
