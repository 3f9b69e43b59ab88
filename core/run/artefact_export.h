// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/session_store.h"
#include <filesystem>
#include <string>
#include <vector>

// Trained networks of a session as files that other programs can use.
namespace mutascope {

// Whether an artefact of this kind is one or several networks; others are measurements.
bool isNetwork(const std::string &kind);

// Writes the networks of a run's artefact as TorchScript files, and a JSON file that says what each of them
// takes and gives. Makes the folder where it is missing; files of the same names are replaced. Returns the
// files, the JSON file last. Throws Error{NotFound} where the run has no such artefact, {Unsupported} where
// it is no network, {BadData} where it is damaged, {Io}.
std::vector<std::filesystem::path> exportArtefact(const SessionStore &store, std::int64_t run,
                                                  const std::string &key,
                                                  const std::filesystem::path &folder);

} // namespace mutascope
