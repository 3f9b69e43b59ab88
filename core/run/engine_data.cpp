// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/engine_data.h"
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/base/state_codec.h"
#include <fmt/format.h>
#include <utility>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

fs::path trainedFolder(const fs::path &cacheFolder)
{
    const fs::path folder = cacheFolder.empty() ? userCacheFolder() : cacheFolder;
    return folder.empty() ? folder : folder / "trained";
}

// A cached artefact with what is known of it.
std::string packed(const Artefact &artefact)
{
    StateWriter writer;
    writer.text(artefact.description.dump());
    writer.text(artefact.bytes);
    return writer.sealed();
}

std::optional<Artefact> unpacked(const std::string &kind, const std::string &key, const std::string &bytes)
{
    try {
        StateReader reader = StateReader::unsealed(bytes);
        Artefact artefact{kind, key, nlohmann::json::parse(reader.text(), nullptr, false), {}};
        artefact.bytes = std::string(reader.text());
        reader.expectEnd();
        return artefact.description.is_object() ? std::optional(std::move(artefact)) : std::nullopt;
    } catch (const Error &) {
        return std::nullopt; // damaged: as good as none
    }
}

} // namespace

EngineData::EngineData(const RunContext &context, const SessionStore &store, fs::path cacheFolder)
    : m_context(context), m_store(store), m_folder(trainedFolder(cacheFolder))
{
}

EngineData::~EngineData() = default;

fs::path EngineData::fileOf(const std::string &name) const
{
    return m_folder / name;
}

const Dataset &EngineData::split(const std::string &name)
{
    std::unique_ptr<Dataset> &data = m_splits[name];
    if (!data)
        data = m_context.project.openData(name);
    return *data;
}

std::unique_ptr<RunModel> EngineData::load(const fs::path &path) const
{
    std::error_code ignored;
    const bool project = fs::is_directory(path, ignored) || path.extension() == ".json";
    Project other = project ? openProject(path) : m_context.project;
    if (!project) {
        other.model.file = path;
        other.model.sha256.clear();
        other.model.classes = 0;
    }
    std::unique_ptr<Model> model = other.loadModel();
    const ImageShape &wanted = m_context.model->uncounted().spec().input;
    if (model->spec().input != wanted)
        throw Error(ErrorCode::BadModel,
                    fmt::format("the other model '{}' takes {} images, the model under test {}",
                                path.string(), model->spec().input.text(), wanted.text()),
                    "Choose a model for the same images");
    return std::make_unique<RunModel>(std::move(model),
                                      std::size_t(m_context.params.integer("forward-batch")));
}

Model &EngineData::otherModel(const std::string &path)
{
    const fs::path given(path);
    const fs::path file = given.is_absolute() ? given : m_context.project.folder / given;
    std::unique_ptr<RunModel> &model = m_models[file.lexically_normal()];
    if (!model)
        model = load(file);
    return model->counting();
}

ModelWork EngineData::otherWork() const
{
    ModelWork work;
    for (const auto &[path, model] : m_models) {
        if (!model)
            continue;
        work.calls += model->counting().calls();
        work.seconds += model->counting().seconds();
    }
    return work;
}

std::optional<std::string> EngineData::findArtefact(const std::string &kind, const std::string &key)
{
    if (std::optional<Artefact> stored = m_store.artefact(kind, key)) {
        std::string bytes = std::exchange(stored->bytes, {}); // the session has them
        m_artefacts.push_back(std::move(*stored));
        return bytes;
    }
    const auto cached = m_folder.empty() ? std::nullopt : readCached(fileOf(kind + '-' + key + ".bin"));
    std::optional<Artefact> found = cached ? unpacked(kind, key, *cached) : std::nullopt;
    if (!found)
        return std::nullopt;
    m_artefacts.push_back(*found);
    return std::move(found->bytes);
}

void EngineData::storeArtefact(Artefact artefact)
{
    if (!m_folder.empty()) {
        writeCached(fileOf(artefact.kind + '-' + artefact.key + ".bin"), packed(artefact));
        std::error_code ignored;
        fs::remove(fileOf(artefact.key + ".ckpt"), ignored);
    }
    m_artefacts.push_back(std::move(artefact));
}

std::optional<std::string> EngineData::findCheckpoint(const std::string &key)
{
    return m_folder.empty() ? std::nullopt : readCached(fileOf(key + ".ckpt"));
}

void EngineData::storeCheckpoint(const std::string &key, const std::string &bytes)
{
    if (m_folder.empty())
        return;
    try {
        fs::create_directories(m_folder);
        replaceFile(fileOf(key + ".ckpt"), bytes);
    } catch (const std::exception &error) {
        if (!std::exchange(m_diskWarned, true))
            m_notes.push_back(
                {0, "warning",
                 fmt::format("the training cannot be saved ({}); an interrupted one begins anew",
                             error.what())});
    }
}

std::vector<Artefact> EngineData::takeArtefacts()
{
    return std::exchange(m_artefacts, {});
}

std::vector<LogEntry> EngineData::takeNotes()
{
    return std::exchange(m_notes, {});
}

} // namespace mutascope
