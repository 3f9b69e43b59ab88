// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/label_validity_plot.h"

#include "widgets/colors.h"
#include "widgets/formats.h"
#include "widgets/plot_axes.h"
#include "widgets/plot_data.h"
#include "widgets/plot_wheel.h"
#include "widgets/qcustomplot_header.h"

#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>

namespace mutascope::widgets {

namespace {

double centerOf(const ValidityBin &bin)
{
    return (bin.low + bin.high) / 2;
}

} // namespace

LabelValidityPlot::LabelValidityPlot(const QString &accessibleName, QWidget *parent)
    : ExportablePlot(parent), m_plot(new QCustomPlot)
{
    setAccessibleName(accessibleName);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    passWheelOn(*m_plot);
    m_plot->yAxis->setRange(0, 105);
    m_plot->yAxis->setLabel(tr("valid, %"));
    connect(m_plot, &QCustomPlot::mouseMove, this,
            [this](const QMouseEvent *event) { showReadout(event->position().toPoint()); });
    recolor();
}

void LabelValidityPlot::setBins(const std::vector<ValidityBin> &bins, const QString &measured)
{
    m_bins.clear();
    std::copy_if(bins.begin(), bins.end(), std::back_inserter(m_bins),
                 [](const ValidityBin &bin) { return bin.judged > 0; });
    m_measured = measured;
    QStringList lines;
    for (int bin = 0; bin < int(m_bins.size()); ++bin)
        lines.append(readout(bin));
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    draw();
}

void LabelValidityPlot::draw()
{
    m_plot->clearPlottables();
    auto *graph = m_plot->addGraph();
    auto *errors = new QCPErrorBars(m_plot->xAxis, m_plot->yAxis);
    errors->setDataPlottable(graph);
    errors->removeFromLegend();
    for (const ValidityBin &bin : m_bins) {
        const double share = bin.share();
        graph->addData(centerOf(bin), share * 100);
        errors->addData((share - bin.from) * 100, (bin.to - share) * 100);
    }
    if (!m_bins.empty()) {
        const double low = m_bins.front().low;
        const double high = std::max(m_bins.back().high, low + 1e-9);
        m_plot->xAxis->setRange(low - (high - low) * 0.04, high + (high - low) * 0.04);
    }
    m_plot->xAxis->setLabel(m_measured);
    recolor();
}

QString LabelValidityPlot::readout(int index) const
{
    if (index < 0 || index >= int(m_bins.size()))
        return {};
    const ValidityBin &bin = m_bins[std::size_t(index)];
    return tr("%1 … %2: %3 of %4 valid (%5; 95 %: %6 … %7)")
        .arg(locale().toString(bin.low, 'g', 3), locale().toString(bin.high, 'g', 3),
             locale().toString(bin.valid), locale().toString(bin.judged),
             formatPercent(locale(), bin.share(), 0), formatPercent(locale(), bin.from, 0),
             formatPercent(locale(), bin.to, 0));
}

void LabelValidityPlot::showReadout(const QPoint &position)
{
    const double at = m_plot->xAxis->pixelToCoord(position.x());
    for (int bin = 0; bin < int(m_bins.size()); ++bin)
        if (at >= m_bins[std::size_t(bin)].low && at <= m_bins[std::size_t(bin)].high)
            return QToolTip::showText(m_plot->mapToGlobal(position), readout(bin), m_plot);
    QToolTip::hideText();
}

void LabelValidityPlot::recolor()
{
    const QPalette colors = plotPalette();
    const QColor text = colors.color(QPalette::Text);
    m_plot->setBackground(colors.color(QPalette::Base));
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis})
        styleAxis(*axis, QPen(text), colors, font());
    const QColor color = seriesColor(0, colors);
    if (m_plot->graphCount() > 0) {
        m_plot->graph(0)->setPen(QPen(color, 1.5));
        m_plot->graph(0)->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 7));
    }
    for (int i = 0; i < m_plot->plottableCount(); ++i)
        if (auto *errors = qobject_cast<QCPErrorBars *>(m_plot->plottable(i))) {
            errors->setPen(QPen(mixed(color, colors.color(QPalette::Base), 0.3), 1.5));
            errors->setWhiskerWidth(7);
            errors->setSymbolGap(0);
        }
    m_plot->replot(QCustomPlot::rpQueuedRefresh); // drawn now, or a plot just shown would be painted empty
}

QByteArray LabelValidityPlot::csv() const
{
    QByteArray text("from,to,judged,valid,valid_share,interval_low,interval_high\n");
    for (const ValidityBin &bin : m_bins)
        text += csvNumber(bin.low) + ',' + csvNumber(bin.high) + ',' + QByteArray::number(bin.judged) + ','
            + QByteArray::number(bin.valid) + ',' + csvNumber(bin.share()) + ',' + csvNumber(bin.from) + ','
            + csvNumber(bin.to) + '\n';
    return text;
}

} // namespace mutascope::widgets
