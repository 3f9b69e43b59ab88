// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/folder_scan.h"
#include "core/base/error.h"
#include "core/data/image_files.h"
#include "core/data/split.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

bool isHidden(const fs::path &entry)
{
    const std::string name = entry.filename().string();
    return name.starts_with(".") || name.starts_with("__");
}

void check(const std::error_code &failed, const fs::path &folder)
{
    if (failed)
        throw Error(ErrorCode::Io,
                    fmt::format("cannot read the folder '{}': {}", folder.string(), failed.message()),
                    "Check its permissions");
}

template <typename Wanted> std::vector<fs::path> entriesOf(const fs::path &folder, const Wanted &wanted)
{
    std::error_code failed, ignored;
    std::vector<fs::path> found;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
        if (!isHidden(at->path()) && wanted(*at, ignored))
            found.push_back(at->path());
    check(failed, folder);
    std::sort(found.begin(), found.end(),
              [](const fs::path &a, const fs::path &b) { return a.native() < b.native(); });
    return found;
}

bool isFolder(const fs::directory_entry &entry, std::error_code &ignored)
{
    return entry.is_directory(ignored);
}

bool isFile(const fs::directory_entry &entry, std::error_code &ignored)
{
    return entry.is_regular_file(ignored);
}

bool holdsClasses(const fs::path &folder)
{
    const std::vector<fs::path> files = filesIn(folder);
    return !subFolders(folder).empty() && std::none_of(files.begin(), files.end(), isImageName);
}

} // namespace

std::vector<fs::path> subFolders(const fs::path &folder)
{
    return entriesOf(folder, isFolder);
}

std::vector<fs::path> filesIn(const fs::path &folder)
{
    return entriesOf(folder, isFile);
}

// Links to folders are not followed below the first level: they may form a circle.
std::vector<fs::path> filesBelow(const fs::path &folder)
{
    std::vector<fs::path> found = filesIn(folder);
    for (const fs::path &inner : subFolders(folder)) {
        std::error_code ignored;
        if (fs::is_symlink(inner, ignored))
            continue;
        const std::vector<fs::path> more = filesBelow(inner);
        found.insert(found.end(), more.begin(), more.end());
    }
    return found;
}

std::map<std::string, fs::path> splitFolders(const fs::path &root)
{
    std::map<std::string, fs::path> found;
    for (const fs::path &folder : subFolders(root)) {
        const std::string split = splitOfWord(folder.filename().string());
        if (!split.empty() && holdsClasses(folder))
            found.emplace(split, folder);
    }
    if (const auto validation = found.extract("val"); !validation.empty())
        found.emplace("test", validation.mapped());
    return found;
}

} // namespace mutascope
