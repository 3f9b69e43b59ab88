// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/roc_plot.h"

#include "widgets/colors.h"
#include "widgets/formats.h"
#include "widgets/plot_axes.h"
#include "widgets/plot_data.h"
#include "widgets/plot_wheel.h"
#include "widgets/qcustomplot_header.h"

#include <QVBoxLayout>

namespace mutascope::widgets {

namespace {

constexpr double margin = 0.02; // curves run along the edges

// Told apart without colours, too.
Qt::PenStyle styleOf(int curve)
{
    const Qt::PenStyle styles[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine};
    return styles[curve % 3];
}

} // namespace

RocPlot::RocPlot(const QString &accessibleName, QWidget *parent)
    : ExportablePlot(parent), m_plot(new QCustomPlot)
{
    setAccessibleName(accessibleName);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    passWheelOn(*m_plot);
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setRange(-margin, 1 + margin);
    m_plot->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
    recolor();
}

void RocPlot::setAxes(const QString &x, const QString &y)
{
    m_plot->xAxis->setLabel(x);
    m_plot->yAxis->setLabel(y);
}

void RocPlot::setCurves(std::vector<RocCurve> curves)
{
    m_curves = std::move(curves);
    QStringList lines;
    for (const RocCurve &curve : m_curves)
        if (curve.chosen)
            lines.append(tr("%1: %2 against %3")
                             .arg(curve.name, formatPercent(locale(), curve.chosen->y(), 0),
                                  formatPercent(locale(), curve.chosen->x(), 0)));
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    draw();
}

void RocPlot::draw()
{
    m_plot->clearPlottables();
    auto *chance = new QCPCurve(m_plot->xAxis, m_plot->yAxis);
    chance->addData(0, 0);
    chance->addData(1, 1);
    chance->removeFromLegend();
    for (int i = 0; i < int(m_curves.size()); ++i)
        addCurve(i);
    m_plot->legend->setVisible(!m_curves.empty());
    recolor();
}

// A line and its chosen point, one after the other.
void RocPlot::addCurve(int index)
{
    const RocCurve &curve = m_curves[std::size_t(index)];
    auto *line = new QCPCurve(m_plot->xAxis, m_plot->yAxis);
    line->setName(curve.name);
    for (const QPointF &point : curve.points)
        line->addData(point.x(), point.y());
    auto *chosen = new QCPCurve(m_plot->xAxis, m_plot->yAxis);
    if (curve.chosen)
        chosen->addData(curve.chosen->x(), curve.chosen->y());
    chosen->setLineStyle(QCPCurve::lsNone);
    chosen->removeFromLegend();
}

void RocPlot::recolor()
{
    const QPalette colors = plotPalette();
    const QColor text = colors.color(QPalette::Text);
    const QColor base = colors.color(QPalette::Base);
    m_plot->setBackground(base);
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis})
        styleAxis(*axis, QPen(text), colors, font());
    m_plot->legend->setBrush(base);
    m_plot->legend->setBorderPen(QPen(gridColor(colors)));
    m_plot->legend->setTextColor(text);
    m_plot->legend->setFont(font());
    if (m_plot->plottableCount() > 0)
        m_plot->plottable(0)->setPen(QPen(mixed(text, base, 0.5), 1, Qt::DotLine));
    for (int i = 1; i < m_plot->plottableCount(); ++i) {
        const int curve = (i - 1) / 2;
        const QColor color = seriesColor(curve, colors);
        m_plot->plottable(i)->setPen(QPen(color, 1.8, styleOf(curve)));
        if (i % 2 == 0)
            static_cast<QCPCurve *>(m_plot->plottable(i))
                ->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 9));
    }
    m_plot->replot(QCustomPlot::rpQueuedRefresh);
}

QByteArray RocPlot::csv() const
{
    QByteArray text("curve,false_positive_rate,true_positive_rate,chosen\n");
    for (const RocCurve &curve : m_curves)
        for (const QPointF &point : curve.points)
            text += csvQuoted(curve.name) + ',' + csvNumber(point.x()) + ',' + csvNumber(point.y())
                + (curve.chosen == point ? ",1\n" : ",0\n");
    return text;
}

} // namespace mutascope::widgets
