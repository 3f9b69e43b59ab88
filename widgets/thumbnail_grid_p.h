// SPDX-License-Identifier: GPL-3.0-or-later
// State of ThumbnailGrid: items, selection and the arithmetic of its layout.
#pragma once

#include "widgets/thumbnail_cache.h"
#include "widgets/thumbnail_grid.h"

#include <QTimer>
#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mutascope::widgets {

inline constexpr QChar kArrow = u'→'; // in captions, between the seed's class and the predicted one

struct ThumbnailGrid::Private {
    static constexpr int kMargin = 6;

    std::vector<ThumbnailItem> items;
    std::unordered_map<qint64, qsizetype> rows;
    std::unordered_set<qint64> selected;
    ThumbnailCache cache;
    QTimer requestTimer;
    QString emptyText;
    qsizetype current = -1;
    qsizetype anchor = -1;
    int cacheLimit = 2000;
    int cellSize = 96;
    int captionHeight = 18;
    int columns = 1;
    int captionLines = 1;
    int room = 0; // width of the viewport, shared out to the columns

    int leastCellWidth() const { return cellSize + 2 * kMargin; }
    int cellWidth() const { return std::max(leastCellWidth(), room / columns); }
    int cellHeight() const { return cellSize + 2 * kMargin + captionHeight; }
    qsizetype size() const { return static_cast<qsizetype>(items.size()); }
    qsizetype lines() const { return (size() + columns - 1) / columns; }
    const ThumbnailItem &at(qsizetype row) const { return items[static_cast<std::size_t>(row)]; }
    qint64 currentId() const { return current < 0 ? kNoId : at(current).id; }
    qsizetype rowOf(qint64 id) const;
    void add(std::vector<ThumbnailItem> added);
    void reset();
    // Rows in the pixel band top..bottom of the whole content, as [first, last).
    std::pair<qsizetype, qsizetype> rowsBetween(qint64 top, qint64 bottom) const;
    void selectRange(qsizetype from, qsizetype to);
};

} // namespace mutascope::widgets
