// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/new_project.h"
#include "core/base/error.h"
#include "core/model/guarded_load.h"
#include "core/run/exporter_files.h"
#include <fmt/format.h>
#include <fstream>

namespace mutascope::cli {

namespace fs = std::filesystem;

namespace {

// Removes what was made, unless keep() was called.
class Undo {
public:
    ~Undo()
    {
        std::error_code ignored;
        for (auto path = m_made.rbegin(); path != m_made.rend(); ++path)
            fs::remove(*path, ignored); // of folders only the empty ones
    }
    Undo() = default;
    Undo(const Undo &) = delete;
    Undo &operator=(const Undo &) = delete;
    void made(const fs::path &path) { m_made.push_back(path); }
    void keep() { m_made.clear(); }

private:
    std::vector<fs::path> m_made;
};

void makeNewFolder(const fs::path &folder, Undo &undo)
{
    std::error_code ignored;
    if (fs::exists(folder, ignored))
        return makeFolder(folder); // throws where it is a file
    makeFolder(folder);
    undo.made(folder);
}

void copyModel(const fs::path &from, const fs::path &to, Undo &undo)
{
    std::error_code error;
    if (fs::equivalent(from, to, error))
        return; // it is in the project already
    if (fs::exists(to, error))
        throw Error(ErrorCode::Io, fmt::format("'{}' exists already", to.string()),
                    "Nothing is overwritten: name another folder");
    undo.made(to);
    fs::copy_file(from, to, error);
    if (error)
        throw Error(ErrorCode::Io,
                    fmt::format("cannot copy '{}' to '{}': {}", from.string(), to.string(), error.message()));
}

// Large ONNX models keep their weights in files beside them, which the message "location" of a tensor names.
bool hasDataBeside(const fs::path &model)
{
    constexpr std::string_view mark = "\x0a\x08location\x12";
    std::string bytes;
    std::ifstream stream(model, std::ios::binary);
    for (std::string part(1 << 20, '\0'); isOnnxFile(model) && stream;) {
        stream.read(part.data(), std::streamsize(part.size()));
        bytes.append(part, 0, std::size_t(stream.gcount()));
        if (bytes.find(mark) != std::string::npos)
            return true;
        bytes.erase(0, bytes.size() - std::min(bytes.size(), mark.size())); // it may lie across two parts
    }
    return false;
}

} // namespace

void checkNoProject(const fs::path &folder)
{
    std::error_code ignored;
    if (fs::exists(folder / "project.json", ignored))
        throw Error(ErrorCode::Usage, fmt::format("there is a project in '{}' already", folder.string()),
                    "Nothing is overwritten: name another folder");
}

void makeProject(Project project, const fs::path &modelFile)
{
    checkNoProject(project.folder);
    Undo undo;
    makeNewFolder(project.folder, undo);
    project.model.file
        = hasDataBeside(modelFile) ? fs::absolute(modelFile).lexically_normal() : modelFile.filename();
    if (project.model.file.is_relative())
        copyModel(modelFile, project.folder / project.model.file, undo);
    undo.made(project.folder / "project.json");
    saveProject(project);
    openProject(project.folder).openModel();
    undo.keep();
}

} // namespace mutascope::cli
