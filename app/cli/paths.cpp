// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/paths.h"
#include "app/cli/output.h"
#include "core/base/error.h"
#include "core/data/zip_directory.h"
#include "core/model/guarded_load.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace mutascope::cli {

namespace fs = std::filesystem;

namespace {

PathKind kindOfFolder(const fs::path &folder)
{
    std::error_code error;
    if (fs::exists(folder / "project.json", error))
        return PathKind::Project;
    try {
        detectFormat(folder);
        return PathKind::Data;
    } catch (const Error &) {
        return PathKind::Folder;
    }
}

PathKind kindByName(const fs::path &file)
{
    const std::string extension = file.extension().string();
    if (extension == ".mscope")
        return PathKind::Session;
    if (extension == ".pt" || extension == ".pth" || extension == ".ts" || extension == ".onnx")
        return PathKind::Model;
    if (extension == ".json")
        return PathKind::Project;
    const bool data = extension == ".npy" || extension == ".npz" || extension == ".csv" || isIdxName(file);
    return data ? PathKind::Data : PathKind::Other;
}

// Models and NumPy archives are both zip archives.
bool holdsArrays(const fs::path &archive)
{
    try {
        const std::vector<ZipEntry> entries = zipEntries(archive);
        return std::ranges::any_of(entries,
                                   [](const ZipEntry &entry) { return entry.name.ends_with(".npy"); });
    } catch (const Error &) {
        return false; // damaged: whoever opens it says so
    }
}

PathKind kindOfFile(const fs::path &file)
{
    std::array<char, 22> head{};
    std::ifstream(file, std::ios::binary).read(head.data(), head.size());
    const std::string_view start(head.data(), head.size());
    if (start == "image,label,predicted,") // what `trace` wrote: no table of images
        return PathKind::Other;
    if (start.starts_with(std::string_view("SQLite format 3\0", 16)))
        return PathKind::Session;
    if (start.starts_with("PK\x03\x04"))
        return file.extension() == ".npz" || holdsArrays(file) ? PathKind::Data : PathKind::Model;
    const PathKind named = kindByName(file);
    return named == PathKind::Other && isOnnxFile(file) ? PathKind::Model : named;
}

[[noreturn]] void throwOtherKind(const fs::path &path, const char *wanted, const std::string &hint)
{
    throw Error(ErrorCode::Usage,
                fmt::format("'{}' is {}, not {}", path.string(), describe(kindOf(path)), wanted), hint);
}

std::string idsOf(const std::vector<RunRecord> &runs)
{
    std::vector<std::string> ids;
    ids.reserve(runs.size());
    for (const RunRecord &run : runs)
        ids.push_back(std::to_string(run.id));
    return joined(ids);
}

} // namespace

bool isIdxName(const fs::path &file)
{
    return file.filename().string().find("idx") != std::string::npos;
}

PathKind kindOf(const fs::path &path)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
        return PathKind::Missing;
    if (fs::is_directory(status))
        return kindOfFolder(path);
    return fs::is_regular_file(status) ? kindOfFile(path) : PathKind::Other; // a pipe would be waited for
}

const char *describe(PathKind kind)
{
    switch (kind) {
    case PathKind::Missing:
        return "not there";
    case PathKind::Project:
        return "a project";
    case PathKind::Session:
        return "a session file";
    case PathKind::Model:
        return "a model file";
    case PathKind::Data:
        return "image data";
    case PathKind::Folder:
        return "a folder without a project";
    case PathKind::Other:
        break;
    }
    return "a file of another kind";
}

Project projectAt(const fs::path &path)
{
    const PathKind kind = kindOf(path);
    if (kind == PathKind::Session)
        throwOtherKind(path, "a project", "To go on with a run of it: mutascope-cli resume FILE");
    if (kind == PathKind::Model || kind == PathKind::Data)
        throwOtherKind(
            path, "a project",
            "Make a project of a model and its data: mutascope-cli new DIR --model FILE --data PATH");
    if (kind == PathKind::Other)
        throwOtherKind(path, "a project", "Name a folder with a file project.json");
    return openProject(path);
}

std::unique_ptr<SessionStore> sessionAt(const fs::path &file, SessionStore::Mode mode)
{
    const PathKind kind = kindOf(file);
    if (kind == PathKind::Project || kind == PathKind::Model || kind == PathKind::Data)
        throwOtherKind(file, "a session file",
                       "Sessions are the .mscope files made by: mutascope-cli run PROJECT --out FILE");
    return std::make_unique<SessionStore>(file, mode);
}

std::int64_t runOrOnly(const SessionStore &store, std::int64_t given)
{
    if (given != 0)
        return store.run(given).id; // throws where there is none
    const std::vector<RunRecord> runs = store.runs();
    if (runs.empty())
        throw Error(ErrorCode::NotFound, fmt::format("'{}' holds no run", store.file().string()),
                    "Add one with: mutascope-cli run PROJECT --out FILE");
    if (runs.size() > 1)
        throw Error(ErrorCode::Usage, fmt::format("'{}' holds {} runs", store.file().string(), runs.size()),
                    "Choose one with --run: " + idsOf(runs));
    return runs.front().id;
}

void checkOutputFile(const fs::path &file, PathKind replaceable)
{
    std::error_code error;
    if (fs::is_directory(file, error))
        throw Error(ErrorCode::Io, fmt::format("'{}' is a folder", file.string()), "Name a file to write");
    const PathKind kind = kindOf(file);
    if (kind != PathKind::Missing && kind != PathKind::Other && kind != replaceable)
        throw Error(ErrorCode::Usage,
                    fmt::format("--out: '{}' is {} and would be lost", file.string(), describe(kind)),
                    "Name another file to write");
    const fs::path folder = fs::absolute(file).parent_path();
    if (!fs::is_directory(folder, error))
        throw Error(ErrorCode::NotFound, fmt::format("there is no folder '{}'", folder.string()),
                    "Make it first, or choose another place for the output");
    const fs::path &probed = fs::exists(file, error) ? file : folder;
    if (::access(probed.c_str(), W_OK) != 0)
        throw Error(ErrorCode::Io, fmt::format("cannot write '{}': {}", file.string(), std::strerror(errno)),
                    "Choose a place you may write to");
}

std::unique_ptr<Dataset> splitOf(const Project &project, const std::string &split)
{
    const std::vector<std::string> splits = {"train", "test"};
    if (std::find(splits.begin(), splits.end(), split) == splits.end())
        throwUnknownName("split", split, splits);
    return project.openData(split);
}

void checkSessionOutput(const fs::path &file)
{
    const PathKind kind = kindOf(file);
    if (kind == PathKind::Model || kind == PathKind::Data || kind == PathKind::Project)
        if (std::error_code error; fs::exists(file, error))
            throw Error(ErrorCode::Usage,
                        fmt::format("--out: '{}' is {}, not a session file", file.string(), describe(kind)),
                        "Name a new .mscope file, or a session to add the run to");
    checkOutputFile(file, PathKind::Session);
}

} // namespace mutascope::cli
