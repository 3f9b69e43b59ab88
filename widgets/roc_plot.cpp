// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/roc_plot.h"

#include "widgets/colors.h"
#include "widgets/formats.h"
#include "widgets/plot_data.h"
#include "widgets/qcustomplot_header.h"

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

RocPlot::RocPlot(const QString &accessibleName, QWidget *parent) : SavedPlot(accessibleName, parent)
{
    for (QCPAxis *axis : {plot().xAxis, plot().yAxis})
        axis->setRange(-margin, 1 + margin);
    plot().axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
    recolor();
}

void RocPlot::setAxes(const QString &x, const QString &y)
{
    plot().xAxis->setLabel(x);
    plot().yAxis->setLabel(y);
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
    plot().clearPlottables();
    auto *chance = new QCPCurve(plot().xAxis, plot().yAxis);
    chance->addData(0, 0);
    chance->addData(1, 1);
    chance->removeFromLegend();
    for (int i = 0; i < int(m_curves.size()); ++i)
        addCurve(i);
    plot().legend->setVisible(!m_curves.empty());
    recolor();
}

// A line and its chosen point, one after the other.
void RocPlot::addCurve(int index)
{
    const RocCurve &curve = m_curves[std::size_t(index)];
    auto *line = new QCPCurve(plot().xAxis, plot().yAxis);
    line->setName(curve.name);
    for (const QPointF &point : curve.points)
        line->addData(point.x(), point.y());
    auto *chosen = new QCPCurve(plot().xAxis, plot().yAxis);
    if (curve.chosen)
        chosen->addData(curve.chosen->x(), curve.chosen->y());
    chosen->setLineStyle(QCPCurve::lsNone);
    chosen->removeFromLegend();
}

void RocPlot::applyColors(const QPalette &palette)
{
    const QColor text = palette.color(QPalette::Text);
    const QColor base = palette.color(QPalette::Base);
    plot().legend->setBrush(base);
    plot().legend->setBorderPen(QPen(gridColor(palette)));
    plot().legend->setTextColor(text);
    plot().legend->setFont(font());
    if (plot().plottableCount() > 0)
        plot().plottable(0)->setPen(QPen(mixed(text, base, 0.5), 1, Qt::DotLine));
    for (int i = 1; i < plot().plottableCount(); ++i) {
        const int curve = (i - 1) / 2;
        const QColor color = seriesColor(curve, palette);
        plot().plottable(i)->setPen(QPen(color, 1.8, styleOf(curve)));
        if (i % 2 == 0)
            static_cast<QCPCurve *>(plot().plottable(i))
                ->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 9));
    }
}

QByteArray RocPlot::csv() const
{
    QByteArray text = "score,false_positive_rate,true_positive_rate,chosen\n";
    for (const RocCurve &curve : m_curves)
        for (const QPointF &point : curve.points)
            text += csvQuoted(curve.name) + ',' + csvNumber(point.x()) + ',' + csvNumber(point.y())
                + (curve.chosen == point ? ",1\n" : ",0\n");
    return text;
}

} // namespace mutascope::widgets
