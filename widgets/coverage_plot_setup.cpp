// SPDX-License-Identifier: GPL-3.0-or-later
// Coverage plot: axes, legend, items and actions, made once.
#include "widgets/count_ticker.h"
#include "widgets/coverage_plot_p.h"

#include <QAction>

namespace mutascope::widgets {

void CoveragePlot::Private::setUpPlot()
{
    plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    plot->xAxis->setNumberFormat(QStringLiteral("gbc"));
    plot->yAxis2->setTicker(QSharedPointer<QCPAxisTicker>(new CountTicker));
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
    setUpLegend();
    setUpItems();
}

// Above the axes, where it hides no data and is part of every exported picture.
void CoveragePlot::Private::setUpLegend()
{
    plot->axisRect()->insetLayout()->take(plot->legend);
    plot->plotLayout()->insertRow(0);
    plot->plotLayout()->addElement(0, 0, plot->legend);
    plot->plotLayout()->setRowStretchFactor(0, 0.001);
    plot->plotLayout()->setRowSpacing(0);
    plot->legend->setBorderPen(Qt::NoPen);
    plot->legend->setBrush(Qt::NoBrush);
    plot->legend->setColumnSpacing(16);
    QObject::connect(plot, &QCustomPlot::legendClick, owner,
                     [this](QCPLegend *, QCPAbstractLegendItem *item) { toggleSeries(item); });
}

void CoveragePlot::Private::setUpItems()
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
    emptyText->setText(tr("No coverage recorded yet"));
}

void CoveragePlot::Private::makeActions()
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
