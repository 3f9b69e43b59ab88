// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/engine_data.h"
#include "core/base/error.h"
#include "core/base/output_file.h"
#include <fmt/format.h>
#include <utility>

namespace mutascope {

namespace fs = std::filesystem;

EngineData::EngineData(const RunContext &context, const SessionStore &store, fs::path cacheFolder)
    : m_context(context), m_store(store), m_files(trainedNetworksFolder(cacheFolder))
{
}

EngineData::~EngineData() = default;

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
    std::optional<Artefact> found = m_files.find(kind, key);
    if (!found)
        return std::nullopt;
    m_artefacts.push_back(*found);
    return std::move(found->bytes);
}

void EngineData::storeArtefact(Artefact artefact)
{
    m_files.keep(artefact);
    m_artefacts.push_back(std::move(artefact));
}

std::optional<std::string> EngineData::findCheckpoint(const std::string &key)
{
    return m_files.checkpoint(key);
}

void EngineData::storeCheckpoint(const std::string &key, const std::string &bytes)
{
    const fs::path file = m_files.checkpointFile(key);
    if (file.empty())
        return;
    try {
        fs::create_directories(file.parent_path());
        replaceFile(file, bytes);
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
