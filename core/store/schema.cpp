// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/schema.h"
#include "core/base/error.h"
#include "core/store/engine_schema.h"
#include "core/store/label_schema.h"
#include "core/store/store_error.h"
#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>
#include <string>

namespace mutascope {

namespace {

// Images are keyed by the hash of their raw pixels AND their shape: equal bytes of another shape are another
// image. 64-bit seeds are stored as their two's complement. A real that is NULL is a NaN (SQLite has none).
// Long values are the last columns, so that lists do not read their overflow pages.
const char *const version1 = R"sql(
CREATE TABLE images (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL,
    height INTEGER NOT NULL,
    width INTEGER NOT NULL,
    channels INTEGER NOT NULL,
    png BLOB NOT NULL,
    UNIQUE (sha256, height, width, channels)
);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    generator TEXT NOT NULL,
    criterion TEXT NOT NULL,
    seed INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'stopped', 'failed')),
    message TEXT NOT NULL,
    counters TEXT NOT NULL,
    coverage_start REAL,
    coverage_end REAL,
    config TEXT NOT NULL,
    project TEXT NOT NULL,
    versions TEXT NOT NULL
);
CREATE TABLE states (
    run_id INTEGER PRIMARY KEY REFERENCES runs(id),
    generator BLOB NOT NULL,
    criterion BLOB NOT NULL
);
CREATE TABLE seeds (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    seed INTEGER NOT NULL,
    dataset_index INTEGER NOT NULL,
    label INTEGER NOT NULL,
    image_id INTEGER NOT NULL REFERENCES images(id),
    probabilities BLOB NOT NULL,
    UNIQUE (run_id, seed)
);
CREATE INDEX seeds_image ON seeds (image_id);
CREATE TABLE tests (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    id INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    mutator TEXT NOT NULL,
    mutation TEXT NOT NULL,
    label INTEGER NOT NULL,
    predicted INTEGER NOT NULL,
    confidence REAL,
    failing INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    verified INTEGER NOT NULL,
    gain REAL,
    step INTEGER NOT NULL,
    at_calls INTEGER NOT NULL,
    at_tests INTEGER NOT NULL,
    at_seconds REAL,
    l0 INTEGER NOT NULL,
    l1 REAL,
    l2 REAL,
    linf INTEGER NOT NULL,
    image_id INTEGER NOT NULL REFERENCES images(id),
    probabilities BLOB NOT NULL,
    UNIQUE (run_id, id)
);
CREATE INDEX tests_failing ON tests (run_id, failing, id);
CREATE INDEX tests_verified ON tests (run_id, verified, id);
CREATE INDEX tests_kept ON tests (run_id, kept, id);
CREATE INDEX tests_label ON tests (run_id, label, id);
CREATE INDEX tests_predicted ON tests (run_id, predicted, id);
CREATE INDEX tests_mutator ON tests (run_id, mutator, id);
CREATE INDEX tests_image ON tests (image_id);
CREATE TABLE coverage (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs(id),
    seconds REAL,
    calls INTEGER NOT NULL,
    tests INTEGER NOT NULL,
    failing INTEGER NOT NULL,
    value REAL
);
CREATE INDEX coverage_run ON coverage (run_id);
CREATE TABLE yields (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    mutator TEXT NOT NULL,
    tried INTEGER NOT NULL,
    accepted INTEGER NOT NULL,
    failing INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    PRIMARY KEY (run_id, mutator)
) WITHOUT ROWID;
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs(id),
    seconds REAL,
    level TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX log_run ON log (run_id);
)sql";

// A table of its own: few criteria measure it, and a column behind the probabilities would make lists read
// their overflow pages.
const char *const version2 = R"sql(
CREATE TABLE surprise (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    test INTEGER NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (run_id, test)
) WITHOUT ROWID;
)sql";

// What happened in the search trees, one packed part a checkpoint (search_codec.h): a row a node would cost
// more than the search. The counts of each part stand beside it, so that a list of runs unpacks nothing.
const char *const version3 = R"sql(
CREATE TABLE searches (
    run_id INTEGER PRIMARY KEY REFERENCES runs(id),
    description TEXT NOT NULL
);
CREATE TABLE search_parts (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    part INTEGER NOT NULL,
    trees INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    iterations INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    packed BLOB NOT NULL,
    UNIQUE (run_id, part)
);
)sql";

// What generators that learn leave behind. Trained networks are shared by the runs of a session.
const char *const version4 = R"sql(
CREATE TABLE artefacts (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    description TEXT NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (kind, key)
);
CREATE TABLE run_artefacts (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    artefact_id INTEGER NOT NULL REFERENCES artefacts(id),
    PRIMARY KEY (run_id, artefact_id)
) WITHOUT ROWID;
CREATE TABLE losses (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    batch INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    epochs INTEGER NOT NULL,
    losses TEXT NOT NULL,
    PRIMARY KEY (run_id, batch)
) WITHOUT ROWID;
CREATE TABLE documents (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    UNIQUE (run_id, name)
);
CREATE TABLE paths (
    run_id INTEGER NOT NULL REFERENCES runs(id),
    test INTEGER NOT NULL,
    position INTEGER NOT NULL,
    caption TEXT NOT NULL,
    value REAL,
    image_id INTEGER NOT NULL REFERENCES images(id),
    PRIMARY KEY (run_id, test, position)
) WITHOUT ROWID;
CREATE INDEX paths_image ON paths (image_id);
)sql";

