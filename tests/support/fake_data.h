// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/array_dataset.h"
#include "core/generators/run_data.h"
#include <map>
#include <memory>

namespace mutascope {

// Data sets a test gives, artefacts and checkpoints in memory. A copy of artefacts and checkpoints is what an
// interrupted run would find.
class FakeData : public RunData {
public:
    std::map<std::string, std::shared_ptr<const Dataset>> splits;
    std::map<std::string, Model *> models; // by path
    std::map<std::string, Artefact> artefacts; // by key
    std::map<std::string, std::string> checkpoints;

    const Dataset &split(const std::string &name) override { return *splits.at(name); }
    Model &otherModel(const std::string &path) override { return *models.at(path); }
    std::optional<std::string> findArtefact(const std::string &kind, const std::string &key) override;
    void storeArtefact(Artefact artefact) override;
    std::optional<std::string> findCheckpoint(const std::string &key) override;
    void storeCheckpoint(const std::string &key, const std::string &bytes) override;
};

} // namespace mutascope
