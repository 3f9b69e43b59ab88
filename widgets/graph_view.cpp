// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view.h"
#include "widgets/scroll_bars.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>

namespace mutascope::widgets {

namespace {
constexpr double margin = 16;
constexpr double lowestZoom = 0.05;
constexpr double highestZoom = 4;
constexpr double zoomStep = 1.2;
constexpr double fitZoom = 1.25; // at most, of a small graph
constexpr double readableZoom = 0.85; // below it the text of a node is too small to read
} // namespace

GraphView::GraphView(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Operator graph"));
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setCursor(Qt::OpenHandCursor);
}

void GraphView::setGraph(GraphItems items)
{
    m_items = std::move(items);
    m_selected = m_items.marked;
    m_fits = true;
    place();
}

void GraphView::clear(const QString &emptyText)
{
    m_emptyText = emptyText;
    setGraph({});
}

void GraphView::place()
{
    GraphShape shape;
    for (std::size_t node = 0; node < m_items.nodes.size(); ++node) {
        shape.sizes.push_back(sizeOf(m_items.nodes[node]));
        for (const int source : m_items.nodes[node].sources)
            shape.edges.emplace_back(source, int(node));
    }
    m_places = placeGraph(shape);
    if (m_fits)
        zoomToFit();
    updateBars();
    viewport()->update();
}

QString GraphView::description(int node) const
{
    const GraphNodeItem &item = m_items.nodes[std::size_t(node)];
    QString text = tr("Node %1, %2, %3").arg(node).arg(item.title, item.lines.join(QLatin1String(", ")));
    if (node == m_items.marked)
        text += QStringLiteral(": ") + m_items.markText;
    return text;
}

void GraphView::setSelected(int node)
{
    if (node == m_selected || node < -1 || node >= int(m_items.nodes.size()))
        return;
    m_selected = node;
    if (node >= 0) {
        const QRectF shown = transform().mapRect(m_places.nodes[std::size_t(node)]).adjusted(-8, -8, 8, 8);
        const QRectF view = viewport()->rect();
        scrollInto(*horizontalScrollBar(), shown.left(), shown.right(), view.left(), view.right());
        scrollInto(*verticalScrollBar(), shown.top(), shown.bottom(), view.top(), view.bottom());
        setAccessibleDescription(description(node));
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
    viewport()->update();
    Q_EMIT selectionChanged(node);
}

QTransform GraphView::transform() const
{
    const QSizeF drawn = m_places.bounds.size() * m_zoom;
    const auto start = [](double view, double content, int scrolled) {
        return content + 2 * margin <= view ? (view - content) / 2 : margin - scrolled;
    };
    QTransform to;
    to.translate(start(viewport()->width(), drawn.width(), horizontalScrollBar()->value()),
                 start(viewport()->height(), drawn.height(), verticalScrollBar()->value()));
    to.scale(m_zoom, m_zoom);
    to.translate(-m_places.bounds.left(), -m_places.bounds.top());
    return to;
}

void GraphView::updateBars()
{
    constexpr int step = 24;
    const QSizeF drawn = m_places.bounds.size() * m_zoom;
    setScrollRange(*horizontalScrollBar(), drawn.width() + 2 * margin, viewport()->width(), step);
    setScrollRange(*verticalScrollBar(), drawn.height() + 2 * margin, viewport()->height(), step);
}

// The point under anchor stays there.
void GraphView::setZoom(double zoom, QPointF anchor)
{
    const QPointF under = transform().inverted().map(anchor);
    m_zoom = std::clamp(zoom, lowestZoom, highestZoom);
    updateBars();
    const QPointF moved = transform().map(under) - anchor;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + int(std::lround(moved.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + int(std::lround(moved.y())));
    viewport()->update();
}

void GraphView::zoomIn()
{
    m_fits = false;
    setZoom(m_zoom * zoomStep, viewport()->rect().center());
}

void GraphView::zoomOut()
{
    m_fits = false;
    setZoom(m_zoom / zoomStep, viewport()->rect().center());
}

void GraphView::zoomToFit()
{
    m_fits = true;
    if (m_places.nodes.empty())
        return;
    const double across = (maximumViewportSize().width() - 2 * margin) / m_places.bounds.width();
    const double down = (maximumViewportSize().height() - 2 * margin) / m_places.bounds.height();
    const double whole = std::min({across, down, fitZoom});
    m_zoom = whole >= readableZoom ? whole : std::clamp(across, readableZoom, fitZoom);
    updateBars();
    centreOn(m_items.marked >= 0 ? m_items.marked : m_selected);
    viewport()->update();
}

void GraphView::centreOn(int node)
{
    if (node < 0)
        return;
    const QPointF middle = (m_places.nodes[std::size_t(node)].center() - m_places.bounds.topLeft()) * m_zoom;
    horizontalScrollBar()->setValue(int(margin + middle.x() - viewport()->width() / 2.0));
    verticalScrollBar()->setValue(int(margin + middle.y() - viewport()->height() / 2.0));
}

void GraphView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (m_fits)
        zoomToFit();
    updateBars();
}

void GraphView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        place();
}

int GraphView::nodeAt(QPoint position) const
{
    const QPointF at = transform().inverted().map(QPointF(position));
    for (std::size_t node = 0; node < m_places.nodes.size(); ++node)
        if (m_places.nodes[node].contains(at))
            return int(node);
    return -1;
}

bool GraphView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int node = nodeAt(help->pos());
    if (node < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), m_items.nodes[std::size_t(node)].toolTip, viewport());
    return true;
}

void GraphView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->pos();
    const int node = nodeAt(event->pos());
    if (node >= 0)
        return setSelected(node);
    m_panning = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
}

void GraphView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_panning)
        return;
    const QPoint moved = event->pos() - m_pressed;
    m_pressed = event->pos();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - moved.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - moved.y());
}

void GraphView::mouseReleaseEvent(QMouseEvent *)
{
    m_panning = false;
    viewport()->setCursor(Qt::OpenHandCursor);
}

void GraphView::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    m_fits = false;
    setZoom(m_zoom * std::pow(zoomStep, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

// The nearest node in the direction of an arrow key.
int GraphView::neighbour(int key) const
{
    if (m_selected < 0)
        return m_items.nodes.empty() ? -1 : 0;
    const QPointF from = m_places.nodes[std::size_t(m_selected)].center();
    int best = m_selected;
    double nearest = std::numeric_limits<double>::max();
    for (int node = 0; node < int(m_places.nodes.size()); ++node) {
        const QPointF way = m_places.nodes[std::size_t(node)].center() - from;
        const bool upright = key == Qt::Key_Up || key == Qt::Key_Down;
        const double sign = key == Qt::Key_Up || key == Qt::Key_Left ? -1 : 1;
        const double along = sign * (upright ? way.y() : way.x());
        const double aside = std::abs(upright ? way.x() : way.y());
        if (along > 1 && along + 2 * aside < nearest) {
            nearest = along + 2 * aside;
            best = node;
        }
    }
    return best;
}

void GraphView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        return setSelected(neighbour(event->key()));
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_0:
        return zoomToFit();
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace mutascope::widgets
