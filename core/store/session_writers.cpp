// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/store/session_impl.h"
#include "core/store/uuid.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

std::string utcNow()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts));
}

int bigEndian(const std::uint8_t *bytes)
{
    return int(std::uint32_t(bytes[0]) << 24 | std::uint32_t(bytes[1]) << 16 | std::uint32_t(bytes[2]) << 8
               | bytes[3]);
}

// From the header chunk, which is always the first: the pixels need not be unpacked.
ImageShape shapeOfPng(const std::vector<std::uint8_t> &png)
{
    static constexpr std::array<std::uint8_t, 16> start
        = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R'};
    if (png.size() < 33 || !std::equal(start.begin(), start.end(), png.begin()))
        throw Error(ErrorCode::Internal, "a test's image is not in PNG format");
    const int colourType = png[25];
    if (png[24] != 8 || (colourType != 0 && colourType != 2))
        throw Error(ErrorCode::Internal, "a test's PNG is neither 8-bit grey nor 8-bit RGB");
    return {bigEndian(&png[20]), bigEndian(&png[16]), colourType == 0 ? 1 : 3};
}

std::optional<std::int64_t> findImage(Connection &connection, const std::string &hash,
                                      const ImageShape &shape)
{
    Query find = connection.query(
        "SELECT id FROM images WHERE sha256 = ? AND height = ? AND width = ? AND channels = ?");
    find.bind(hash, shape.height, shape.width, shape.channels);
    return find.step() ? std::optional(find.integer(0)) : std::nullopt;
}

// The row of these pixels; made where they are new.
template <typename MakePng>
std::int64_t imageRow(Connection &connection, const std::string &hash, const ImageShape &shape,
                      MakePng makePng)
{
    if (hash.size() != 64)
        throw Error(ErrorCode::Internal, "a test's image has no SHA-256: '" + hash + "'");
    if (const auto found = findImage(connection, hash, shape))
        return *found;
    Query insert = connection.query(
        "INSERT INTO images (sha256, height, width, channels, png) VALUES (?, ?, ?, ?, ?)");
    insert.bind(hash, shape.height, shape.width, shape.channels, makePng()).run();
    return connection.database().getLastInsertRowid();
}

void insertSeed(Connection &connection, std::int64_t run, const SeedRecord &seed)
{
    const std::int64_t image = imageRow(connection, seed.image);
    Query insert
        = connection.query("INSERT INTO seeds (run_id, seed, dataset_index, label, image_id, probabilities) "
                           "VALUES (?, ?, ?, ?, ?, ?)");
    insert.bind(run, seed.index, seed.datasetIndex, seed.label, image, seed.probabilities).run();
}

std::int64_t insertRun(Connection &connection, const RunRecord &run)
{
    Query insert = connection.query(
        "INSERT INTO runs (uuid, generator, criterion, seed, started_at, finished_at, state, message, "
        "counters, coverage_start, coverage_end, config, project, versions) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(randomUuid(), run.generator, run.criterion, std::int64_t(run.seed),
                run.startedAt.empty() ? utcNow() : run.startedAt, run.finishedAt,
                std::string(stateName(run.state)), run.message, toJson(run.counters).dump(),
                run.coverageStart, run.coverageEnd, run.config, run.project, run.versions);
    insert.run();
    return connection.database().getLastInsertRowid();
}

void insertTest(Connection &connection, std::int64_t run, const TestRecord &test,
                const std::vector<std::uint8_t> &png)
{
    const auto image = imageRow(connection, test.imageSha256, shapeOfPng(png), [&] { return png; });
    Query insert = connection.query(
        "INSERT INTO tests (run_id, id, seed, parent, mutator, mutation, label, predicted, confidence, "
        "failing, kept, verified, gain, step, at_calls, at_tests, at_seconds, l0, l1, l2, linf, image_id, "
        "probabilities) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(run, test.id, test.seed, test.parent, test.mutation.mutator, toJson(test.mutation).dump());
    insert.bind(test.label, test.predicted, double(test.confidence), test.failing, test.kept, test.verified);
    insert.bind(test.gain, test.step, test.atCalls, test.atTests, test.atSeconds);
    insert.bind(test.l0, test.l1, test.l2, test.linf, image, test.probabilities).run();
    if (test.surprise)
        connection.query("INSERT INTO surprise (run_id, test, value) VALUES (?, ?, ?)")
            .bind(run, test.id, *test.surprise)
            .run();
}

void insertCoverage(Connection &connection, std::int64_t run, const CoveragePoint &point)
{
    Query insert = connection.query(
        "INSERT INTO coverage (run_id, seconds, calls, tests, failing, value) VALUES (?, ?, ?, ?, ?, ?)");
    insert.bind(run, point.seconds, point.calls, point.tests, point.failing, point.value).run();
}

void insertLog(Connection &connection, std::int64_t run, const LogEntry &entry)
{
    Query insert = connection.query("INSERT INTO log (run_id, seconds, level, text) VALUES (?, ?, ?, ?)");
    insert.bind(run, entry.seconds, entry.level, entry.text).run();
}

void replaceYields(Connection &connection, std::int64_t run, const Yields &yields)
{
    connection.query("DELETE FROM yields WHERE run_id = ?").bind(run).run();
    for (const auto &[mutator, yield] : yields) {
        Query insert = connection.query(
            "INSERT INTO yields (run_id, mutator, tried, accepted, failing, kept) VALUES (?, ?, ?, ?, ?, ?)");
        insert.bind(run, mutator, yield.tried, yield.accepted, yield.failing, yield.kept).run();
    }
}

std::span<const std::uint8_t> bytesOf(const std::string &text)
{
    return {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()};
}

void replaceState(Connection &connection, std::int64_t run, const Checkpoint &checkpoint)
{
    Query insert
        = connection.query("INSERT OR REPLACE INTO states (run_id, generator, criterion) VALUES (?, ?, ?)");
    insert.bind(run, bytesOf(checkpoint.generatorState), bytesOf(checkpoint.criterionState)).run();
}

// A run that is written to goes on: after a crash it must not look as it did when it was stopped before.
void updateProgress(Connection &connection, std::int64_t run, const Checkpoint &checkpoint)
{
    Query update = connection.query(
        "UPDATE runs SET counters = ?, coverage_end = ?, state = 'running', finished_at = '', message = '' "
        "WHERE id = ?");
    update.bind(toJson(checkpoint.counters).dump(), checkpoint.coverageEnd, run);
    if (update.run() == 0)
        throwNoRun(connection, run);
}

} // namespace

