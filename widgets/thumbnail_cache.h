// SPDX-License-Identifier: GPL-3.0-or-later
// Least-recently-used cache of thumbnails that remembers which ones were asked for.
#pragma once

#include <QImage>
#include <list>
#include <unordered_map>
#include <unordered_set>

namespace mutascope::widgets {

class ThumbnailCache {
public:
    static constexpr int kMaximumEdge = 320; // larger images are reduced to this

    void setLimit(int images);
    int limit() const { return m_limit; }
    int size() const { return static_cast<int>(m_entries.size()); }
    bool contains(qint64 id) const { return m_entries.count(id) > 0; }

    // True once for each missing image until it is evicted or cleared.
    bool claimRequest(qint64 id);
    // Marks the image as used; null when missing.
    const QImage *use(qint64 id);
    void insert(qint64 id, const QImage &image);
    void clear();

private:
    struct Entry {
        QImage image;
        std::list<qint64>::iterator position;
    };
    void shrink();

    std::unordered_map<qint64, Entry> m_entries;
    std::list<qint64> m_order; // most recently used first
    std::unordered_set<qint64> m_requested;
    int m_limit = 2000;
};

} // namespace mutascope::widgets
