// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/exporter_files.h"
#include "core/base/error.h"
#include <cctype>
#include <cerrno>
#include <cstring>
#include <set>
#include <unistd.h>

namespace mutascope {

namespace fs = std::filesystem;

std::vector<std::uint8_t> readWholeFile(const fs::path &file, std::size_t largest)
{
    std::error_code failure;
    const fs::file_status status = fs::status(file, failure);
    if (fs::exists(status) && !fs::is_regular_file(status)) // a device has no end, a pipe may never begin
        throw Error(ErrorCode::Io, "cannot read '" + file.string() + "': it is no regular file",
                    "Name a file on disk");
    std::FILE *stream = std::fopen(file.c_str(), "rb");
    if (!stream)
        throw Error(ErrorCode::Io, "cannot read '" + file.string() + "': " + std::strerror(errno));
    std::vector<std::uint8_t> bytes;
    std::uint8_t buffer[65536];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, stream)) {
        bytes.insert(bytes.end(), buffer, buffer + count);
        if (bytes.size() > largest)
            break;
    }
    const bool failed = std::ferror(stream) != 0;
    std::fclose(stream);
    if (failed)
        throw Error(ErrorCode::Io, "cannot read '" + file.string() + "'");
    if (bytes.size() > largest)
        throw Error(ErrorCode::BadData,
                    "'" + file.string() + "' is larger than " + std::to_string(largest) + " bytes",
                    "Check that it is the right file");
    return bytes;
}

void makeFolder(const fs::path &folder)
{
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure || !fs::is_directory(folder, failure))
        throw Error(ErrorCode::Io,
                    "cannot make the folder '" + folder.string() + "'"
                        + (failure ? ": " + failure.message() : ": there is a file of that name"),
                    "Choose a place you may write to");
}

void prepareEmptyFolder(const fs::path &folder)
{
    makeFolder(folder);
    std::error_code failure;
    const bool empty = fs::is_empty(folder, failure);
    if (failure)
        throw Error(ErrorCode::Io, "cannot read '" + folder.string() + "': " + failure.message());
    if (!empty)
        throw Error(ErrorCode::Io, "the folder '" + folder.string() + "' is not empty",
                    "Name a new or an empty folder; nothing is overwritten");
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        throw Error(ErrorCode::Io, "cannot write into '" + folder.string() + "': " + std::strerror(errno),
                    "Choose a place you may write to");
}

namespace {

std::string sanitised(const std::string &name)
{
    std::string out;
    for (const char c : name) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_';
        if (plain)
            out += c;
        else if (!out.empty() && out.back() != '-')
            out += '-';
    }
    while (!out.empty() && out.back() == '-')
        out.pop_back();
    out.erase(0, out.find_first_not_of('.')); // no hidden folders, no ".."
    return out;
}

} // namespace

std::vector<std::string> classFolders(const std::vector<std::string> &classNames)
{
    std::vector<std::string> folders;
    std::set<std::string> used; // in lower case: some file systems do not tell case apart
    for (std::size_t i = 0; i < classNames.size(); ++i) {
        std::string name = sanitised(classNames[i]);
        const auto lower = [](std::string text) {
            for (char &c : text)
                c = char(std::tolower(static_cast<unsigned char>(c)));
            return text;
        };
        if (name.empty())
            name = "class";
        if (name == "class" || used.contains(lower(name)))
            name += "-" + std::to_string(i);
        while (!used.insert(lower(name)).second)
            name += "_";
        folders.push_back(name);
    }
    return folders;
}

} // namespace mutascope
