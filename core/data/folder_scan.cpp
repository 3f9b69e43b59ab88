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

// A link to the folder that holds it, or to one above, would make the data its own class.
bool leadsUp(const fs::path &link)
{
    std::error_code failed;
    const fs::path target = fs::canonical(link, failed);
    const fs::path place = failed ? fs::path() : fs::canonical(link.parent_path(), failed);
    return !failed
        && std::mismatch(target.begin(), target.end(), place.begin(), place.end()).first == target.end();
}

bool isFolder(const fs::directory_entry &entry, std::error_code &ignored)
{
    return entry.is_directory(ignored) && !(entry.is_symlink(ignored) && leadsUp(entry.path()));
}

bool isFile(const fs::directory_entry &entry, std::error_code &ignored)
{
    return entry.is_regular_file(ignored);
}

bool isAny(const fs::directory_entry &, std::error_code &)
{
    return true;
}

// Why an entry is neither a file nor a folder of its own; "" where it is one.
std::string problemOf(const fs::path &entry)
{
    std::error_code failed;
    const bool link = fs::is_symlink(fs::symlink_status(entry, failed));
    const fs::file_status status = fs::status(entry, failed);
    if (failed == std::errc::too_many_symbolic_link_levels)
        return "it is a link that leads back to itself";
    if (status.type() == fs::file_type::not_found)
        return link ? "it is a link to nothing" : "it has gone";
    if (status.type() == fs::file_type::none)
        return "it cannot be read: " + failed.message();
    if (fs::is_directory(status))
        return link ? "it is a link to a folder, which is not followed here" : "";
    return fs::is_regular_file(status) ? "" : "it is no file but a pipe, a device or a socket";
}

void addContent(const fs::path &folder, FolderContent &content)
{
    std::vector<fs::path> entries;
    try {
        entries = entriesOf(folder, isAny);
    } catch (const Error &error) {
        content.unusable.push_back({folder, error.what()});
        return;
    }
    std::vector<fs::path> inner;
    for (const fs::path &entry : entries) {
        std::error_code ignored;
        if (const std::string why = problemOf(entry); !why.empty())
            content.unusable.push_back({entry, why});
        else
            (fs::is_directory(entry, ignored) ? inner : content.files).push_back(entry);
    }
    for (const fs::path &one : inner) // behind the files, as they are numbered
        addContent(one, content);
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

FolderContent contentBelow(const fs::path &folder)
{
    FolderContent content;
    addContent(folder, content);
    return content;
}

std::vector<UnusableEntry> unusableIn(const fs::path &folder)
{
    std::vector<UnusableEntry> found;
    for (const fs::path &entry : entriesOf(folder, isAny)) {
        std::error_code ignored;
        const bool followed = fs::is_directory(entry, ignored) && !leadsUp(entry);
        if (const std::string why = followed ? std::string() : problemOf(entry); !why.empty())
            found.push_back({entry, why});
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
