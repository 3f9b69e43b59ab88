// SPDX-License-Identifier: GPL-3.0-or-later
// A virtual grid of thumbnails: painting and input.
#include "widgets/colors.h"
#include "widgets/thumbnail_grid.h"
#include "widgets/thumbnail_grid_p.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>

namespace mutascope::widgets {
namespace {

using Badge = ThumbnailItem::Badge;

QString badgeLetter(Badge badge)
{
    switch (badge) {
    case Badge::Failing:
        return QStringLiteral("!");
    case Badge::Verified:
        return QStringLiteral("✓");
    case Badge::Queue:
        return QStringLiteral("+");
    case Badge::None:
        break;
    }
    return {};
}

QString badgeText(Badge badge)
{
    switch (badge) {
    case Badge::Failing:
        return ThumbnailGrid::tr("Failing test");
    case Badge::Verified:
        return ThumbnailGrid::tr("Failing test, verified");
    case Badge::Queue:
        return ThumbnailGrid::tr("Kept in the queue");
    case Badge::None:
        break;
    }
    return {};
}

QColor badgeColor(Badge badge, const QPalette &palette)
{
    const Accent accent = badge == Badge::Failing ? Accent::Error
        : badge == Badge::Verified                ? Accent::Good
                                                  : Accent::Information;
    return accentColor(accent, palette);
}

// Each badge has its own sign, so it does not depend on the colour alone.
void paintBadge(QPainter &painter, const QRect &image, Badge badge, const QPalette &palette)
{
    if (badge == Badge::None)
        return;
    const int edge = std::clamp(image.width() / 4, 12, 20);
    const QRect disc(image.right() - edge + 3, image.top() - 2, edge, edge);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette.color(QPalette::Base), 1.5));
    painter.setBrush(badgeColor(badge, palette));
    painter.drawEllipse(disc);
    QFont font = painter.font();
    font.setBold(true);
    font.setPixelSize(edge * 7 / 10);
    painter.setFont(font);
    painter.setPen(isDark(palette) ? Qt::black : Qt::white);
    painter.drawText(disc, Qt::AlignCenter, badgeLetter(badge));
}

} // namespace

QRect ThumbnailGrid::cellRect(qsizetype row) const
{
    const qint64 top = row / m_d->columns * m_d->cellHeight() - verticalScrollBar()->value();
    const qint64 clamped = std::clamp<qint64>(top, -100000, 100000);
    return {static_cast<int>(row % m_d->columns) * m_d->cellWidth(), static_cast<int>(clamped),
            m_d->cellWidth(), m_d->cellHeight()};
}

void ThumbnailGrid::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    if (m_d->items.empty()) {
        paintEmptyText(painter);
        return;
    }
    const qint64 scroll = verticalScrollBar()->value();
    const auto [first, last]
        = m_d->rowsBetween(scroll + event->rect().top(), scroll + event->rect().bottom());
    for (qsizetype row = first; row < last; ++row)
        paintCell(painter, row);
}

void ThumbnailGrid::paintEmptyText(QPainter &painter)
{
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                     m_d->emptyText);
}

void ThumbnailGrid::paintCell(QPainter &painter, qsizetype row)
{
    const ThumbnailItem &item = m_d->at(row);
    const QRect cell = cellRect(row).adjusted(1, 1, -1, -1);
    const bool selected = m_d->selected.count(item.id) > 0;
    const auto group = hasFocus() ? QPalette::Active : QPalette::Inactive;
    painter.save();
    if (selected)
        painter.fillRect(cell, palette().color(group, QPalette::Highlight));
    const QRect image(cell.left() + (cell.width() - m_d->cellSize) / 2, cell.top() + Private::kMargin - 1,
                      m_d->cellSize, m_d->cellSize);
    paintImage(painter, image, item.id);
    painter.setPen(palette().color(group, selected ? QPalette::HighlightedText : QPalette::Text));
    const QRect caption(cell.left() + 3, image.bottom() + 2, cell.width() - 6, m_d->captionHeight);
    paintCaption(painter, caption, item.caption);
    paintBadge(painter, image, item.badge, palette());
    if (row == m_d->current) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(
            QPen(palette().color(hasFocus() ? QPalette::Text : QPalette::Mid), hasFocus() ? 2 : 1));
        painter.drawRect(cell.adjusted(1, 1, -1, -1));
    }
    painter.restore();
}

void ThumbnailGrid::paintCaption(QPainter &painter, const QRect &area, const QString &caption) const
{
    QStringList lines = caption.split(u'\n');
    const auto arrow = caption.indexOf(kArrow);
    const bool fits = fontMetrics().horizontalAdvance(caption) <= area.width();
    if (lines.size() == 1 && !fits && arrow > 0)
        lines = {caption.left(arrow).trimmed(), caption.mid(arrow)};
    for (QString &line : lines)
        line = fontMetrics().elidedText(line, Qt::ElideRight, area.width());
    painter.drawText(area, Qt::AlignHCenter | Qt::AlignTop, lines.join(u'\n'));
}

