// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/base/output_file.h"
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace mutascope {

namespace fs = std::filesystem;

fs::path userCacheFolder()
{
    if (const char *folder = std::getenv("XDG_CACHE_HOME"); folder && *folder == '/')
        return fs::path(folder) / "mutascope";
    if (const char *home = std::getenv("HOME"); home && *home)
        return fs::path(home) / ".cache" / "mutascope";
    return {};
}

std::optional<std::string> readCached(const fs::path &file)
{
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream bytes;
    if (!stream || !(bytes << stream.rdbuf()))
        return std::nullopt;
    return std::move(bytes).str();
}

void writeCached(const fs::path &file, const std::string &bytes)
{
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    try {
        replaceFile(file, bytes);
    } catch (const Error &) {
        // The cache only saves time.
    }
}

} // namespace mutascope
