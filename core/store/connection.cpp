// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/connection.h"
#include "core/base/error.h"
#include "core/store/session_file.h"
#include "core/store/store_error.h"
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <sys/stat.h>

namespace mutascope {

static_assert(std::endian::native == std::endian::little,
              "probabilities are stored as little-endian float32");

namespace {

// SQLite's own limit of one value; beyond it the sizes would also leave an int.
constexpr std::size_t largestValue = 1'000'000'000;

const char *const memoryName = ":memory:";
constexpr std::chrono::milliseconds lockPatience(600); // a reader that tidies up holds the lock for a moment

int checkedSize(std::size_t size)
{
    if (size > largestValue)
        throw Error(ErrorCode::Unsupported,
                    "a value of " + std::to_string(size) + " bytes does not fit in a session");
    return int(size);
}

std::optional<FileIdentity> identityOf(const std::filesystem::path &file)
{
    struct stat status { };
    if (::stat(file.c_str(), &status) != 0)
        return {};
    return FileIdentity{status.st_dev, status.st_ino};
}

} // namespace

int Query::small(int column) const
{
    const std::int64_t value = integer(column);
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
        throw Error(ErrorCode::BadData,
                    "the session is damaged: " + std::to_string(value) + " is out of range");
    return int(value);
}

std::optional<int> Query::optionalSmall(int column) const
{
    return m_statement.isColumnNull(column) ? std::nullopt : std::optional(small(column));
}

double Query::real(int column) const
{
    const SQLite::Column value = m_statement.getColumn(column);
    return value.isNull() ? std::numeric_limits<double>::quiet_NaN() : value.getDouble();
}

std::vector<std::uint8_t> Query::bytes(int column) const
{
    const SQLite::Column value = m_statement.getColumn(column);
    const auto *data = static_cast<const std::uint8_t *>(value.getBlob());
    return data ? std::vector<std::uint8_t>(data, data + value.getBytes()) : std::vector<std::uint8_t>();
}

std::vector<float> Query::floats(int column) const
{
    const std::vector<std::uint8_t> raw = bytes(column);
    if (raw.size() % sizeof(float) != 0)
        throw Error(ErrorCode::BadData, "the session is damaged: a list of probabilities is cut off");
    std::vector<float> values(raw.size() / sizeof(float));
    if (!raw.empty())
        std::memcpy(values.data(), raw.data(), raw.size());
    return values;
}

void Query::bindNext(const std::string &value)
{
    checkedSize(value.size());
    m_statement.bind(++m_bound, value);
}

void Query::bindNext(std::span<const std::uint8_t> value)
{
    // A null pointer would be stored as NULL, not as an empty blob.
    const void *data = value.empty() ? static_cast<const void *>("") : value.data();
    m_statement.bind(++m_bound, data, checkedSize(value.size()));
}

void Query::bindNext(const std::vector<float> &value)
{
    const auto bytes = std::as_bytes(std::span(value));
    bindNext(std::span(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size()));
}

Connection::Connection(const std::filesystem::path &file, SessionStore::Mode mode) : m_file(file)
{
    if (file == memoryName) {
        m_database = createInMemory();
        return;
    }
    checkParentFolder(file);
    std::error_code error;
    m_path = std::filesystem::weakly_canonical(std::filesystem::absolute(file), error);
    if (error)
        throw Error(ErrorCode::Io, "cannot open session '" + file.string() + "': " + error.message(),
                    "Check the name and the permissions of its folders");
    if (mode == SessionStore::Mode::ReadOnly)
        openForReading();
    else
        openForWriting(mode);
}

void Connection::openForWriting(SessionStore::Mode mode)
{
    const bool create = mode == SessionStore::Mode::Create;
    if (!create || std::filesystem::exists(m_path)) // before the lock makes a file beside a wrong name
        checkSessionFile(m_path);
    m_lock = std::make_unique<WriterLock>(m_path, lockPatience);
    if (create && !std::filesystem::exists(m_path))
        createSessionFile(m_path);
    m_database = openDatabaseForWriting(m_path);
    m_identity = identityOf(m_path);
}

void Connection::openForReading()
{
    checkSessionFile(m_path);
    m_database = openDatabaseForReading(m_path);
}

Connection::~Connection()
{
    m_statements.clear(); // an unfinished statement would keep the database open
    if (m_lock)
        leaveWal(*m_database);
    m_database.reset();
    if (!m_lock && !m_path.empty())
        tidyAfterReading(m_path);
}

void Connection::checkStillThere() const
{
    if (m_identity && identityOf(m_path) != m_identity)
        throw Error(ErrorCode::Io,
                    "session '" + m_file.string()
                        + "' was deleted, moved or replaced while it was being written",
                    "Leave the file alone until the run has ended; start the run again");
}

Query Connection::query(const std::string &sql)
{
    auto found = m_statements.find(sql);
    if (found == m_statements.end())
        found = m_statements.try_emplace(sql, *m_database, sql).first;
    return Query(found->second);
}

} // namespace mutascope
