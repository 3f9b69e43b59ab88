// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/project.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/data/batch.h"
#include "core/model/guarded_load.h"
#include "core/model/model_failure.h"
#include "core/run/exporter_files.h"
#include "core/run/project_check.h"
#include "core/run/project_error.h"
#include "core/run/strict_json.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

constexpr const char *projectFileName = "project.json";
constexpr std::size_t predictBatch = 256;
const fs::path fashionMnistFolder = "/usr/share/datasets/fashion-mnist";

void checkDataFolder(const fs::path &folder)
{
    std::error_code ignored;
    if (fs::exists(folder, ignored))
        return;
    const bool debian = folder.lexically_normal() == fashionMnistFolder;
    throw Error(ErrorCode::NotFound, fmt::format("the data '{}' does not exist", folder.string()),
                debian ? "Install the data: sudo apt install dataset-fashion-mnist"
                       : "Correct 'data.path' of the project");
}

// "3:14" of a byte, both from 1.
std::string lineAndColumn(const std::string &text, std::size_t byte)
{
    std::size_t line = 1, column = 1;
    for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
        const bool end = text[i] == '\n';
        line += end ? 1 : 0;
        column = end ? 1 : column + 1;
    }
    return fmt::format("line {}, column {}", line, column);
}

std::string textOf(const fs::path &file)
{
    constexpr std::size_t largestProject = 16 << 20;
    const std::vector<std::uint8_t> bytes = readWholeFile(file, largestProject);
    return {bytes.begin(), bytes.end()};
}

// Line, from 1, of a key like "model.mean[1]": each part of it stands behind the one before. 0: not found.
std::size_t lineOfKey(const std::string &text, const std::string &key)
{
    std::size_t at = 0;
    for (std::size_t begin = 0; begin < key.size();) {
        const std::size_t end = std::min(key.find('.', begin), key.size());
        const std::string part = key.substr(begin, end - begin);
        at = text.find('"' + part.substr(0, part.find('[')) + '"', at);
        if (at == std::string::npos)
            return 0;
        begin = end + 1;
    }
    return key.empty() ? 0
                       : 1 + std::size_t(std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n'));
}

nlohmann::json parsed(const std::string &text, const fs::path &file)
{
    try {
        return parseStrictly(text);
    } catch (const nlohmann::json::parse_error &error) {
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' is not valid JSON: {}", file.string(), lineAndColumn(text, error.byte)),
                    "Look for a missing comma, quote or bracket there");
    } catch (const nlohmann::json::exception &) { // well written, but no double holds it
        throw Error(ErrorCode::BadData, fmt::format("'{}' holds a number that is too large", file.string()),
                    "Write a number below 1e308");
    }
}

fs::path projectFileOf(const fs::path &path)
{
    std::error_code ignored;
    const fs::path file = fs::is_directory(path, ignored) ? path / projectFileName : path;
    if (!fs::exists(file, ignored))
        throw Error(ErrorCode::NotFound, fmt::format("there is no project at '{}'", path.string()),
                    "A project is a folder with a file project.json; make one with: mutascope-cli new");
    return file;
}

fs::path underFolder(const fs::path &folder, const fs::path &path)
{
    return fs::absolute(path.is_absolute() ? path : folder / path).lexically_normal();
}

// In the order a person reads it; nlohmann's own order is that of the alphabet.
std::string fileText(const Project &project)
{
    const nlohmann::json object = toJson(project);
    nlohmann::ordered_json ordered;
    for (const char *key : {"mutascope_project", "name", "description", "model", "data", "defaults"})
        ordered[key] = object.at(key);
    return ordered.dump(2) + "\n";
}

void checkShapes(const Model &model, const Dataset &data)
{
    const ImageShape &wanted = model.spec().input;
    const ImageShape &given = data.spec().shape;
    if (wanted != given)
        throw Error(
            ErrorCode::BadModel,
            fmt::format("the model takes {} images, the data has {}", wanted.text(), given.text()),
            "Correct 'model.input', let the data be resized (\"resize\" in 'data.options'), or choose the "
            "data the model was trained on");
}

void checkClasses(const Model &model, const Dataset &data)
{
    if (model.spec().classes != data.spec().classes)
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model tells {} classes apart, the data has {}", model.spec().classes,
                                data.spec().classes),
                    "Correct 'data.classes', or choose the data the model was trained on");
}

} // namespace

fs::path Project::modelFile() const
{
    return underFolder(folder, model.file);
}

fs::path Project::dataFolder() const
{
    return underFolder(folder, dataPath);
}

DataSource Project::dataSource() const
{
    return {dataFormat, dataFolder(), model.input, classNames, dataOptions};
}

std::unique_ptr<Dataset> Project::openData(const std::string &split) const
{
    checkDataFolder(dataFolder());
    try {
        return openDataset(dataSource(), split);
    } catch (const Error &error) {
        if (error.code() != ErrorCode::Usage)
            throw;
        // What the command line would have got wrong is here in the project's file.
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}': data: {}", (folder / projectFileName).string(), error.what()),
                    error.hint());
    }
}

std::unique_ptr<Model> Project::loadModel() const
{
    const fs::path file = modelFile();
    requireModelFile(file, "Correct 'model.file' of the project");
    ModelSpec spec = model;
    spec.sha256 = sha256OfFile(file);
    if (!model.sha256.empty() && model.sha256 != spec.sha256)
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model file '{}' has changed (SHA-256 {:.12}..., expected {:.12}...)",
                                file.string(), spec.sha256, model.sha256),
                    "Put the original file back, or start a new run with the new one");
    spec.file = file;
    return std::make_unique<FailureTolerantModel>(loadModelFile(file, spec));
}

std::unique_ptr<Model> Project::openModel() const
{
    const std::unique_ptr<Dataset> data = openData("test"); // first: it is the quicker to fail
    std::unique_ptr<Model> loaded = loadModel();
    checkShapes(*loaded, *data);
    checkClasses(*loaded, *data);
    return loaded;
}

Project openProject(const fs::path &path)
{
    const fs::path file = projectFileOf(path);
    const std::string text = textOf(file);
    try {
        Project project
            = projectFromJson(parsed(text, file), fs::absolute(file).lexically_normal().parent_path());
        checkProject(project);
        return project;
    } catch (const ProjectKeyError &error) {
        const std::size_t line = lineOfKey(text, error.key());
        const std::string place = line == 0 ? "" : fmt::format(", line {}", line);
        throw Error(error.code(), fmt::format("'{}'{}: {}", file.string(), place, error.bareWhat()),
                    error.hint());
    }
}

void saveProject(const Project &project)
{
    makeFolder(project.folder);
    replaceFile(project.folder / projectFileName, fileText(project));
}

double cleanAccuracy(Model &model, const Dataset &data,
                     const std::function<bool(std::size_t, std::size_t)> &onProgress)
{
    std::size_t seen = 0, correct = 0;
    while (seen < data.size()) {
        const std::size_t end = std::min(seen + predictBatch, data.size());
        const Predictions predictions = model.predict(batchOf(data, seen, end));
        for (std::size_t i = seen; i < end; ++i)
            correct += isCorrect(predictions, i - seen, data.label(i)) ? 1 : 0;
        seen = end;
        if (onProgress && !onProgress(seen, data.size()))
            break;
    }
    return seen == 0 ? 0 : double(correct) / double(seen);
}

} // namespace mutascope
