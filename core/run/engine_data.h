// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/trained_files.h"
#include "core/run/engine_bench.h"
#include "core/run/project.h"
#include "core/run/run_context.h"
#include "core/store/session_store.h"
#include <map>
#include <memory>

namespace mutascope {

// The engine's side of what a generator reads beside its seeds, and of what it trains. The session is only
// read before the first checkpoint (Generator::start and load), since from then on it is the recorder's.
class EngineData : public RunData {
public:
    // store: the run's session. All must outlive it.
    EngineData(const RunContext &context, const SessionStore &store, std::filesystem::path cacheFolder);
    ~EngineData() override;

    const Dataset &split(const std::string &name) override;
    Model &otherModel(const std::string &path) override;
    std::optional<std::string> findArtefact(const std::string &kind, const std::string &key) override;
    void storeArtefact(Artefact artefact) override;
    std::optional<std::string> findCheckpoint(const std::string &key) override;
    void storeCheckpoint(const std::string &key, const std::string &bytes) override;

    ModelWork otherWork() const; // of the other models
    std::vector<Artefact> takeArtefacts(); // that became the run's since the last call
    std::vector<LogEntry> takeNotes();

private:
    std::unique_ptr<RunModel> load(const std::filesystem::path &path) const;

    const RunContext &m_context;
    const SessionStore &m_store;
    TrainedFiles m_files;
    std::map<std::string, std::unique_ptr<Dataset>> m_splits;
    std::map<std::filesystem::path, std::unique_ptr<RunModel>> m_models;
    std::vector<Artefact> m_artefacts;
    std::vector<LogEntry> m_notes;
    bool m_diskWarned = false;
};

} // namespace mutascope
