// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/project.h"
#include "core/store/session_store.h"
#include <filesystem>
#include <memory>

namespace mutascope::cli {

// What a file or folder given on the command line is, by its content where it has any.
enum class PathKind { Missing, Project, Session, Model, Data, Folder, Other };
PathKind kindOf(const std::filesystem::path &path);
bool isIdxName(const std::filesystem::path &file); // one of the files of an IDX data set
const char *describe(PathKind kind); // "a session file"

// The project at path. Throws Error that says so where path is something else, for example a session.
Project projectAt(const std::filesystem::path &path);

// The session in file, which must be there. Throws as SessionStore does, and where file is something else.
std::unique_ptr<SessionStore> sessionAt(const std::filesystem::path &file, SessionStore::Mode mode);

// Run given on the command line (0: none given) or the only one there is. Throws Error{Usage|NotFound}.
std::int64_t runOrOnly(const SessionStore &store, std::int64_t given);

// Before long work: that a file can be written there, and that it takes the place of nothing but a file of
// the replaceable or of no known kind. Throws Error{Io|NotFound|Usage}.
void checkOutputFile(const std::filesystem::path &file, PathKind replaceable = PathKind::Other);

// That --out names a session or a new file, in a folder that can be written. Throws Error{Usage|Io|NotFound}.
void checkSessionOutput(const std::filesystem::path &file);

// The data set of a split, "train" or "test". Throws Error{Usage} for another word.
std::unique_ptr<Dataset> splitOf(const Project &project, const std::string &split);

} // namespace mutascope::cli
