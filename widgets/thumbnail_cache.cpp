// SPDX-License-Identifier: GPL-3.0-or-later
// Least-recently-used cache of thumbnails that remembers which ones were asked for.
#include "widgets/thumbnail_cache.h"

#include <algorithm>

namespace mutascope::widgets {
namespace {

QImage reduced(const QImage &image)
{
    constexpr int kEdge = ThumbnailCache::kMaximumEdge;
    if (std::max(image.width(), image.height()) <= kEdge)
        return image;
    return image.scaled(kEdge, kEdge, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

} // namespace

void ThumbnailCache::setLimit(int images)
{
    m_limit = std::max(1, images);
    shrink();
}

bool ThumbnailCache::claimRequest(qint64 id)
{
    return !contains(id) && m_requested.insert(id).second;
}

const QImage *ThumbnailCache::use(qint64 id)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end())
        return nullptr;
    m_order.splice(m_order.begin(), m_order, found->second.position);
    return &found->second.image;
}

void ThumbnailCache::insert(qint64 id, const QImage &image)
{
    if (use(id) == nullptr) {
        m_order.push_front(id);
        m_entries[id].position = m_order.begin();
    }
    m_entries[id].image = reduced(image);
    m_requested.insert(id);
    shrink();
}

void ThumbnailCache::clear()
{
    m_entries.clear();
    m_order.clear();
    m_requested.clear();
}

void ThumbnailCache::shrink()
{
    while (size() > m_limit) {
        m_requested.erase(m_order.back());
        m_entries.erase(m_order.back());
        m_order.pop_back();
    }
}

} // namespace mutascope::widgets
