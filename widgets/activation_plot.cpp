// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/activation_plot.h"

#include "widgets/colors.h"
#include "widgets/count_ticker.h"
#include "widgets/plot_axes.h"
#include "widgets/plot_wheel.h"
#include "widgets/qcustomplot_header.h"

#include <QEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>

namespace mutascope::widgets {

namespace {
constexpr int kLegendColumns = 3;
constexpr int kLegendName = 150; // pixels
} // namespace

ActivationPlot::ActivationPlot(QWidget *parent) : QWidget(parent), m_plot(new QCustomPlot)
{
    setAccessibleName(tr("Values of the neuron"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    passWheelOn(*m_plot);
    m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new CountTicker));
    m_plot->legend->setBorderPen(Qt::NoPen);
    m_plot->legend->setIconSize(12, 12);
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_plot->legend->setWrap(kLegendColumns);
    m_plot->legend->setRowSpacing(-2);
    m_plot->legend->setMargins({4, 2, 4, 0});
    connect(m_plot, &QCustomPlot::mouseMove, this,
            [this](const QMouseEvent *event) { showReadout(event->position().toPoint()); });
    applyColors();
}

void ActivationPlot::setSeries(const QList<ActivationSeries> &series, const QString &valueLabel,
                               const QString &countLabel)
{
    std::vector<std::vector<float>> values;
    for (const ActivationSeries &one : series)
        values.push_back(one.values);
    QStringList names;
    QList<bool> muted;
    for (const ActivationSeries &one : series) {
        names.append(one.name);
        muted.append(one.muted);
    }
    setHistogram(histogramOf(values, kBins), names, muted, valueLabel,
                 countLabel.isEmpty() ? tr("images") : countLabel);
}

int ActivationPlot::bins() const
{
    return m_histogram.counts.empty() ? kBins : int(m_histogram.counts.front().size());
}

void ActivationPlot::addBars(const QString &name, const std::vector<int> &counts)
{
    auto *bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
    bars->setName(fontMetrics().elidedText(name, Qt::ElideRight, kLegendName)); // the legend shows it
    bars->setWidth(m_histogram.width);
    if (!m_bars.isEmpty())
        bars->moveAbove(m_bars.last());
    for (int bin = 0; bin < bins(); ++bin)
        bars->addData(m_histogram.center(bin), counts[std::size_t(bin)]);
    m_bars.append(bars);
}

void ActivationPlot::setHistogram(Histogram histogram, const QStringList &names, const QList<bool> &muted,
                                  const QString &valueLabel, const QString &countLabel)
{
    m_histogram = std::move(histogram);
    m_plot->clearPlottables();
    m_bars.clear();
    m_muted = muted;
    m_names = names;
    for (int i = 0; i < names.size(); ++i)
        addBars(names[i], m_histogram.counts[std::size_t(i)]);
    m_plot->xAxis->setLabel(valueLabel);
    m_plot->yAxis->setLabel(countLabel);
    showLegend(names.size() > 1);
    std::vector<int> heights(std::size_t(bins()), 0);
    for (const std::vector<int> &counts : m_histogram.counts)
        std::transform(counts.begin(), counts.end(), heights.begin(), heights.begin(), std::plus<>());
    const int highest = std::max(1, *std::max_element(heights.begin(), heights.end()));
    m_plot->xAxis->setRange(m_histogram.low - m_histogram.width,
                            m_histogram.low + (bins() + 1) * m_histogram.width);
    m_plot->yAxis->setRange(0, highest * 1.06);
    applyColors();
}

// Above the bars, in a row of its own: within them it would hide some, whichever corner it took.
void ActivationPlot::showLegend(bool shown)
{
    QCPLayoutGrid *grid = m_plot->plotLayout();
    QCPLegend *legend = m_plot->legend;
    legend->setVisible(shown);
    if (shown && legend->layout() != grid) {
        grid->insertRow(0);
        grid->addElement(0, 0, legend);
        grid->setRowStretchFactor(0, 0.001); // as high as it must be
    } else if (!shown && legend->layout() == grid) {
        m_plot->axisRect()->insetLayout()->addElement(legend, Qt::AlignTop | Qt::AlignRight);
        grid->simplify(); // no empty row
    }
}

QStringList ActivationPlot::seriesNames() const
{
    return m_names;
}

QString ActivationPlot::readout(int bin) const
{
    if (m_bars.isEmpty() || bin < 0 || bin >= bins())
        return {};
    const double low = m_histogram.low + bin * m_histogram.width;
    QStringList lines{tr("%1 … %2").arg(locale().toString(low, 'g', 3),
                                        locale().toString(low + m_histogram.width, 'g', 3))};
    for (int i = 0; i < m_bars.size(); ++i)
        if (const int count = m_histogram.counts[std::size_t(i)][std::size_t(bin)]; count > 0)
            lines.append(tr("%1: %2").arg(m_names[i], locale().toString(count)));
    return lines.join(QLatin1Char('\n'));
}

void ActivationPlot::showReadout(const QPoint &position)
{
    const double value = m_plot->xAxis->pixelToCoord(position.x());
    const QString text = readout(int(std::floor((value - m_histogram.low) / m_histogram.width)));
    QToolTip::showText(m_plot->mapToGlobal(position), text, m_plot);
}

void ActivationPlot::applyColors()
{
    const QColor ground = palette().color(QPalette::Base);
    const QColor text = palette().color(QPalette::Text);
    m_plot->setBackground(ground);
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis})
        styleAxis(*axis, QPen(text), palette(), font());
    QColor veil = ground;
    veil.setAlpha(215);
    m_plot->legend->setBrush(veil);
    m_plot->legend->setTextColor(text);
    m_plot->legend->setFont(font());
    for (int i = 0; i < m_bars.size(); ++i) {
        const QColor color = m_muted[i] ? mixed(ground, text, 0.25) : seriesColor(i, palette());
        m_bars[i]->setBrush(color);
        m_bars[i]->setPen(QPen(mixed(color, ground, 0.35), 0.5));
    }
    m_plot->replot(QCustomPlot::rpQueuedRefresh); // drawn now, or a plot just shown would be painted empty
}

void ActivationPlot::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyColors();
}

} // namespace mutascope::widgets
