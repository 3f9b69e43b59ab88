// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/session_file.h"
#include "core/base/error.h"
#include "core/store/schema.h"
#include "core/store/store_error.h"
#include "core/store/writer_lock.h"
#include <SQLiteCpp/Backup.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sqlite3.h>
#include <string>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

fs::path sibling(const fs::path &file, const char *suffix)
{
    return file.string() + suffix;
}

// What SQLite may have left of a database of this name. A -wal without its database would be taken for the
// new one's.
void removeSideFiles(const fs::path &file)
{
    for (const char *suffix : {"-wal", "-shm", "-journal"}) {
        std::error_code ignored;
        fs::remove(sibling(file, suffix), ignored);
    }
}

// rename(2) that refuses to replace. Where the file system cannot do that, the caller's check has to do.
int renameWithoutReplacing(const fs::path &from, const fs::path &to)
{
    const int result = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
    if (result != 0 && (errno == EINVAL || errno == ENOSYS))
        return std::rename(from.c_str(), to.c_str());
    return result;
}

void initialise(SQLite::Database &database, const fs::path &file)
{
    database.exec("PRAGMA auto_vacuum=INCREMENTAL"); // before the first page
    database.exec("PRAGMA application_id=" + std::to_string(sessionApplicationId));
    migrateSchema(database, file, migrations(), Backup::None);
}

// A session may come from anybody: its schema may not run functions with side effects, bad cells are refused.
void harden(SQLite::Database &database)
{
    sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    database.exec("PRAGMA trusted_schema=OFF");
    database.exec("PRAGMA cell_size_check=ON");
}

void checkWritable(SQLite::Database &database, const fs::path &file)
{
    if (sqlite3_db_readonly(database.getHandle(), "main") == 1) // SQLite falls back to reading by itself
        throw Error(ErrorCode::Io, "session '" + file.string() + "' is read-only",
                    "Make the file writable, or open it for reading only");
}

// file:/path?immutable=1 reads without any lock or side file.
std::string immutableUri(const fs::path &file)
{
    std::string uri = "file:";
    for (const char c : file.string()) {
        char escaped[4] = {c, 0, 0, 0};
        if (c == '%' || c == '?' || c == '#')
            std::snprintf(escaped, sizeof escaped, "%%%02X", unsigned(static_cast<unsigned char>(c)));
        uri += escaped;
    }
    return uri + "?immutable=1";
}

bool isAbsentOrEmpty(const fs::path &file)
{
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    return error ? error == std::errc::no_such_file_or_directory : size == 0;
}

DatabasePtr openReadOnly(const std::string &name, int flags)
{
    auto database = std::make_unique<SQLite::Database>(name, SQLite::OPEN_READONLY | flags, busyMilliseconds);
    harden(*database);
    applicationIdOf(*database); // the file is really opened by the first query
    return database;
}

// A session in WAL mode needs its -shm file, which a folder that may not be written does not allow to make.
// Without anything in the -wal the session is complete by itself.
DatabasePtr openInReadOnlyFolder(const fs::path &file, const SQLite::Exception &cause)
{
    const int code = cause.getErrorCode() & 0xff;
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY)
        throw cause;
    if (isAbsentOrEmpty(sibling(file, "-wal")))
        return openReadOnly(immutableUri(file), SQLite::OPEN_URI);
    throw Error(ErrorCode::Io,
                "session '" + file.string() + "' was not closed properly and its folder cannot be written",
                "Copy '" + file.filename().string() + "' and '" + file.filename().string()
                    + "-wal' together into a folder of yours and open the copy");
}

// A session of an older version can be read without being changed: it is converted in memory.
DatabasePtr convertedCopy(SQLite::Database &database, const fs::path &file)
{
    auto copy = std::make_unique<SQLite::Database>(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    {
        SQLite::Backup backup(*copy, database);
        if (backup.executeStep(-1) != SQLITE_DONE)
            throw SQLite::Exception("the session is being written by an older Mutascope", SQLITE_BUSY);
    }
    migrateSchema(*copy, file, migrations(), Backup::None);
    copy->exec("PRAGMA query_only=ON");
    return copy;
}

} // namespace

