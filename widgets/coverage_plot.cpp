// SPDX-License-Identifier: GPL-3.0-or-later
// Coverage and failing tests of several runs over time, model calls or tests: data, input and timing.
#include "widgets/coverage_plot.h"

#include "widgets/coverage_plot_p.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

namespace mutascope::widgets {
namespace {

constexpr int kReplotInterval = 34; // at most 30 times a second

} // namespace

CoveragePlot::Private::Series *CoveragePlot::Private::find(const QString &id)
{
    const auto found
        = std::find_if(series.begin(), series.end(), [&](const Series &s) { return s.id == id; });
    return found == series.end() ? nullptr : &*found;
}

void CoveragePlot::Private::schedule()
{
    if (!timer.isActive() && owner->isVisible())
        timer.start();
}

void CoveragePlot::Private::redraw()
{
    updateXRange();
    for (Series &one : series)
        updateGraph(one);
    updateAxes();
    updateLegend();
    plot->replot(QCustomPlot::rpQueuedReplot);
    ++replots;
}

void CoveragePlot::Private::onRangeChanged(QAction *automatic)
{
    if (settingRange)
        return;
    automatic->setChecked(false);
    schedule();
}

void CoveragePlot::Private::toggleSeries(QCPAbstractLegendItem *item)
{
    auto *entry = qobject_cast<QCPPlottableLegendItem *>(item);
    if (entry == nullptr)
        return;
    for (const Series &one : series) {
        if (one.graph == entry->plottable())
            owner->setSeriesVisible(one.id, !one.graph->visible());
    }
}

void CoveragePlot::Private::zoomX(double factor)
{
    plot->xAxis->scaleRange(factor, plot->xAxis->range().center());
}

void CoveragePlot::Private::panX(double share)
{
    plot->xAxis->moveRange(share * plot->xAxis->range().size());
}

CoveragePlot::CoveragePlot(QWidget *parent) : QWidget(parent), m_d(std::make_unique<Private>())
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Plot of coverage and failing tests"));
    m_d->owner = this;
    m_d->makeActions();
    m_d->title = new QLabel(this);
    m_d->title->setAlignment(Qt::AlignCenter);
    m_d->title->hide();
    m_d->plot = new QCustomPlot(this);
    m_d->plot->setMinimumSize(200, 180);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_d->title);
    layout->addWidget(m_d->plot, 1);
    m_d->readout = new QLabel(this);
    m_d->readout->setTextFormat(Qt::PlainText);
    m_d->readout->setContentsMargins(6, 0, 6, 2);
    m_d->readout->setMinimumWidth(1);
    layout->addWidget(m_d->readout);
    m_d->plot->installEventFilter(this);
    m_d->setUpPlot();
    m_d->applyColors(palette());
    m_d->timer.setSingleShot(true);
    m_d->timer.setInterval(kReplotInterval);
    connect(&m_d->timer, &QTimer::timeout, this, [this] { m_d->redraw(); });
    m_d->redraw();
}

CoveragePlot::~CoveragePlot() = default;

void CoveragePlot::addSeries(const QString &id, const QString &name, SeriesKind kind)
{
    if (m_d->find(id) != nullptr)
        return setSeriesName(id, name);
    QCPAxis *axis = kind == SeriesKind::Coverage ? m_d->plot->yAxis : m_d->plot->yAxis2;
    QCPGraph *graph = m_d->plot->addGraph(m_d->plot->xAxis, axis);
    graph->setName(name);
    m_d->series.push_back({id, name, kind, {}, graph, {}});
    m_d->applyColors(palette());
    m_d->schedule();
}

void CoveragePlot::removeSeries(const QString &id)
{
    const Private::Series *one = m_d->find(id);
    if (one == nullptr)
        return;
    m_d->plot->removeGraph(one->graph);
    m_d->series.erase(m_d->series.begin() + (one - m_d->series.data()));
    m_d->applyColors(palette());
    m_d->schedule();
}

bool CoveragePlot::hasSeries(const QString &id) const
{
    return m_d->find(id) != nullptr;
}

QStringList CoveragePlot::seriesIds() const
{
    QStringList ids;
    for (const Private::Series &one : m_d->series)
        ids.append(one.id);
    return ids;
}

void CoveragePlot::setCompanion(const QString &id, const QString &of)
{
    Private::Series *one = m_d->find(id);
    if (one == nullptr)
        return;
    one->companion = of;
    m_d->applyColors(palette());
    m_d->schedule();
}

