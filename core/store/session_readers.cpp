// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/store/session_impl.h"
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

const std::string runColumns = "SELECT id, uuid, generator, criterion, seed, config, project, versions, "
                               "started_at, finished_at, state, "
                               "message, counters, coverage_start, coverage_end FROM runs ";

// The hash comes by a subquery, not a join: rows that an OFFSET skips then cost no look-up.
const std::string testColumns
    = "SELECT id, seed, parent, mutation, label, predicted, confidence, failing, kept, verified, gain, step, "
      "at_calls, at_tests, at_seconds, l0, l1, l2, linf, "
      "(SELECT sha256 FROM images WHERE images.id = tests.image_id), "
      "(SELECT value FROM surprise WHERE surprise.run_id = tests.run_id AND surprise.test = tests.id)";

RunState stateFromName(const std::string &name)
{
    for (const RunState state :
         {RunState::Running, RunState::Finished, RunState::Stopped, RunState::Failed}) {
        if (name == stateName(state))
            return state;
    }
    throw Error(ErrorCode::BadData, "the session is damaged: a run in state '" + name + "'");
}

RunRecord readRun(const Query &row)
{
    RunRecord run;
    run.id = row.integer(0);
    run.uuid = row.text(1);
    run.generator = row.text(2);
    run.criterion = row.text(3);
    run.seed = std::uint64_t(row.integer(4));
    run.config = row.text(5);
    run.project = row.text(6);
    run.versions = row.text(7);
    run.startedAt = row.text(8);
    run.finishedAt = row.text(9);
    run.state = stateFromName(row.text(10));
    run.message = row.text(11);
    run.counters = countersFromJson(nlohmann::json::parse(row.text(12)));
    run.coverageStart = row.real(13);
    run.coverageEnd = row.real(14);
    return run;
}

TestRecord readTest(const Query &row)
{
    TestRecord test;
    test.id = row.integer(0);
    test.seed = row.small(1);
    test.parent = row.integer(2);
    test.mutation = mutationFromJson(nlohmann::json::parse(row.text(3)));
    test.label = row.small(4);
    test.predicted = row.small(5);
    test.confidence = float(row.real(6));
    test.failing = row.boolean(7);
    test.kept = row.boolean(8);
    test.verified = row.boolean(9);
    test.gain = row.real(10);
    test.step = row.integer(11);
    test.atCalls = row.integer(12);
    test.atTests = row.integer(13);
    test.atSeconds = row.real(14);
    test.l0 = row.integer(15);
    test.l1 = row.real(16);
    test.l2 = row.real(17);
    test.linf = row.small(18);
    test.imageSha256 = row.text(19);
    if (const double surprise = row.real(20); !std::isnan(surprise))
        test.surprise = surprise;
    return test;
}

// A fixed text each, so that nothing has to be bound.
std::string humanClause(HumanVerdict verdict)
{
    const std::string labelled
        = "EXISTS (SELECT 1 FROM label_verdicts WHERE test = tests.id AND run_uuid = (SELECT uuid FROM runs "
          "WHERE runs.id = tests.run_id)";
    if (verdict == HumanVerdict::Unlabelled)
        return " AND NOT " + labelled + ")";
    if (verdict == HumanVerdict::ValidUnclear)
        return " AND " + labelled + " AND verdict IN ('valid', 'valid-same', 'valid-other'))";
    return " AND " + labelled + " AND verdict = '" + humanVerdictName(verdict) + "')";
}

std::string whereClause(const TestFilter &filter)
{
    std::string clause = " FROM tests WHERE run_id = ?";
    const auto add = [&](bool given, const char *column) {
        clause += given ? std::string(" AND ") + column + " = ?" : "";
    };
    add(filter.failing.has_value(), "failing");
    add(filter.verified.has_value(), "verified");
    add(filter.kept.has_value(), "kept");
    add(filter.label.has_value(), "label");
    add(filter.predicted.has_value(), "confidence IS NOT NULL AND predicted"); // null: no prediction
    add(filter.mutator.has_value(), "mutator");
    if (filter.predicts)
        clause += *filter.predicts ? " AND confidence IS NOT NULL" : " AND confidence IS NULL";
    return filter.human ? clause + humanClause(*filter.human) : clause;
}

// In the order of whereClause.
void bindFilter(Query &query, std::int64_t run, const TestFilter &filter)
{
    query.bind(run);
    const auto bind = [&](const auto &value) {
        if (value)
            query.bind(*value);
    };
    bind(filter.failing);
    bind(filter.verified);
    bind(filter.kept);
    bind(filter.label);
    bind(filter.predicted);
    bind(filter.mutator);
}

std::string stringOf(const std::vector<std::uint8_t> &bytes)
{
    return std::string(bytes.begin(), bytes.end());
}

// Rows of a run through read(query); a run that does not exist is an error, one without rows is not.
template <typename Read>
auto rowsOfRun(Connection &connection, const std::string &sql, std::int64_t run, Read read)
{
    checkRun(connection, run);
    std::vector<decltype(read(std::declval<const Query &>()))> rows;
    Query query = connection.query(sql);
    query.bind(run);
    while (query.step())
        rows.push_back(read(query));
    return rows;
}

TestRecord findTest(Connection &connection, std::int64_t run, std::int64_t id)
{
    Query query = connection.query(testColumns + " FROM tests WHERE run_id = ? AND id = ?");
    if (!query.bind(run, id).step())
        throwNoTest(connection, run, id);
    return readTest(query);
}

