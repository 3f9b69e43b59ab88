// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <SQLiteCpp/Database.h>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace mutascope {

inline constexpr std::int32_t sessionApplicationId = 0x4D53434F; // "MSCO"

// One step of the schema: brings a file from version-1 to version. Never change a released one, add the next.
struct Migration {
    int version = 0;
    const char *sql = nullptr;
};
const std::vector<Migration> &migrations();

std::int32_t applicationIdOf(SQLite::Database &database);
int schemaVersionOf(SQLite::Database &database);

// Throws Error{BadData} where the database is not one of ours, Error{NewerVersion} beyond the last of list.
void checkIdentity(SQLite::Database &database, const std::filesystem::path &file,
                   const std::vector<Migration> &list);
// Throws Error{BadData} where SQLite's quick_check finds anything.
void checkIntegrity(SQLite::Database &database, const std::filesystem::path &file);

// Applies the steps above the file's version in ONE transaction. backup: copies the file as it was to
// FILE.v<N>.bak first (never over an older copy: .v<N>.1.bak ...). Returns the copy's name, empty where there
// was nothing to do. Throws Error and SQLite::Exception; then the file is as it was.
enum class Backup { None, Copy };
std::filesystem::path migrateSchema(SQLite::Database &database, const std::filesystem::path &file,
                                    const std::vector<Migration> &list, Backup backup);

} // namespace mutascope
