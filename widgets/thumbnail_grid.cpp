// SPDX-License-Identifier: GPL-3.0-or-later
// A virtual grid of thumbnails: items, selection, layout and requests.
#include "widgets/thumbnail_grid.h"

#include "widgets/thumbnail_grid_p.h"

#include <QScrollBar>
#include <algorithm>
#include <limits>

namespace mutascope::widgets {

qsizetype ThumbnailGrid::Private::rowOf(qint64 id) const
{
    const auto found = rows.find(id);
    return found == rows.end() ? -1 : found->second;
}

void ThumbnailGrid::Private::add(std::vector<ThumbnailItem> added)
{
    items.reserve(items.size() + added.size());
    for (ThumbnailItem &item : added) {
        if (!rows.try_emplace(item.id, size()).second)
            continue;
        if (item.caption.contains(kArrow) || item.caption.contains(u'\n'))
            captionLines = 2;
        items.push_back(std::move(item));
    }
}

void ThumbnailGrid::Private::reset()
{
    items.clear();
    rows.clear();
    current = anchor = -1;
    captionLines = 1;
}

std::pair<qsizetype, qsizetype> ThumbnailGrid::Private::rowsBetween(qint64 top, qint64 bottom) const
{
    const qsizetype first = std::max<qint64>(0, top) / cellHeight() * columns;
    const qsizetype last = (std::max<qint64>(0, bottom) / cellHeight() + 1) * columns;
    return {std::min(first, size()), std::min(last, size())};
}

void ThumbnailGrid::Private::selectRange(qsizetype from, qsizetype to)
{
    for (qsizetype row = std::min(from, to); row <= std::max(from, to); ++row)
        selected.insert(at(row).id);
}

ThumbnailGrid::ThumbnailGrid(QWidget *parent) : QAbstractScrollArea(parent), m_d(std::make_unique<Private>())
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Thumbnails"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // a bar that comes and goes would change the columns
    viewport()->setMouseTracking(true);
    m_d->emptyText = tr("Nothing to show yet");
    m_d->requestTimer.setSingleShot(true);
    m_d->requestTimer.setInterval(15);
    connect(&m_d->requestTimer, &QTimer::timeout, this, &ThumbnailGrid::requestVisible);
    layoutChanged();
}

ThumbnailGrid::~ThumbnailGrid() = default;

void ThumbnailGrid::setItems(std::vector<ThumbnailItem> items)
{
    const qint64 oldCurrent = currentId();
    const QList<qint64> oldSelection = selectedIds();
    m_d->reset();
    m_d->add(std::move(items));
    m_d->current = m_d->anchor = m_d->rowOf(oldCurrent);
    setSelectedIds(oldSelection);
    layoutChanged();
    if (currentId() != oldCurrent)
        Q_EMIT currentChanged(currentId());
}

void ThumbnailGrid::appendItems(std::vector<ThumbnailItem> items)
{
    m_d->add(std::move(items));
    layoutChanged();
}

void ThumbnailGrid::updateItem(const ThumbnailItem &item)
{
    const qsizetype row = m_d->rowOf(item.id);
    if (row < 0)
        return;
    m_d->items[static_cast<std::size_t>(row)] = item;
    viewport()->update(cellRect(row));
}

void ThumbnailGrid::clear()
{
    setItems({});
}
qsizetype ThumbnailGrid::count() const
{
    return m_d->size();
}
const ThumbnailItem *ThumbnailGrid::item(qint64 id) const
{
    return itemAt(m_d->rowOf(id));
}

const ThumbnailItem *ThumbnailGrid::itemAt(qsizetype row) const
{
    return row >= 0 && row < m_d->size() ? &m_d->at(row) : nullptr;
}

void ThumbnailGrid::setThumbnail(qint64 id, const QImage &image)
{
    m_d->cache.insert(id, image);
    const qsizetype row = m_d->rowOf(id);
    if (row >= 0)
        viewport()->update(cellRect(row));
}

bool ThumbnailGrid::hasThumbnail(qint64 id) const
{
    return m_d->cache.contains(id);
}
int ThumbnailGrid::cacheLimit() const
{
    return m_d->cacheLimit;
}
int ThumbnailGrid::cachedCount() const
{
    return m_d->cache.size();
}

void ThumbnailGrid::invalidateThumbnails()
{
    m_d->cache.clear();
    m_d->requestTimer.start();
    viewport()->update();
}

void ThumbnailGrid::setCacheLimit(int images)
{
    m_d->cacheLimit = std::max(1, images);
    layoutChanged();
}

qint64 ThumbnailGrid::currentId() const
{
    return m_d->currentId();
}

void ThumbnailGrid::setCurrentId(qint64 id)
{
    const qsizetype row = m_d->rowOf(id);
    if (row >= 0) {
        moveCurrent(row, Qt::NoModifier);
    } else if (m_d->current >= 0) {
        m_d->current = m_d->anchor = -1;
        viewport()->update();
        Q_EMIT currentChanged(kNoId);
    }
}

QList<qint64> ThumbnailGrid::selectedIds() const
{
    QList<qsizetype> rows;
    for (const qint64 id : m_d->selected)
        rows.append(m_d->rowOf(id));
    std::sort(rows.begin(), rows.end());
    QList<qint64> ids;
    for (const qsizetype row : rows)
        ids.append(m_d->at(row).id);
    return ids;
}

