// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/session_store.h"
#include "core/store/writer_lock.h"
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

namespace mutascope {

// A prepared statement in use. Reset when it goes, so that no read transaction stays open behind a caller.
class Query {
public:
    explicit Query(SQLite::Statement &statement) : m_statement(statement) { }
    ~Query() { m_statement.tryReset(); }
    Query(const Query &) = delete;
    Query &operator=(const Query &) = delete;

    // Binds the next parameters, from left to right.
    template <typename... Values> Query &bind(const Values &...values)
    {
        (bindNext(values), ...);
        return *this;
    }
    bool step() { return m_statement.executeStep(); }
    int run() { return m_statement.exec(); } // a statement without rows; returns the number of changed rows

    std::int64_t integer(int column) const { return m_statement.getColumn(column).getInt64(); }
    int small(int column) const; // throws Error{BadData} where it does not fit an int
    std::optional<int> optionalSmall(int column) const; // none where it is NULL
    bool boolean(int column) const { return integer(column) != 0; }
    double real(int column) const; // NULL: NaN
    std::string text(int column) const { return m_statement.getColumn(column).getString(); }
    std::vector<std::uint8_t> bytes(int column) const;
    std::vector<float> floats(int column) const; // throws Error{BadData}

private:
    void bindNext(std::int64_t value) { m_statement.bind(++m_bound, value); }
    void bindNext(int value) { m_statement.bind(++m_bound, value); }
    void bindNext(bool value) { m_statement.bind(++m_bound, value ? 1 : 0); }
    void bindNext(double value) { m_statement.bind(++m_bound, value); } // SQLite makes NULL of a NaN
    void bindNext(const std::string &value);
    void bindNext(std::span<const std::uint8_t> value);
    void bindNext(const std::vector<std::uint8_t> &value) { bindNext(std::span(value)); }
    void bindNext(const std::vector<float> &value);

    SQLite::Statement &m_statement;
    int m_bound = 0;
};

// What stays the same as long as a name means the same file.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t number = 0;
    bool operator==(const FileIdentity &) const = default;
};

// One open session file: the lock of a writer, the database, the prepared statements.
class Connection {
public:
    Connection(const std::filesystem::path &file, SessionStore::Mode mode); // throws Error, SQLite::Exception
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    SQLite::Database &database() { return *m_database; }
    const std::filesystem::path &file() const { return m_file; }
    // Throws Error{Io} where the file of a writer was deleted, moved or replaced: SQLite would go on writing
    // into what nobody can open any more.
    void checkStillThere() const;
    // Prepares sql once and keeps it. Not for two uses of one text at the same time.
    Query query(const std::string &sql);

private:
    void openForWriting(SessionStore::Mode mode);
    void openForReading();

    std::filesystem::path m_file; // as given; "" as path means in memory
    std::filesystem::path m_path; // absolute, links resolved: what the lock is taken on
    std::optional<FileIdentity> m_identity; // of a writer's file on disk
    std::unique_ptr<WriterLock> m_lock;
    std::unique_ptr<SQLite::Database> m_database;
    std::unordered_map<std::string, SQLite::Statement> m_statements;
};

} // namespace mutascope