void checkParentFolder(const fs::path &file)
{
    constexpr std::size_t longestName
        = 255 - std::string_view("-new-journal").size(); // of Linux file systems
    if (file.filename().native().size() > longestName)
        throw Error(ErrorCode::Usage,
                    "the session's name has " + std::to_string(file.filename().native().size())
                        + " bytes, at most " + std::to_string(longestName) + " are possible",
                    "Choose a shorter name");
    const fs::path folder = fs::absolute(file).parent_path();
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        throw Error(ErrorCode::NotFound, "there is no folder '" + folder.string() + "' for the session",
                    "Make the folder first, or choose another");
}

void checkSessionFile(const fs::path &file)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found)
        throw Error(ErrorCode::NotFound, "there is no session '" + file.string() + "'",
                    "Check the name; a run makes a new session");
    if (error)
        throw Error(ErrorCode::Io, "cannot open session '" + file.string() + "': " + error.message(),
                    "Check the permissions of the file and its folders");
    if (!fs::is_regular_file(status))
        throwForeign(file, fs::is_directory(status) ? "it is a folder" : "it is no regular file");
    if (fs::file_size(file, error) == 0)
        throwForeign(file, "the file is empty");
}

void createSessionFile(const fs::path &file)
{
    const fs::path fresh = sibling(file, "-new");
    std::error_code ignored;
    fs::remove(fresh, ignored);
    removeSideFiles(fresh);
    try {
        SQLite::Database database(fresh.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        initialise(database, file);
    } catch (...) {
        fs::remove(fresh, ignored);
        removeSideFiles(fresh);
        throw;
    }
    removeSideFiles(file);
    if (renameWithoutReplacing(fresh, file) == 0)
        return;
    const std::string why = std::strerror(errno);
    fs::remove(fresh, ignored);
    throw Error(ErrorCode::Io, "cannot make session '" + file.string() + "': " + why,
                "Check that its folder may be written, or choose another name");
}

DatabasePtr createInMemory()
{
    auto database
        = std::make_unique<SQLite::Database>(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    initialise(*database, ":memory:");
    database->exec("PRAGMA foreign_keys=ON");
    return database;
}

DatabasePtr openDatabaseForWriting(const fs::path &file)
{
    auto database
        = std::make_unique<SQLite::Database>(file.string(), SQLite::OPEN_READWRITE, busyMilliseconds);
    harden(*database);
    checkIdentity(*database, file, migrations());
    checkWritable(*database, file);
    checkIntegrity(*database, file);
    migrateSchema(*database, file, migrations(), Backup::Copy);
    // Where the file system has no shared memory SQLite stays with its journal: as safe, but readers wait.
    database->execAndGet("PRAGMA journal_mode=WAL");
    database->exec("PRAGMA synchronous=NORMAL");
    database->exec("PRAGMA foreign_keys=ON");
    return database;
}

DatabasePtr openDatabaseForReading(const fs::path &file)
{
    DatabasePtr database;
    try {
        database = openReadOnly(file.string(), 0);
    } catch (const SQLite::Exception &error) {
        database = openInReadOnlyFolder(file, error);
    }
    checkIdentity(*database, file, migrations());
    checkIntegrity(*database, file);
    if (schemaVersionOf(*database) < migrations().back().version)
        return convertedCopy(*database, file);
    return database;
}

void leaveWal(SQLite::Database &database) noexcept
{
    sqlite3_busy_timeout(database.getHandle(), 200); // a reader that stays would stay longer than we wait
    database.tryExec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.tryExec("PRAGMA journal_mode=DELETE");
}

void tidyAfterReading(const fs::path &file) noexcept
{
    try {
        if (!fs::exists(sibling(file, "-wal")))
            return;
        const WriterLock lock(file, std::chrono::milliseconds(0));
        SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
        leaveWal(database);
    } catch (const std::exception &) {
        // A writer is active, or the folder may not be written: nothing is lost by leaving it as it is.
    }
}

} // namespace mutascope