// One step up a lineage; ids only ever fall, so that a damaged file cannot make it endless.
TestRecord parentOf(Connection &connection, std::int64_t run, const TestRecord &test)
{
    Query query = connection.query(testColumns + " FROM tests WHERE run_id = ? AND id = ?");
    if (test.parent < 0 || test.parent >= test.id || !query.bind(run, test.parent).step())
        throwDamaged(connection.file(),
                     "test " + std::to_string(test.id) + " of run " + std::to_string(run)
                         + " comes from test " + std::to_string(test.parent) + ", which is not there");
    return readTest(query);
}

} // namespace

std::vector<RunRecord> SessionStore::runs() const
{
    return m->guard([&] {
        std::vector<RunRecord> rows;
        Query query = m->connection.query(runColumns + "ORDER BY id");
        while (query.step())
            rows.push_back(readRun(query));
        return rows;
    });
}

RunRecord SessionStore::run(std::int64_t run) const
{
    return m->guard([&] {
        Query query = m->connection.query(runColumns + "WHERE id = ?");
        if (!query.bind(run).step())
            throwNoRun(m->connection, run);
        return readRun(query);
    });
}

std::vector<SeedRecord> SessionStore::seeds(std::int64_t run) const
{
    return m->guard([&] {
        return rowsOfRun(
            m->connection,
            "SELECT seed, dataset_index, label, probabilities FROM seeds WHERE run_id = ? "
            "ORDER BY seed",
            run, [](const Query &row) {
                return SeedRecord{row.small(0), row.integer(1), row.small(2), row.floats(3), Image()};
            });
    });
}

Image SessionStore::seedImage(std::int64_t run, int seed) const
{
    return m->guard([&] {
        Query query = m->connection.query("SELECT png FROM seeds JOIN images ON images.id = seeds.image_id "
                                          "WHERE run_id = ? AND seed = ?");
        if (!query.bind(run, seed).step())
            throwNoSeed(m->connection, run, seed);
        return decodePng(query.bytes(0));
    });
}

std::int64_t SessionStore::testCount(std::int64_t run, const TestFilter &filter) const
{
    return m->guard([&] {
        checkRun(m->connection, run);
        Query query = m->connection.query("SELECT count(*)" + whereClause(filter));
        bindFilter(query, run, filter);
        query.step();
        return query.integer(0);
    });
}

std::vector<TestRecord> SessionStore::tests(std::int64_t run, const TestFilter &filter, std::int64_t offset,
                                            std::int64_t limit) const
{
    return m->guard([&] {
        checkRun(m->connection, run);
        std::vector<TestRecord> rows;
        Query query
            = m->connection.query(testColumns + whereClause(filter) + " ORDER BY id LIMIT ? OFFSET ?");
        bindFilter(query, run, filter);
        query.bind(limit, offset);
        while (query.step())
            rows.push_back(readTest(query));
        return rows;
    });
}

TestRecord SessionStore::test(std::int64_t run, std::int64_t test) const
{
    return m->guard([&] {
        Query query
            = m->connection.query(testColumns + ", probabilities FROM tests WHERE run_id = ? AND id = ?");
        if (!query.bind(run, test).step())
            throwNoTest(m->connection, run, test);
        TestRecord record = readTest(query);
        record.probabilities = query.floats(21);
        return record;
    });
}

std::vector<std::uint8_t> SessionStore::png(std::int64_t run, std::int64_t test) const
{
    return m->guard([&] {
        Query query = m->connection.query("SELECT png FROM tests JOIN images ON images.id = tests.image_id "
                                          "WHERE run_id = ? AND tests.id = ?");
        if (!query.bind(run, test).step())
            throwNoTest(m->connection, run, test);
        return query.bytes(0);
    });
}

Image SessionStore::image(std::int64_t run, std::int64_t test) const
{
    return decodePng(png(run, test));
}

std::vector<TestRecord> SessionStore::lineage(std::int64_t run, std::int64_t test) const
{
    return m->guard([&] {
        std::vector<TestRecord> chain = {findTest(m->connection, run, test)};
        while (chain.back().parent != 0)
            chain.push_back(parentOf(m->connection, run, chain.back()));
        std::reverse(chain.begin(), chain.end());
        return chain;
    });
}

std::vector<CoveragePoint> SessionStore::coverage(std::int64_t run) const
{
    return m->guard([&] {
        return rowsOfRun(
            m->connection,
            "SELECT seconds, calls, tests, failing, value FROM coverage WHERE run_id = ? ORDER BY id", run,
            [](const Query &row) {
                return CoveragePoint{row.real(0), row.integer(1), row.integer(2), row.integer(3),
                                     row.real(4)};
            });
    });
}

Yields SessionStore::yields(std::int64_t run) const
{
    return m->guard([&] {
        const auto rows = rowsOfRun(
            m->connection, "SELECT mutator, tried, accepted, failing, kept FROM yields WHERE run_id = ?", run,
            [](const Query &row) {
                return std::pair(
                    row.text(0),
                    MutatorYield{row.integer(1), row.integer(2), row.integer(3), row.integer(4)});
            });
        return Yields(rows.begin(), rows.end());
    });
}

std::vector<LogEntry> SessionStore::log(std::int64_t run) const
{
    return m->guard([&] {
        return rowsOfRun(m->connection, "SELECT seconds, level, text FROM log WHERE run_id = ? ORDER BY id",
                         run, [](const Query &row) {
                             return LogEntry{row.real(0), row.text(1), row.text(2)};
                         });
    });
}

std::optional<SessionStore::SavedState> SessionStore::savedState(std::int64_t run) const
{
    return m->guard([&]() -> std::optional<SavedState> {
        checkRun(m->connection, run);
        Query query = m->connection.query("SELECT generator, criterion FROM states WHERE run_id = ?");
        if (!query.bind(run).step())
            return std::nullopt;
        return SavedState{stringOf(query.bytes(0)), stringOf(query.bytes(1))};
    });
}

} // namespace mutascope