std::int64_t imageRow(Connection &connection, const Image &image)
{
    return imageRow(connection, sha256(image.pixels), image.shape, [&] { return encodePng(image); });
}

std::int64_t SessionStore::createRun(RunRecord run, const std::vector<SeedRecord> &seeds)
{
    std::int64_t id = 0;
    Connection &connection = m->connection;
    m->guard([&] {
        inTransaction(connection, [&] {
            id = insertRun(connection, run);
            for (const SeedRecord &seed : seeds)
                insertSeed(connection, id, seed);
        });
    });
    return id;
}

void SessionStore::writeCheckpoint(std::int64_t run, const Checkpoint &checkpoint)
{
    if (checkpoint.tests.size() != checkpoint.pngs.size())
        throw Error(ErrorCode::Internal, "a checkpoint must have one image a test");
    Connection &connection = m->connection;
    m->guard([&] {
        inTransaction(connection, [&] {
            updateProgress(connection, run, checkpoint);
            for (std::size_t i = 0; i < checkpoint.tests.size(); ++i)
                insertTest(connection, run, checkpoint.tests[i], checkpoint.pngs[i]);
            for (const CoveragePoint &point : checkpoint.coverage)
                insertCoverage(connection, run, point);
            for (const LogEntry &entry : checkpoint.log)
                insertLog(connection, run, entry);
            replaceYields(connection, run, checkpoint.yields);
            replaceState(connection, run, checkpoint);
            writeSearch(connection, run, checkpoint);
            writePaths(connection, run, checkpoint);
            writeTraining(connection, run, checkpoint);
            writeEngines(connection, run, checkpoint);
        });
    });
}

void SessionStore::markVerified(std::int64_t run, const std::vector<std::int64_t> &tests,
                                const std::vector<LogEntry> &log)
{
    Connection &connection = m->connection;
    m->guard([&] {
        inTransaction(connection, [&] {
            for (const std::int64_t test : tests) {
                Query update = connection.query("UPDATE tests SET verified = 1 WHERE run_id = ? AND id = ?");
                if (update.bind(run, test).run() == 0)
                    throw Error(ErrorCode::Internal, "a test that is not stored was verified");
            }
            for (const LogEntry &entry : log)
                insertLog(connection, run, entry);
        });
    });
}

void SessionStore::finishRun(std::int64_t run, RunState state, const std::string &message,
                             const Counters &counters, double coverageStart, double coverageEnd)
{
    Connection &connection = m->connection;
    m->guard([&] {
        connection.checkStillThere();
        Query update = connection.query(
            "UPDATE runs SET state = ?, message = ?, counters = ?, coverage_start = ?, coverage_end = ?, "
            "finished_at = ? WHERE id = ?");
        update.bind(std::string(stateName(state)), message, toJson(counters).dump(), coverageStart,
                    coverageEnd, state == RunState::Running ? std::string() : utcNow(), run);
        if (update.run() == 0)
            throwNoRun(connection, run);
    });
}

void SessionStore::deleteRun(std::int64_t run)
{
    Connection &connection = m->connection;
    m->guard([&] {
        inTransaction(connection, [&] {
            checkRun(connection, run);
            connection
                .query("DELETE FROM losses WHERE training_id IN (SELECT id FROM trainings WHERE run_id = ?)")
                .bind(run)
                .run();
            for (const char *table :
                 {"surprise", "tests", "seeds", "coverage", "yields", "log", "states", "searches",
                  "search_parts", "paths", "trainings", "documents", "run_artefacts", "engine_findings",
                  "engine_models", "engine_coverage", "engine_campaigns"})
                connection.query("DELETE FROM " + std::string(table) + " WHERE run_id = ?").bind(run).run();
            connection
                .query("DELETE FROM label_verdicts WHERE run_uuid = (SELECT uuid FROM runs WHERE id = ?)")
                .bind(run)
                .run(); // labels stay with their images: they are people's work
            connection.query("DELETE FROM runs WHERE id = ?").bind(run).run();
            connection
                .query("DELETE FROM images WHERE NOT EXISTS (SELECT 1 FROM tests WHERE image_id = images.id) "
                       "AND NOT EXISTS (SELECT 1 FROM seeds WHERE image_id = images.id) "
                       "AND NOT EXISTS (SELECT 1 FROM paths WHERE image_id = images.id) "
                       "AND NOT EXISTS (SELECT 1 FROM label_items WHERE image_id = images.id) "
                       "AND NOT EXISTS (SELECT 1 FROM label_items WHERE seed_image_id = images.id)")
                .run();
            connection
                .query("DELETE FROM artefacts WHERE NOT EXISTS (SELECT 1 FROM run_artefacts WHERE "
                       "artefact_id = artefacts.id)")
                .run();
        });
        connection.database().exec("PRAGMA incremental_vacuum"); // gives the room back to the disk
    });
}

} // namespace mutascope
