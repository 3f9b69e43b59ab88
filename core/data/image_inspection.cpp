// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_inspection.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/data/byte_reader.h"
#include "core/data/image_check.h"
#include <algorithm>
#include <atomic>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <thread>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

// A file's identity as far as the file system tells.
struct FileStamp {
    std::uintmax_t size = 0;
    fs::file_time_type modified;
    bool operator==(const FileStamp &) const = default;
};

FileStamp stampOf(const fs::path &file)
{
    std::error_code ignored;
    return {fs::file_size(file, ignored), fs::last_write_time(file, ignored)};
}

class InspectionCache {
public:
    bool find(const std::string &key, const FileStamp &stamp, ImageInspection &result)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_entries.find(key);
        if (found == m_entries.end() || found->second.stamp != stamp)
            return false;
        result = found->second.result;
        return true;
    }

    void add(const std::string &key, const FileStamp &stamp, const ImageInspection &result)
    {
        constexpr std::size_t mostEntries = 1'000'000; // some 200 MB
        const std::lock_guard lock(m_mutex);
        if (m_entries.size() >= mostEntries)
            m_entries.clear();
        m_entries[key] = {stamp, result};
    }

private:
    struct Entry {
        FileStamp stamp;
        ImageInspection result;
    };
    std::mutex m_mutex;
    std::map<std::string, Entry> m_entries;
};

InspectionCache &cache()
{
    static InspectionCache instance;
    return instance;
}

bool isGrey(const Image &image)
{
    for (std::size_t i = 0; i < image.pixels.size(); i += 3)
        if (image.pixels[i] != image.pixels[i + 1] || image.pixels[i] != image.pixels[i + 2])
            return false;
    return true;
}

ImageInspection inspectBytes(std::span<const std::uint8_t> bytes, bool decode)
{
    const ImageFileInfo info = checkImageFile(bytes);
    ImageInspection result{"", info.height, info.width, false, sha256(bytes)};
    if (decode) {
        const Image image = decodeImage(bytes);
        result.height = image.shape.height;
        result.width = image.shape.width;
        result.grey = isGrey(image);
    }
    return result;
}

ImageInspection inspect(const fs::path &file, bool decode)
{
    const std::string key = (decode ? "decoded " : "seen ") + file.string();
    const FileStamp stamp = stampOf(file);
    ImageInspection result;
    if (cache().find(key, stamp, result))
        return result;
    try {
        result = inspectBytes(readImageFile(file), decode);
    } catch (const Error &error) {
        result.why = error.what();
    }
    cache().add(key, stamp, result);
    return result;
}

// Calls work(i) for each index, some at a time; throws what one of them threw.
template <typename Work> void inParallel(std::size_t count, const Work &work)
{
    constexpr unsigned mostThreads = 8; // each may hold a decoded image of 192 MB
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex mutex;
    const auto loop = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++)
                work(i);
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            next = count;
        }
    };
    {
        std::vector<std::jthread> threads;
        const std::size_t wanted = std::clamp(std::thread::hardware_concurrency(), 1U, mostThreads);
        for (std::size_t i = 0; i < std::min(wanted, count); ++i)
            threads.emplace_back(loop);
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace

std::vector<ImageInspection> inspectImages(const std::vector<ImageFile> &files, bool decode)
{
    std::vector<ImageInspection> results(files.size());
    inParallel(files.size(), [&](std::size_t i) { results[i] = inspect(files[i].file, decode); });
    return results;
}

std::vector<std::uint8_t> readImageFile(const fs::path &file)
{
    constexpr std::uint64_t largest = std::uint64_t{256} << 20;
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        throw Error(ErrorCode::NotFound, "there is no such file", "Check the name");
    if (fs::is_regular_file(file, ignored) && fs::file_size(file, ignored) == 0)
        throw Error(ErrorCode::BadData, "it is empty", "Save the image again, or remove it");
    ByteReader reader(file);
    if (reader.largestSize() > largest)
        throw Error(ErrorCode::BadData, fmt::format("it is larger than {} bytes", largest),
                    "Make the image smaller");
    return reader.read(std::size_t(reader.largestSize()));
}

} // namespace mutascope