void ThumbnailGrid::paintImage(QPainter &painter, const QRect &area, qint64 id)
{
    const QImage *image = m_d->cache.use(id);
    if (image == nullptr) {
        painter.fillRect(area, palette().color(QPalette::AlternateBase));
        return;
    }
    if (image->isNull()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawRect(area.adjusted(0, 0, -1, -1));
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, tr("no image"));
        return;
    }
    QRect target(QPoint(), image->size().scaled(area.size(), Qt::KeepAspectRatio));
    target.moveCenter(area.center());
    const bool shrinks = image->width() > target.width();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, shrinks); // nearest neighbour when enlarged
    painter.drawImage(target, *image);
}

void ThumbnailGrid::resizeEvent(QResizeEvent *event)
{
    // The item at the top stays at the top when the number of columns changes.
    const qsizetype top = verticalScrollBar()->value() / m_d->cellHeight() * m_d->columns;
    const int before = m_d->columns;
    QAbstractScrollArea::resizeEvent(event);
    layoutChanged();
    if (before != m_d->columns) {
        verticalScrollBar()->setValue(static_cast<int>(top / m_d->columns * m_d->cellHeight()));
    }
}

void ThumbnailGrid::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        layoutChanged();
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

void ThumbnailGrid::scrollContentsBy(int dx, int dy)
{
    Q_UNUSED(dx);
    viewport()->scroll(0, dy);
    if (!m_d->requestTimer.isActive())
        m_d->requestTimer.start();
}

void ThumbnailGrid::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void ThumbnailGrid::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

qsizetype ThumbnailGrid::rowForKey(const QKeyEvent &event) const
{
    const qsizetype page = std::max(1, viewport()->height() / m_d->cellHeight()) * m_d->columns;
    switch (event.key()) {
    case Qt::Key_Left:
        return m_d->current - 1;
    case Qt::Key_Right:
        return m_d->current + 1;
    case Qt::Key_Up:
        return m_d->current - m_d->columns;
    case Qt::Key_Down:
        return m_d->current + m_d->columns;
    case Qt::Key_PageUp:
        return std::max<qsizetype>(0, m_d->current - page);
    case Qt::Key_PageDown:
        return std::min(m_d->size() - 1, m_d->current + page);
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return m_d->size() - 1;
    default:
        return -2;
    }
}

void ThumbnailGrid::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::SelectAll))
        return selectAll();
    const bool activates = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (activates && m_d->current >= 0) {
        Q_EMIT activated(currentId());
        return;
    }
    if (event->key() == Qt::Key_Space && m_d->current >= 0)
        return moveCurrent(m_d->current, Qt::ControlModifier);
    const qsizetype row = rowForKey(*event);
    if (row == -2 || m_d->items.empty())
        return event->ignore(); // not ours; a window may want it
    if (m_d->current < 0)
        return moveCurrent(0, Qt::NoModifier);
    if (row >= 0 && row < m_d->size())
        moveCurrent(row, event->modifiers() & Qt::ShiftModifier);
}

void ThumbnailGrid::mousePressEvent(QMouseEvent *event)
{
    const qsizetype row = m_d->rowOf(idAt(event->position().toPoint()));
    if (row < 0) {
        if (event->modifiers() == Qt::NoModifier && event->button() == Qt::LeftButton)
            clearSelection();
        return;
    }
    const bool keep = event->button() == Qt::RightButton && m_d->selected.count(m_d->at(row).id) > 0;
    if (event->button() == Qt::LeftButton)
        moveCurrent(row, event->modifiers());
    if (event->button() == Qt::RightButton && !keep)
        moveCurrent(row, Qt::NoModifier);
}

void ThumbnailGrid::mouseDoubleClickEvent(QMouseEvent *event)
{
    const qint64 id = idAt(event->position().toPoint());
    if (id != kNoId && event->button() == Qt::LeftButton)
        Q_EMIT activated(id);
}

void ThumbnailGrid::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    setCellSize(m_d->cellSize + (event->angleDelta().y() > 0 ? 16 : -16));
    event->accept();
}

bool ThumbnailGrid::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip)
        return showToolTip(event);
    if (event->type() == QEvent::Show)
        m_d->requestTimer.start();
    return QAbstractScrollArea::viewportEvent(event);
}

bool ThumbnailGrid::showToolTip(QEvent *event)
{
    const auto *help = static_cast<QHelpEvent *>(event);
    const ThumbnailItem *hovered = item(idAt(help->pos()));
    if (hovered == nullptr) {
        QToolTip::hideText();
        return true;
    }
    QStringList lines{hovered->toolTip.isEmpty() ? hovered->caption : hovered->toolTip};
    if (hovered->badge != Badge::None)
        lines.append(badgeText(hovered->badge));
    QToolTip::showText(help->globalPos(), lines.join(u'\n'), viewport());
    return true;
}

} // namespace mutascope::widgets
