// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/store_error.h"
#include "core/base/error.h"
#include <sqlite3.h>

namespace mutascope {

namespace {

std::string quoted(const std::filesystem::path &file)
{
    return "'" + file.string() + "'";
}

const char *const ioHint
    = "Check that the disk has room and that the file and its folder may be written; everything up to the "
      "last checkpoint is safe";

} // namespace

void throwDamaged(const std::filesystem::path &file, const std::string &why)
{
    throw Error(ErrorCode::BadData, "session " + quoted(file) + " is damaged: " + why,
                "Keep the file; what can be read of it is saved into a copy by: sqlite3 " + quoted(file)
                    + " .recover | sqlite3 copy.mscope");
}

void throwForeign(const std::filesystem::path &file, const std::string &what)
{
    throw Error(ErrorCode::BadData, quoted(file) + " is not a session: " + what,
                "Give a .mscope file made by Mutascope, or the name of a file that does not exist yet; this "
                "one was left as it is");
}

void throwStoreError(const SQLite::Exception &error, const std::filesystem::path &file)
{
    const std::string why = error.what();
    switch (error.getErrorCode() & 0xff) { // the low byte is the kind, the rest details
    case SQLITE_NOTADB:
        throwForeign(file, "it is no SQLite database");
    case SQLITE_CORRUPT:
    case SQLITE_ERROR: // our own SQL is fixed: a table or column it names is missing
    case SQLITE_MISMATCH:
        throwDamaged(file, why);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        throw Error(ErrorCode::Locked, "session " + quoted(file) + " is in use by another program",
                    "Close the other program or wait until it has finished");
    case SQLITE_FULL:
        throw Error(ErrorCode::Io, "cannot write session " + quoted(file) + ": the disk is full", ioHint);
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_NOLFS:
    case SQLITE_PROTOCOL:
        throw Error(ErrorCode::Io, "cannot read or write session " + quoted(file) + ": " + why, ioHint);
    case SQLITE_NOMEM:
        throw Error(ErrorCode::Io, "not enough memory for session " + quoted(file));
    case SQLITE_TOOBIG:
        throw Error(ErrorCode::Unsupported, "a value is too large for session " + quoted(file));
    default:
        throw Error(ErrorCode::Internal, "session " + quoted(file) + ": " + why);
    }
}

void throwStoreError(const nlohmann::json::exception &, const std::filesystem::path &file)
{
    throwDamaged(file, "a JSON value in it cannot be read");
}

void throwStoreError(const std::filesystem::filesystem_error &error, const std::filesystem::path &file)
{
    throw Error(ErrorCode::Io, "cannot open session " + quoted(file) + ": " + error.code().message(), ioHint);
}

} // namespace mutascope
