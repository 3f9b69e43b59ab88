// SPDX-License-Identifier: GPL-3.0-or-later
// Curves in one plot: series, input and timing.
#include "widgets/plot_panel.h"

#include "widgets/plot_panel_p.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <algorithm>

namespace mutascope::widgets {

PlotPanel::Panel::Series *PlotPanel::Panel::find(const QString &id)
{
    const auto found
        = std::find_if(series.begin(), series.end(), [&](const Series &s) { return s.id == id; });
    return found == series.end() ? nullptr : &*found;
}

PlotPanel::Panel::Series &PlotPanel::Panel::addSeries(const QString &id, const QString &name, Side side)
{
    QCPGraph *graph = plot->addGraph(plot->xAxis, side == Side::Left ? plot->yAxis : plot->yAxis2);
    graph->setName(name);
    series.push_back({id, name, side, graph, {}});
    applyColors();
    schedule();
    return series.back();
}

void PlotPanel::Panel::schedule()
{
    if (!timer.isActive() && owner->isVisible())
        timer.start();
}

void PlotPanel::Panel::redraw()
{
    owner->draw();
    updateLegend();
    plot->replot(QCustomPlot::rpQueuedReplot);
    ++replots;
}

void PlotPanel::Panel::zoomX(double factor)
{
    plot->xAxis->scaleRange(factor, plot->xAxis->range().center());
}

void PlotPanel::Panel::panX(double share)
{
    plot->xAxis->moveRange(share * plot->xAxis->range().size());
}

QString PlotPanel::Panel::exportName(const Series &one) const
{
    const auto sameName = [&](const Series &other) { return other.name == one.name; };
    const bool unique = std::count_if(series.begin(), series.end(), sameName) == 1;
    return unique && !one.name.isEmpty() ? one.name : one.id;
}

void PlotPanel::Panel::hover(const QPoint &position)
{
    const bool inside = plot->axisRect()->rect().contains(position);
    const double at = plot->xAxis->pixelToCoord(position.x());
    readoutText = inside ? owner->readoutAt(at) : QString();
    cursor->point1->setCoords(at, 0.0);
    cursor->point2->setCoords(at, 1.0);
    const bool shown = !readoutText.isEmpty();
    if (shown || cursor->visible())
        plot->replot(QCustomPlot::rpQueuedReplot);
    cursor->setVisible(shown);
    showReadout();
}

void PlotPanel::Panel::showReadout()
{
    const bool idle = readoutText.isEmpty();
    const QString text = idle
        ? tr("Point at the plot to read values · wheel zooms · dragging moves · double click shows all")
        : readoutText;
    readout->setText(readout->fontMetrics().elidedText(text, Qt::ElideRight, readout->width()));
    readout->setToolTip(readoutText);
    readout->setForegroundRole(idle ? QPalette::PlaceholderText : QPalette::WindowText);
}

PlotPanel::PlotPanel(const QString &accessibleName, const QString &emptyText, QWidget *parent)
    : ExportablePlot(parent), m_panel(std::make_unique<Panel>())
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(accessibleName);
    m_panel->owner = this;
    m_panel->build(emptyText);
    m_panel->plot->installEventFilter(this);
    m_panel->applyColors();
}

void PlotPanel::setEmptyText(const QString &text)
{
    m_panel->emptyText->setText(text);
    m_panel->schedule();
}

PlotPanel::~PlotPanel() = default;

bool PlotPanel::hasSeries(const QString &id) const
{
    return m_panel->find(id) != nullptr;
}

QStringList PlotPanel::seriesIds() const
{
    QStringList ids;
    for (const Panel::Series &one : m_panel->series)
        ids.append(one.id);
    return ids;
}

void PlotPanel::removeSeries(const QString &id)
{
    const Panel::Series *one = m_panel->find(id);
    if (one == nullptr)
        return;
    m_panel->plot->removeGraph(one->graph);
    m_panel->series.erase(m_panel->series.begin() + (one - m_panel->series.data()));
    m_panel->applyColors();
    m_panel->schedule();
}

void PlotPanel::clear()
{
    for (const Panel::Series &one : m_panel->series)
        m_panel->plot->removeGraph(one.graph);
    m_panel->series.clear();
    m_panel->applyColors();
    resetView();
}

void PlotPanel::setCompanion(const QString &id, const QString &of)
{
    Panel::Series *one = m_panel->find(id);
    if (one == nullptr)
        return;
    one->companion = of;
    m_panel->applyColors();
    m_panel->schedule();
}

void PlotPanel::setSeriesName(const QString &id, const QString &name)
{
    Panel::Series *one = m_panel->find(id);
    if (one == nullptr)
        return;
    one->name = name;
    one->graph->setName(name);
    m_panel->schedule();
}

void PlotPanel::setSeriesVisible(const QString &id, bool visible)
{
    Panel::Series *one = m_panel->find(id);
    if (one == nullptr)
        return;
    one->graph->setVisible(visible);
    m_panel->schedule();
}

bool PlotPanel::isSeriesVisible(const QString &id) const
{
    const Panel::Series *one = m_panel->find(id);
    return one != nullptr && one->graph->visible();
}

void PlotPanel::setTitle(const QString &title)
{
    m_panel->titleText = title;
    m_panel->title->setText(title);
    m_panel->title->setVisible(!title.isEmpty());
}

QString PlotPanel::readoutText() const
{
    return m_panel->readoutText;
}

int PlotPanel::replotCount() const
{
    return m_panel->replots;
}

int PlotPanel::plottedPointCount(const QString &id) const
{
    const Panel::Series *one = m_panel->find(id);
    return one == nullptr ? 0 : one->graph->dataCount();
}

bool PlotPanel::isAutoScaleX() const
{
    return m_panel->autoX->isChecked();
}

bool PlotPanel::isAutoScaleY() const
{
    return m_panel->autoY->isChecked();
}

void PlotPanel::setAutoScaleX(bool automatic)
{
    m_panel->autoX->setChecked(automatic);
}

void PlotPanel::setAutoScaleY(bool automatic)
{
    m_panel->autoY->setChecked(automatic);
}

void PlotPanel::resetView()
{
    setAutoScaleX(true);
    setAutoScaleY(true);
    m_panel->schedule();
}

void PlotPanel::copyToClipboard()
{
    m_panel->applyColors();
    m_panel->redraw();
    QGuiApplication::clipboard()->setPixmap(m_panel->plot->toPixmap());
}

void PlotPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    m_panel->applyColors();
    m_panel->schedule();
}

void PlotPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_panel->schedule();
}

void PlotPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_panel->schedule();
    m_panel->showReadout();
}

void PlotPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return copyToClipboard();
    switch (event->key()) {
    case Qt::Key_Left:
        return m_panel->panX(-0.1);
    case Qt::Key_Right:
        return m_panel->panX(0.1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return m_panel->zoomX(0.8);
    case Qt::Key_Minus:
        return m_panel->zoomX(1.25);
    case Qt::Key_0:
    case Qt::Key_Home:
        return resetView();
    default:
        event->ignore();
    }
}

bool PlotPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_panel->plot && event->type() == QEvent::Leave)
        m_panel->hover(QPoint(-1, -1));
    return QWidget::eventFilter(watched, event);
}

void PlotPanel::contextMenuEvent(QContextMenuEvent *event)
{
    m_panel->contextMenu()->popup(event->globalPos());
    event->accept();
}

} // namespace mutascope::widgets
