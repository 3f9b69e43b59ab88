// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <SQLiteCpp/Database.h>
#include <filesystem>
#include <memory>

// The file beneath a session: what is checked, made and tidied around SQLite.
namespace mutascope {

using DatabasePtr = std::unique_ptr<SQLite::Database>;

inline constexpr int busyMilliseconds = 5000;

// Throws Error{NotFound|BadData|Io} for what cannot be a session: missing, a folder, an empty file.
void checkSessionFile(const std::filesystem::path &file);
void checkParentFolder(const std::filesystem::path &file);

// Makes an empty session: whole under another name first, so that a crash never leaves half of one. The
// caller holds the writer's lock. Throws Error{Io} and SQLite::Exception; never replaces a file.
void createSessionFile(const std::filesystem::path &file);
DatabasePtr createInMemory();

// Opens, checks identity and integrity. Throws Error and SQLite::Exception.
DatabasePtr openDatabaseForWriting(const std::filesystem::path &file);
DatabasePtr openDatabaseForReading(const std::filesystem::path &file);

// Folds the -wal file into the session and leaves WAL mode: a single file again. Best effort: what stays in
// the -wal (full disk, a reader still there) is safe and is folded in at the next open or close.
void leaveWal(SQLite::Database &database) noexcept;
// The same after a reader, where a writer was killed or had to leave the -wal because of us.
void tidyAfterReading(const std::filesystem::path &file) noexcept;

} // namespace mutascope
