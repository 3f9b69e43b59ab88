// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <list>
#include <map>
#include <mutex>
#include <optional>

namespace mutascope {

// The images used last, up to a number of bytes. Thread-safe.
class ImageCache {
public:
    explicit ImageCache(std::size_t mostBytes) : m_mostBytes(mostBytes) { }
    std::optional<Image> find(std::size_t key);
    void add(std::size_t key, const Image &image);

private:
    struct Entry {
        std::size_t key;
        Image image;
    };
    std::mutex m_mutex;
    std::size_t m_mostBytes;
    std::size_t m_bytes = 0;
    std::list<Entry> m_entries; // the latest first
    std::map<std::size_t, std::list<Entry>::iterator> m_places;
};

} // namespace mutascope
