// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_data.h"

namespace mutascope {

std::optional<std::string> FakeData::findArtefact(const std::string &kind, const std::string &key)
{
    const auto found = artefacts.find(key);
    if (found == artefacts.end() || found->second.kind != kind)
        return std::nullopt;
    return found->second.bytes;
}

void FakeData::storeArtefact(Artefact artefact)
{
    checkpoints.erase(artefact.key);
    const std::string key = artefact.key;
    artefacts[key] = std::move(artefact);
}

std::optional<std::string> FakeData::findCheckpoint(const std::string &key)
{
    const auto found = checkpoints.find(key);
    return found == checkpoints.end() ? std::nullopt : std::optional(found->second);
}

void FakeData::storeCheckpoint(const std::string &key, const std::string &bytes)
{
    checkpoints[key] = bytes;
}

} // namespace mutascope