// A run may train several networks one after the other, each of which counts its own batches. Ids ascend in
// the order in which a run's trainings began.
const char *const version5 = R"sql(
CREATE TABLE trainings (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs(id),
    name TEXT NOT NULL,
    UNIQUE (run_id, name)
);
INSERT INTO trainings (run_id, name) SELECT DISTINCT run_id, '' FROM losses;
ALTER TABLE losses RENAME TO nameless_losses;
CREATE TABLE losses (
    training_id INTEGER NOT NULL REFERENCES trainings(id),
    batch INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    epochs INTEGER NOT NULL,
    losses TEXT NOT NULL,
    PRIMARY KEY (training_id, batch)
) WITHOUT ROWID;
INSERT INTO losses SELECT trainings.id, batch, epoch, epochs, losses
    FROM nameless_losses JOIN trainings ON trainings.run_id = nameless_losses.run_id;
DROP TABLE nameless_losses;
)sql";

std::filesystem::path freeBackupName(const std::filesystem::path &file, int version)
{
    const std::string stem = file.string() + ".v" + std::to_string(version);
    std::filesystem::path name = stem + ".bak";
    for (int i = 1; std::filesystem::exists(std::filesystem::symlink_status(name)); ++i)
        name = stem + "." + std::to_string(i) + ".bak";
    return name;
}

// Page by page through SQLite, which also takes what is still in the -wal file.
void copyDatabase(SQLite::Database &from, const std::filesystem::path &to)
{
    SQLite::Database copy(to.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    {
        SQLite::Backup backup(copy, from);
        if (backup.executeStep(-1) != SQLITE_DONE)
            throw SQLite::Exception("the database was busy during the backup", SQLITE_BUSY);
    }
    copy.exec("PRAGMA journal_mode=DELETE");
}

std::filesystem::path backUp(SQLite::Database &database, const std::filesystem::path &file, int version)
{
    const std::filesystem::path name = freeBackupName(file, version);
    try {
        copyDatabase(database, name);
    } catch (const SQLite::Exception &error) {
        std::error_code ignored;
        std::filesystem::remove(name, ignored); // half a copy is worse than none
        throwStoreError(error, name);
    }
    return name;
}

void checkForeignKeys(SQLite::Database &database, const std::filesystem::path &file)
{
    SQLite::Statement check(database, "PRAGMA foreign_key_check");
    if (check.executeStep())
        throwDamaged(file, "table '" + check.getColumn(0).getString() + "' refers to rows that do not exist");
}

} // namespace

const std::vector<Migration> &migrations()
{
    static const std::vector<Migration> list
        = {{1, version1}, {2, version2},    {3, version3},    {4, version4},
           {5, version5}, {6, labelSchema}, {7, engineSchema}};
    return list;
}

std::int32_t applicationIdOf(SQLite::Database &database)
{
    return database.execAndGet("PRAGMA application_id").getInt();
}

int schemaVersionOf(SQLite::Database &database)
{
    return database.execAndGet("PRAGMA user_version").getInt();
}

void checkIdentity(SQLite::Database &database, const std::filesystem::path &file,
                   const std::vector<Migration> &list)
{
    if (applicationIdOf(database) != sessionApplicationId)
        throwForeign(file, "it is the SQLite database of another application");
    const int version = schemaVersionOf(database);
    if (version < 0)
        throwDamaged(file, "it says that its format is " + std::to_string(version));
    if (version > list.back().version)
        throw Error(ErrorCode::NewerVersion,
                    "session '" + file.string() + "' has format " + std::to_string(version)
                        + ", this version of Mutascope reads up to " + std::to_string(list.back().version),
                    "Open it with a newer Mutascope; it was left as it is");
}

void checkIntegrity(SQLite::Database &database, const std::filesystem::path &file)
{
    const std::string result = database.execAndGet("PRAGMA quick_check(1)").getString();
    if (result != "ok")
        throwDamaged(file, result);
}

std::filesystem::path migrateSchema(SQLite::Database &database, const std::filesystem::path &file,
                                    const std::vector<Migration> &list, Backup backup)
{
    const int from = schemaVersionOf(database);
    if (from >= list.back().version)
        return {};
    const std::filesystem::path copy
        = backup == Backup::Copy ? backUp(database, file, from) : std::filesystem::path();
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const Migration &step : list) {
        if (step.version > from)
            database.exec(step.sql);
    }
    checkForeignKeys(database, file);
    database.exec("PRAGMA user_version=" + std::to_string(list.back().version));
    transaction.commit();
    return copy;
}

} // namespace mutascope
