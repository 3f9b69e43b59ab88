// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/band_plot.h"

#include "widgets/band_plot_style.h"
#include "widgets/count_ticker.h"
#include "widgets/formats.h"
#include "widgets/plot_panel_p.h"

#include <QMenu>
#include <algorithm>
#include <limits>
#include <map>

namespace mutascope::widgets {

namespace {

constexpr double bandAlpha = 0.16;
constexpr double pad = 0.05; // of a range, above and below

} // namespace

struct BandPlot::Private {
    struct Shown {
        Band band;
        QCPGraph *low = nullptr; // without a line of their own: the area between is filled
        QCPGraph *high = nullptr;
    };
    std::map<QString, Shown> bands; // one a series
    QString horizontal;
    QString vertical;
    bool percent = false;

    double scale() const { return percent ? 100.0 : 1.0; }
    QVector<double> scaled(const QVector<double> &values) const
    {
        QVector<double> out = values;
        for (double &value : out)
            value *= scale();
        return out;
    }
};

BandPlot::BandPlot(const QString &accessibleName, const QString &emptyText, QWidget *parent)
    : PlotPanel(accessibleName, emptyText, parent), m_d(std::make_unique<Private>())
{
    m_panel->colorsBySide = false;
    m_panel->plot->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new CountTicker));
    m_panel->applyColors();
    m_panel->redraw();
}

BandPlot::~BandPlot() = default;

void BandPlot::addSeries(const QString &id, const QString &name)
{
    if (hasSeries(id))
        return setSeriesName(id, name);
    Private::Shown &shown = m_d->bands[id];
    for (QCPGraph **graph : {&shown.low, &shown.high}) {
        *graph = m_panel->plot->addGraph();
        (*graph)->setPen(Qt::NoPen);
        (*graph)->removeFromLegend();
    }
    shown.high->setChannelFillGraph(shown.low);
    m_panel->addSeries(id, name, Side::Left); // later: in front of it
}

void BandPlot::removeSeries(const QString &id)
{
    const auto found = m_d->bands.find(id);
    if (found == m_d->bands.end())
        return;
    m_panel->plot->removeGraph(found->second.high); // first: it is filled down to the other
    m_panel->plot->removeGraph(found->second.low);
    m_d->bands.erase(found);
    PlotPanel::removeSeries(id);
}

void BandPlot::clear()
{
    for (const auto &[id, shown] : m_d->bands) {
        m_panel->plot->removeGraph(shown.high);
        m_panel->plot->removeGraph(shown.low);
    }
    m_d->bands.clear();
    PlotPanel::clear();
}

bool BandPlot::setBand(const QString &id, Band band)
{
    const auto found = m_d->bands.find(id);
    const qsizetype points = band.x.size();
    if (found == m_d->bands.end() || band.low.size() != points || band.mean.size() != points
        || band.high.size() != points)
        return false;
    found->second.band = std::move(band);
    m_panel->schedule();
    return true;
}

const Band &BandPlot::band(const QString &id) const
{
    static const Band none;
    const auto found = m_d->bands.find(id);
    return found == m_d->bands.end() ? none : found->second.band;
}

void BandPlot::setAxes(const QString &horizontal, const QString &vertical, bool percent)
{
    m_d->horizontal = horizontal;
    m_d->vertical = percent ? tr("%1 (%)").arg(vertical) : vertical;
    m_d->percent = percent;
    m_panel->schedule();
}

bool BandPlot::isEmpty() const
{
    return std::all_of(m_d->bands.begin(), m_d->bands.end(),
                       [](const auto &entry) { return entry.second.band.x.isEmpty(); });
}

void BandPlot::draw()
{
    double left = std::numeric_limits<double>::max();
    double right = 0;
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const Panel::Series &one : m_panel->series) {
        Private::Shown &shown = m_d->bands.at(one.id);
        const Band &band = shown.band;
        one.graph->setData(band.x, m_d->scaled(band.mean), true);
        shown.low->setData(band.x, m_d->scaled(band.low), true);
        shown.high->setData(band.x, m_d->scaled(band.high), true);
        for (QCPGraph *edge : {shown.low, shown.high})
            edge->setVisible(one.graph->visible());
        if (band.x.isEmpty() || !one.graph->visible())
            continue;
        left = std::min(left, band.x.first());
        right = std::max(right, band.x.last());
        low = std::min(low, m_d->scale() * *std::min_element(band.low.begin(), band.low.end()));
        high = std::max(high, m_d->scale() * *std::max_element(band.high.begin(), band.high.end()));
    }
    m_panel->plot->xAxis->setLabel(m_d->horizontal);
    m_panel->plot->yAxis->setLabel(m_d->vertical);
    m_panel->releaseAxes();
    m_panel->followX(left < right ? QCPRange(left, right) : QCPRange(0, 1));
    const double margin = high > low ? (high - low) * pad : 0.5;
    m_panel->followY(Side::Left, low <= high ? QCPRange(low - margin, high + margin) : QCPRange(0, 1));
}

void BandPlot::applyOwnColors(const QPalette &palette)
{
    if (!m_d)
        return; // the panel is being made
    int index = 0;
    for (const Panel::Series &one : m_panel->series) {
        one.graph->setPen(seriesPen(index++, palette, 2));
        QColor color = one.graph->pen().color();
        color.setAlphaF(float(bandAlpha));
        m_d->bands.at(one.id).high->setBrush(color);
    }
}

// The last point at or before the position.
QString BandPlot::readoutAt(double position) const
{
    QStringList parts;
    for (const Panel::Series &one : m_panel->series) {
        const Band &band = m_d->bands.at(one.id).band;
        const qsizetype index = std::upper_bound(band.x.begin(), band.x.end(), position) - band.x.begin() - 1;
        if (index < 0 || !one.graph->visible())
            continue;
        const auto text = [&](double value) {
            return m_d->percent ? formatPercent(locale(), value) : locale().toString(value, 'g', 4);
        };
        parts.append(
            tr("%1 %2 (%3 … %4)")
                .arg(one.name, text(band.mean[index]), text(band.low[index]), text(band.high[index])));
    }
    if (parts.isEmpty())
        return {};
    parts.prepend(tr("%1 %2").arg(locale().toString(qRound64(position)), m_d->horizontal));
    return parts.join(QStringLiteral("  ·  "));
}

QByteArray BandPlot::csv() const
{
    QByteArray text("series,x,low,mean,high\n");
    for (const Panel::Series &one : m_panel->series) {
        const Band &band = m_d->bands.at(one.id).band;
        const QByteArray name = csvQuoted(m_panel->exportName(one));
        for (qsizetype i = 0; i < band.x.size(); ++i)
            text += name + ',' + csvNumber(band.x[i]) + ',' + csvNumber(band.low[i]) + ','
                + csvNumber(band.mean[i]) + ',' + csvNumber(band.high[i]) + '\n';
    }
    return text;
}

void BandPlot::addChoices(QMenu &) { }

} // namespace mutascope::widgets