void CoveragePlot::setSeriesName(const QString &id, const QString &name)
{
    Private::Series *one = m_d->find(id);
    if (one == nullptr)
        return;
    one->name = name;
    one->graph->setName(name);
    m_d->schedule();
}

void CoveragePlot::appendPoint(const QString &id, const SeriesPoint &point)
{
    Private::Series *one = m_d->find(id);
    if (one == nullptr)
        return;
    one->points.push_back(point);
    m_d->schedule();
}

void CoveragePlot::setPoints(const QString &id, std::vector<SeriesPoint> points)
{
    Private::Series *one = m_d->find(id);
    if (one == nullptr)
        return;
    one->points = std::move(points);
    m_d->schedule();
}

const std::vector<SeriesPoint> &CoveragePlot::points(const QString &id) const
{
    static const std::vector<SeriesPoint> kNone;
    const Private::Series *one = m_d->find(id);
    return one == nullptr ? kNone : one->points;
}

void CoveragePlot::clear()
{
    m_d->series.clear();
    m_d->plot->clearGraphs();
    m_d->applyColors(palette());
    resetView();
}

void CoveragePlot::clearPoints()
{
    for (Private::Series &one : m_d->series)
        one.points.clear();
    resetView();
}

CoveragePlot::XAxis CoveragePlot::xAxis() const
{
    return m_d->xAxis;
}

void CoveragePlot::setXAxis(XAxis axis)
{
    if (axis == m_d->xAxis)
        return;
    m_d->xAxis = axis;
    m_d->hover(QPoint(-1, -1));
    resetView();
    Q_EMIT xAxisChanged();
}

CoveragePlot::YMode CoveragePlot::yMode() const
{
    return m_d->yMode;
}

void CoveragePlot::setYMode(YMode mode)
{
    m_d->yMode = mode;
    m_d->schedule();
}

void CoveragePlot::setTitle(const QString &title)
{
    m_d->titleText = title;
    m_d->title->setText(title);
    m_d->title->setVisible(!title.isEmpty());
}

void CoveragePlot::setYLabel(const QString &label)
{
    m_d->yLabel = label;
    m_d->schedule();
}

int CoveragePlot::replotCount() const
{
    return m_d->replots;
}

int CoveragePlot::plottedPointCount(const QString &id) const
{
    const Private::Series *one = m_d->find(id);
    return one == nullptr ? 0 : one->graph->dataCount();
}

bool CoveragePlot::isAutoScaleX() const
{
    return m_d->autoX->isChecked();
}

bool CoveragePlot::isAutoScaleY() const
{
    return m_d->autoY->isChecked();
}

void CoveragePlot::setAutoScaleX(bool automatic)
{
    m_d->autoX->setChecked(automatic);
}

void CoveragePlot::setAutoScaleY(bool automatic)
{
    m_d->autoY->setChecked(automatic);
}

void CoveragePlot::setSeriesVisible(const QString &id, bool visible)
{
    Private::Series *one = m_d->find(id);
    if (one == nullptr)
        return;
    one->graph->setVisible(visible);
    m_d->schedule();
}

bool CoveragePlot::isSeriesVisible(const QString &id) const
{
    const Private::Series *one = m_d->find(id);
    return one != nullptr && one->graph->visible();
}

void CoveragePlot::resetView()
{
    setAutoScaleX(true);
    setAutoScaleY(true);
    m_d->schedule();
}

void CoveragePlot::copyToClipboard()
{
    m_d->applyColors(palette());
    m_d->redraw();
    QGuiApplication::clipboard()->setPixmap(m_d->plot->toPixmap());
}

void CoveragePlot::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    m_d->applyColors(palette());
    m_d->schedule();
}

void CoveragePlot::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_d->schedule();
}

void CoveragePlot::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_d->schedule();
    m_d->showReadout();
}

void CoveragePlot::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return copyToClipboard();
    switch (event->key()) {
    case Qt::Key_Left:
        return m_d->panX(-0.1);
    case Qt::Key_Right:
        return m_d->panX(0.1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return m_d->zoomX(0.8);
    case Qt::Key_Minus:
        return m_d->zoomX(1.25);
    case Qt::Key_0:
    case Qt::Key_Home:
        return resetView();
    default:
        event->ignore();
    }
}

bool CoveragePlot::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_d->plot && event->type() == QEvent::Leave)
        m_d->hover(QPoint(-1, -1));
    return QWidget::eventFilter(watched, event);
}

void CoveragePlot::contextMenuEvent(QContextMenuEvent *event)
{
    m_d->contextMenu()->popup(event->globalPos());
    event->accept();
}

} // namespace mutascope::widgets
