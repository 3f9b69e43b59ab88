// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/session_store.h"
#include "core/base/error.h"
#include "core/store/session_impl.h"

namespace mutascope {

namespace {

std::string name(Connection &connection)
{
    return "session '" + connection.file().string() + "'";
}

// "1 to 5, 7, 9 to 12": the numbers a query gives, shortened.
std::string rangesOf(Query &numbers)
{
    std::string text;
    std::int64_t first = 0;
    std::int64_t last = 0;
    const auto flush = [&] {
        text += (text.empty() ? "" : ", ") + std::to_string(first);
        text += last > first ? " to " + std::to_string(last) : "";
    };
    bool open = false;
    while (numbers.step()) {
        const std::int64_t number = numbers.integer(0);
        if (open && number == last + 1) {
            last = number;
            continue;
        }
        if (open)
            flush();
        open = true;
        first = last = number;
    }
    if (open)
        flush();
    return text;
}

std::string thereAre(const std::string &owner, const std::string &kind, const std::string &ranges)
{
    return ranges.empty() ? owner + " has no " + kind + "s" : owner + " has " + kind + "s: " + ranges;
}

} // namespace

void throwNoRun(Connection &connection, std::int64_t run)
{
    Query ids = connection.query("SELECT id FROM runs ORDER BY id");
    throw Error(ErrorCode::NotFound, name(connection) + " has no run " + std::to_string(run),
                thereAre("It", "run", rangesOf(ids)));
}

void checkRun(Connection &connection, std::int64_t run)
{
    if (!connection.query("SELECT 1 FROM runs WHERE id = ?").bind(run).step())
        throwNoRun(connection, run);
}

void throwNoTest(Connection &connection, std::int64_t run, std::int64_t test)
{
    checkRun(connection, run);
    Query ids = connection.query("SELECT id FROM tests WHERE run_id = ? ORDER BY id");
    const std::string owner = "run " + std::to_string(run);
    throw Error(ErrorCode::NotFound,
                owner + " of " + name(connection) + " has no test " + std::to_string(test),
                thereAre("It", "test", rangesOf(ids.bind(run))));
}

void throwNoSeed(Connection &connection, std::int64_t run, int seed)
{
    checkRun(connection, run);
    Query ids = connection.query("SELECT seed FROM seeds WHERE run_id = ? ORDER BY seed");
    const std::string owner = "run " + std::to_string(run);
    throw Error(ErrorCode::NotFound,
                owner + " of " + name(connection) + " has no seed " + std::to_string(seed),
                thereAre("It", "seed", rangesOf(ids.bind(run))));
}

const char *stateName(RunState state)
{
    switch (state) {
    case RunState::Running:
        return "running";
    case RunState::Finished:
        return "finished";
    case RunState::Stopped:
        return "stopped";
    case RunState::Failed:
        return "failed";
    }
    throw Error(ErrorCode::Internal, "a run in no known state");
}

SessionStore::SessionStore(const std::filesystem::path &file, Mode mode)
{
    translated(file, [&] { m = std::make_unique<Impl>(file, mode); });
}

SessionStore::~SessionStore() = default;

const std::filesystem::path &SessionStore::file() const
{
    return m->connection.file();
}

} // namespace mutascope
