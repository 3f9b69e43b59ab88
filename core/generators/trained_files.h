// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/run_data.h"
#include <filesystem>

namespace mutascope {

// Where trained networks are kept beyond the run, or the measuring, that trained them: "trained" in the cache
// folder (empty: the user's). Empty where the user has no home.
std::filesystem::path trainedNetworksFolder(const std::filesystem::path &cacheFolder = {});

// The files in it. Of an empty folder nothing is found and nothing is kept; a damaged file is as good as
// none.
class TrainedFiles {
public:
    explicit TrainedFiles(std::filesystem::path folder) : m_folder(std::move(folder)) { }

    std::optional<Artefact> find(const std::string &kind, const std::string &key) const;
    // Its checkpoint is no longer needed and taken away.
    void keep(const Artefact &artefact) const;
    std::optional<std::string> checkpoint(const std::string &key) const;
    std::filesystem::path checkpointFile(const std::string &key) const; // empty: none is kept

private:
    std::filesystem::path fileOf(const std::string &kind, const std::string &key) const;
    std::filesystem::path m_folder;
};

} // namespace mutascope