void ThumbnailGrid::setSelectedIds(const QList<qint64> &ids)
{
    std::unordered_set<qint64> selected;
    for (const qint64 id : ids) {
        if (m_d->rows.count(id) > 0)
            selected.insert(id);
    }
    if (selected == m_d->selected)
        return;
    m_d->selected = std::move(selected);
    viewport()->update();
    Q_EMIT selectionChanged();
}

void ThumbnailGrid::clearSelection()
{
    setSelectedIds({});
}

void ThumbnailGrid::selectAll()
{
    if (m_d->items.empty())
        return;
    m_d->selectRange(0, m_d->size() - 1);
    viewport()->update();
    Q_EMIT selectionChanged();
}

QList<qint64> ThumbnailGrid::visibleIds() const
{
    const qint64 top = verticalScrollBar()->value();
    const auto [first, last] = m_d->rowsBetween(top, top + viewport()->height() - 1);
    QList<qint64> ids;
    for (qsizetype row = first; row < last; ++row)
        ids.append(m_d->at(row).id);
    return ids;
}

qint64 ThumbnailGrid::idAt(const QPoint &viewportPosition) const
{
    const int column = viewportPosition.x() / m_d->cellWidth();
    const qint64 y = static_cast<qint64>(viewportPosition.y()) + verticalScrollBar()->value();
    const qsizetype row = y / m_d->cellHeight() * m_d->columns + column;
    const bool inside = viewportPosition.x() >= 0 && y >= 0 && column < m_d->columns && row < m_d->size();
    return inside ? m_d->at(row).id : kNoId;
}

int ThumbnailGrid::cellSize() const
{
    return m_d->cellSize;
}
QString ThumbnailGrid::emptyText() const
{
    return m_d->emptyText;
}

void ThumbnailGrid::setEmptyText(const QString &text)
{
    m_d->emptyText = text;
    viewport()->update();
}

void ThumbnailGrid::setCellSize(int pixels)
{
    const int size = std::clamp(pixels, kMinimumCellSize, kMaximumCellSize);
    if (size == m_d->cellSize)
        return;
    // The item at the top stays at the top, unless the current one is in sight: then that one stays in sight.
    const QList<qint64> visible = visibleIds();
    const bool keepCurrent = visible.contains(currentId());
    const qsizetype top = visible.isEmpty() ? 0 : m_d->rowOf(visible.first());
    m_d->cellSize = size;
    layoutChanged();
    verticalScrollBar()->setValue(static_cast<int>(top / m_d->columns * m_d->cellHeight()));
    if (keepCurrent)
        ensureVisible(m_d->current);
    Q_EMIT cellSizeChanged(size);
}

void ThumbnailGrid::layoutChanged()
{
    constexpr qint64 kLargest = std::numeric_limits<int>::max();
    m_d->captionHeight = m_d->captionLines * fontMetrics().height() + 4;
    m_d->room = viewport()->width();
    m_d->columns = std::max(1, m_d->room / m_d->leastCellWidth());
    const qint64 content = static_cast<qint64>(m_d->lines()) * m_d->cellHeight();
    const qint64 range = std::clamp<qint64>(content - viewport()->height(), 0, kLargest);
    verticalScrollBar()->setRange(0, static_cast<int>(range));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(std::max(8, m_d->cellHeight() / 3));
    // Evicting what is in sight would ask for it again and again.
    const int visible = (viewport()->height() / m_d->cellHeight() + 2) * m_d->columns;
    m_d->cache.setLimit(std::max(m_d->cacheLimit, visible));
    m_d->requestTimer.start();
    viewport()->update();
}

void ThumbnailGrid::requestVisible()
{
    if (!isVisible())
        return; // the resize or show event asks again
    QList<qint64> wanted;
    for (const qint64 id : visibleIds()) {
        if (m_d->cache.claimRequest(id))
            wanted.append(id);
    }
    if (!wanted.isEmpty())
        Q_EMIT thumbnailsWanted(wanted);
}

void ThumbnailGrid::ensureVisible(qsizetype row)
{
    const qint64 top = row / m_d->columns * m_d->cellHeight();
    const qint64 scroll = verticalScrollBar()->value();
    if (top < scroll)
        verticalScrollBar()->setValue(static_cast<int>(top));
    const qint64 below = top + m_d->cellHeight() - viewport()->height();
    if (below > scroll)
        verticalScrollBar()->setValue(static_cast<int>(std::min(below, top)));
}

void ThumbnailGrid::moveCurrent(qsizetype row, Qt::KeyboardModifiers modifiers)
{
    const bool changed = row != m_d->current;
    selectTo(row, modifiers);
    m_d->current = row;
    ensureVisible(row);
    viewport()->update();
    if (changed)
        Q_EMIT currentChanged(currentId());
}

void ThumbnailGrid::selectTo(qsizetype row, Qt::KeyboardModifiers modifiers)
{
    const auto before = m_d->selected;
    const bool toggle = modifiers.testFlag(Qt::ControlModifier);
    const bool range = modifiers.testFlag(Qt::ShiftModifier) && m_d->anchor >= 0;
    if (!toggle)
        m_d->selected.clear();
    if (range) {
        m_d->selectRange(m_d->anchor, row);
    } else if (!toggle || m_d->selected.erase(m_d->at(row).id) == 0) {
        m_d->selected.insert(m_d->at(row).id);
    }
    if (!range)
        m_d->anchor = row;
    if (before != m_d->selected)
        Q_EMIT selectionChanged();
}

} // namespace mutascope::widgets
