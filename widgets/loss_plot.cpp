// SPDX-License-Identifier: GPL-3.0-or-later
// Losses of a training: data, readout and choices.
#include "widgets/loss_plot.h"

#include "widgets/formats.h"
#include "widgets/loss_plot_p.h"

#include <QActionGroup>
#include <QMenu>
#include <algorithm>
#include <cmath>
#include <utility>

namespace mutascope::widgets {
namespace {

QString valueText(const QLocale &locale, PlotPanel::Side side, double value)
{
    if (!std::isfinite(value))
        return LossPlot::tr("no number");
    return side == PlotPanel::Side::Right ? formatPercent(locale, value) : locale.toString(value, 'g', 4);
}

} // namespace

LossPlot::LossPlot(QWidget *parent)
    : PlotPanel(tr("Plot of losses"), tr("No losses recorded yet"), parent), m_d(std::make_unique<Private>())
{
    m_d->owner = this;
    m_d->panel = m_panel.get();
    m_panel->colorsBySide = false;
    m_d->marks = m_panel->plot->addGraph();
    m_d->marks->setName(tr("no finite number"));
    m_d->marks->setLineStyle(QCPGraph::lsNone);
    m_d->marks->removeFromLegend();
    m_panel->applyColors();
    m_panel->redraw();
}

LossPlot::~LossPlot() = default;

void LossPlot::addSeries(const QString &id, const QString &name, Side side)
{
    if (hasSeries(id))
        return setSeriesName(id, name);
    QCustomPlot *plot = m_panel->plot;
    Private::Loss &loss = m_d->losses[id];
    loss.faint = plot->addGraph(plot->xAxis, side == Side::Left ? plot->yAxis : plot->yAxis2);
    loss.faint->removeFromLegend();
    m_panel->addSeries(id, name, side); // later: in front of it
}

void LossPlot::removeSeries(const QString &id)
{
    const auto found = m_d->losses.find(id);
    if (found == m_d->losses.end())
        return;
    m_panel->plot->removeGraph(found->second.faint);
    m_d->losses.erase(found);
    PlotPanel::removeSeries(id);
}

void LossPlot::clear()
{
    for (const auto &[id, loss] : m_d->losses)
        m_panel->plot->removeGraph(loss.faint);
    m_d->losses.clear();
    PlotPanel::clear();
}

void LossPlot::setSamples(const QString &id, std::vector<LossSample> samples)
{
    const auto found = m_d->losses.find(id);
    if (found == m_d->losses.end())
        return;
    found->second.samples = std::move(samples);
    found->second.stale = true;
    m_panel->schedule();
}

void LossPlot::appendSamples(const QString &id, const std::vector<LossSample> &samples)
{
    const auto found = m_d->losses.find(id);
    if (found == m_d->losses.end())
        return;
    mergeSamples(found->second.samples, samples);
    found->second.stale = true;
    m_panel->schedule();
}

const std::vector<LossSample> &LossPlot::samples(const QString &id) const
{
    static const std::vector<LossSample> kNone;
    const auto found = m_d->losses.find(id);
    return found == m_d->losses.end() ? kNone : found->second.samples;
}

void LossPlot::Private::makeCurves(Loss &loss) const
{
    if (!std::exchange(loss.stale, false))
        return;
    loss.plain = xAxis == XAxis::Batch ? batchCurve(loss.samples) : epochCurve(loss.samples);
    loss.shown = isSmooth() ? smoothed(loss.plain, smoothing) : loss.plain;
}

// The curves are to be made anew.
void LossPlot::rebuild()
{
    for (auto &[id, loss] : m_d->losses)
        loss.stale = true;
    m_panel->hover(QPoint(-1, -1));
    m_panel->schedule();
    Q_EMIT choicesChanged();
}

LossPlot::XAxis LossPlot::xAxis() const
{
    return m_d->xAxis;
}

void LossPlot::setXAxis(XAxis axis)
{
    if (axis == m_d->xAxis)
        return;
    m_d->xAxis = axis;
    setAutoScaleX(true);
    rebuild();
}

bool LossPlot::isLogarithmic() const
{
    return m_d->logarithmic;
}

void LossPlot::setLogarithmic(bool logarithmic)
{
    if (logarithmic == m_d->logarithmic)
        return;
    m_d->logarithmic = logarithmic;
    setAutoScaleY(true); // a range chosen on the other scale means nothing on this one
    rebuild();
}

double LossPlot::smoothing() const
{
    return m_d->smoothing;
}

void LossPlot::setSmoothing(double weight)
{
    const double wanted = std::clamp(weight, 0.0, 0.999);
    if (wanted == m_d->smoothing)
        return;
    m_d->smoothing = wanted;
    rebuild();
}

bool LossPlot::isEmpty() const
{
    return std::all_of(m_d->losses.begin(), m_d->losses.end(),
                       [](const auto &entry) { return entry.second.samples.empty(); });
}

std::vector<double> LossPlot::gaps() const
{
    std::vector<double> positions;
    for (const Panel::Series &one : m_panel->series) {
        Private::Loss &loss = m_d->losses.at(one.id);
        m_d->makeCurves(loss);
        for (qsizetype i = 0; one.graph->visible() && i < loss.plain.x.size(); ++i)
            if (std::isnan(loss.plain.y[i]))
                positions.push_back(loss.plain.x[i]);
    }
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    return positions;
}

// The last batch or epoch at or before the position.
QString LossPlot::readoutAt(double position) const
{
    QString place;
    QStringList parts;
    for (const Panel::Series &one : m_panel->series) {
        Private::Loss &loss = m_d->losses.at(one.id);
        m_d->makeCurves(loss);
        const qsizetype index
            = std::upper_bound(loss.plain.x.begin(), loss.plain.x.end(), position) - loss.plain.x.begin() - 1;
        if (index < 0 || !one.graph->visible())
            continue;
        const QString at = locale().toString(qRound64(loss.plain.x[index]));
        if (m_d->xAxis == XAxis::Epoch)
            place = tr("epoch %1").arg(at);
        else
            place = tr("batch %1, epoch %2").arg(at).arg(loss.samples[std::size_t(index)].epoch);
        QString text = one.name + QLatin1Char(' ') + valueText(locale(), one.side, loss.plain.y[index]);
        if (m_d->isSmooth())
            text = tr("%1 (smoothed %2)").arg(text, valueText(locale(), one.side, loss.shown.y[index]));
        parts << text;
    }
    return parts.isEmpty() ? QString() : (QStringList(place) + parts).join(QStringLiteral("  ·  "));
}

QByteArray LossPlot::csv() const
{
    QByteArray text("series,batch,epoch,value\n");
    for (const Panel::Series &one : m_panel->series) {
        const QByteArray name = csvQuoted(m_panel->exportName(one));
        for (const LossSample &sample : samples(one.id))
            text += name + ',' + QByteArray::number(sample.batch) + ',' + QByteArray::number(sample.epoch)
                + ',' + csvNumber(sample.value) + '\n';
    }
    return text;
}

void LossPlot::addChoices(QMenu &menu)
{
    auto *axes = new QActionGroup(&menu);
    const auto addAxis = [&](const QString &text, XAxis axis) {
        QAction *action = menu.addAction(text, this, [this, axis] { setXAxis(axis); });
        action->setCheckable(true);
        action->setChecked(axis == m_d->xAxis);
        axes->addAction(action);
    };
    menu.addSection(tr("Horizontal axis"));
    addAxis(tr("&Batches"), XAxis::Batch);
    addAxis(tr("Means of &Epochs"), XAxis::Epoch);
    menu.addSeparator();
    QAction *scale = menu.addAction(tr("&Logarithmic"), this, &LossPlot::setLogarithmic);
    scale->setCheckable(true);
    scale->setChecked(m_d->logarithmic);
}

} // namespace mutascope::widgets
