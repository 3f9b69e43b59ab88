// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, keyboard and painting of the drawn tree.
#include "widgets/tree_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {

namespace {

constexpr int kDragDistance = 4;

QFont fontFor(QFont font, double row)
{
    const double usual = QFontInfo(font).pixelSize();
    font.setPixelSize(std::max(1, int(std::lround(std::clamp(row * 0.5, usual * 0.75, usual * 2)))));
    return font;
}

} // namespace

TreeDrawing TreeView::drawing(const TreeMeasures &with, const QPalette &colors) const
{
    return {*m_items, m_shape, m_scale, m_matching, with, colors, fontFor(font(), with.row)};
}

void TreeView::drawContent()
{
    const double ratio = devicePixelRatioF();
    m_content = QImage((QSizeF(viewport()->size()) * ratio).toSize(), QImage::Format_RGB32);
    m_content.setDevicePixelRatio(ratio);
    m_content.fill(palette().color(QPalette::Base));
    QPainter painter(&m_content);
    painter.translate(-offset());
    drawing(measures(), palette()).draw(painter, QRectF(viewport()->rect()).translated(offset()));
}

void TreeView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    if (m_shape.isEmpty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                         m_emptyText);
        return;
    }
    if (m_content.isNull())
        drawContent();
    painter.drawImage(QPoint(0, 0), m_content);
    if (const int node = cursor(); node >= 0) {
        painter.translate(-offset());
        drawing(measures(), palette()).drawRing(painter, node, hasFocus());
    }
}

// The next node in the direction of a key; -1: none there.
int TreeView::neighbour(int node, int key) const
{
    const TreeShapeNode &one = m_shape.node(node);
    switch (key) {
    case Qt::Key_Left:
        return one.parent;
    case Qt::Key_Right: // the child nearest in height
        return one.children == 0 ? -1
                                 : std::clamp(m_shape.nearest(one.depth + 1, one.place), one.firstChild,
                                              one.firstChild + one.children - 1);
    case Qt::Key_Up:
        return node - 1 >= m_shape.levelStart(one.depth) ? node - 1 : -1;
    case Qt::Key_Down:
        return node + 1 < m_shape.levelStart(one.depth + 1) ? node + 1 : -1;
    default:
        return -1;
    }
}

void TreeView::moveTo(int node)
{
    if (node < 0)
        return;
    const TreeShapeNode &one = m_shape.node(node);
    if (!one.isFold())
        return setSelectedId(m_items->item(one.item).id);
    m_foldFocus = one.item;
    ensureVisible(node);
    contentChanged();
    setAccessibleDescription(
        tr("%1 rarely visited children, folded; Enter shows them").arg(locale().toString(one.folded)));
}

// A fold, and a node whose children are all folded, open; any other node collapses or expands.
void TreeView::toggle(int node)
{
    const TreeShapeNode one = m_shape.node(node);
    const qint64 id = m_items->item(one.item).id;
    if (!one.isFold() && !(one.hidesChildren && !isCollapsed(id)))
        return setCollapsed(id, !isCollapsed(id));
    m_folding.unfolded.insert(id);
    m_foldFocus = -1;
    rearrange();
}

void TreeView::keyPressEvent(QKeyEvent *event)
{
    if (m_shape.isEmpty())
        return QAbstractScrollArea::keyPressEvent(event);
    const int at = std::max(0, cursor());
    switch (event->key()) {
    case Qt::Key_Plus:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_0:
        return zoomToFit();
    case Qt::Key_Home:
        return moveTo(0);
    case Qt::Key_Asterisk:
        return expandBelow(m_items->item(m_shape.node(at).item).id);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return toggle(at);
    case Qt::Key_Right:
        if (m_shape.node(at).hidesChildren)
            return toggle(at);
        [[fallthrough]];
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_Down:
        return moveTo(cursor() < 0 ? 0 : neighbour(at, event->key()));
    default:
        return QAbstractScrollArea::keyPressEvent(event);
    }
}

void TreeView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_dragging = false;
    m_dragStart = event->position();
    m_dragScroll = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
    const int node = nodeAt(event->position());
    if (node < 0)
        return;
    if (m_shape.node(node).isFold())
        toggle(node);
    else
        moveTo(node);
}

void TreeView::mouseMoveEvent(QMouseEvent *event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    const QPointF moved = event->position() - m_dragStart;
    if (!m_dragging && moved.manhattanLength() < kDragDistance)
        return;
    m_dragging = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    horizontalScrollBar()->setValue(m_dragScroll.x() - int(moved.x()));
    verticalScrollBar()->setValue(m_dragScroll.y() - int(moved.y()));
}

void TreeView::mouseReleaseEvent(QMouseEvent *)
{
    m_dragging = false;
    viewport()->unsetCursor();
}

void TreeView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const int node = nodeAt(event->position()); event->button() == Qt::LeftButton && node >= 0)
        toggle(node);
}

void TreeView::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier) || m_shape.isEmpty())
        return QAbstractScrollArea::wheelEvent(event);
    zoomAt(m_zoom * std::pow(1.25, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

bool TreeView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QString text;
    if (const int node = nodeAt(help->pos()); node >= 0) {
        const TreeShapeNode &one = m_shape.node(node);
        text = one.isFold() ? tr("%1 children with fewer than %2 visits; click to show them")
                                  .arg(locale().toString(one.folded), locale().toString(leastVisits()))
                            : description(m_items->item(one.item).id);
    }
    QToolTip::showText(help->globalPos(), text, viewport());
    return true;
}

void TreeView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (m_fits)
        rearrange();
    updateBars();
    contentChanged();
}

void TreeView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        contentChanged();
}

void TreeView::scrollContentsBy(int, int)
{
    m_content = {};
    viewport()->update();
}

void TreeView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TreeView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace mutascope::widgets
