// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/trained_files.h"
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/base/state_codec.h"

namespace mutascope {

namespace fs = std::filesystem;

namespace {

// With what is known of it.
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
        return std::nullopt;
    }
}

} // namespace

fs::path trainedNetworksFolder(const fs::path &cacheFolder)
{
    const fs::path folder = cacheFolder.empty() ? userCacheFolder() : cacheFolder;
    return folder.empty() ? folder : folder / "trained";
}

fs::path TrainedFiles::fileOf(const std::string &kind, const std::string &key) const
{
    return m_folder / (kind + '-' + key + ".bin");
}

fs::path TrainedFiles::checkpointFile(const std::string &key) const
{
    return m_folder.empty() ? fs::path() : m_folder / (key + ".ckpt");
}

std::optional<Artefact> TrainedFiles::find(const std::string &kind, const std::string &key) const
{
    const auto bytes = m_folder.empty() ? std::nullopt : readCached(fileOf(kind, key));
    return bytes ? unpacked(kind, key, *bytes) : std::nullopt;
}

void TrainedFiles::keep(const Artefact &artefact) const
{
    if (m_folder.empty())
        return;
    writeCached(fileOf(artefact.kind, artefact.key), packed(artefact));
    std::error_code ignored;
    fs::remove(checkpointFile(artefact.key), ignored);
}

std::optional<std::string> TrainedFiles::checkpoint(const std::string &key) const
{
    return m_folder.empty() ? std::nullopt : readCached(checkpointFile(key));
}

} // namespace mutascope
