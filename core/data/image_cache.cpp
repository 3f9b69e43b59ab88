// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_cache.h"

namespace mutascope {

std::optional<Image> ImageCache::find(std::size_t key)
{
    const std::lock_guard lock(m_mutex);
    const auto place = m_places.find(key);
    if (place == m_places.end())
        return std::nullopt;
    m_entries.splice(m_entries.begin(), m_entries, place->second);
    return place->second->image;
}

void ImageCache::add(std::size_t key, const Image &image)
{
    const std::lock_guard lock(m_mutex);
    if (m_places.count(key) != 0) // another thread was quicker
        return;
    m_entries.push_front({key, image});
    m_places[key] = m_entries.begin();
    m_bytes += image.pixels.size();
    while (m_bytes > m_mostBytes) {
        m_bytes -= m_entries.back().image.pixels.size();
        m_places.erase(m_entries.back().key);
        m_entries.pop_back();
    }
}

} // namespace mutascope
