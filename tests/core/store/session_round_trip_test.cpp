// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/session_fixture.h"
#include <SQLiteCpp/Database.h>
#include <cmath>
#include <limits>
#include <set>

namespace mutascope {
namespace {

using namespace sessiontest;
using Mode = SessionStore::Mode;

class SessionRoundTrip : public SessionFixture {
protected:
    // A count straight from the closed file.
    std::int64_t count(const std::string &table) const
    {
        SQLite::Database database(file.string(), SQLite::OPEN_READONLY);
        return database.execAndGet("SELECT count(*) FROM " + table).getInt64();
    }
};

Counters distinctCounters()
{
    return {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.5, 13.25, 0.1};
}

void expectSame(const Counters &a, const Counters &b)
{
    EXPECT_EQ(std::tie(a.modelCalls, a.tests, a.failing, a.verified, a.kept, a.seeds, a.seedsFailed),
              std::tie(b.modelCalls, b.tests, b.failing, b.verified, b.kept, b.seeds, b.seedsFailed));
    EXPECT_EQ(std::tie(a.queue, a.steps, a.profileCalls, a.verifyCalls, a.seconds, a.modelSeconds,
                       a.secondsOfLastFind),
              std::tie(b.queue, b.steps, b.profileCalls, b.verifyCalls, b.seconds, b.modelSeconds,
                       b.secondsOfLastFind));
}

TestRecord distinctTest()
{
    TestRecord test;
    test.id = 7;
    test.seed = 3;
    test.parent = 5;
    test.mutation = {"noise", {{"amount", 0.1}, {"other", -7}}, 0xfedcba9876543210u};
    test.label = 8;
    test.predicted = 9;
    test.confidence = 0.1f;
    test.failing = true;
    test.verified = true;
    test.gain = 1.0 / 3;
    test.surprise = 2.0 / 7;
    test.step = 11;
    test.atCalls = 1234567890123;
    test.atTests = 13;
    test.atSeconds = 14.5;
    test.l0 = 15;
    test.l1 = 16.75;
    test.l2 = std::sqrt(2.0);
    test.linf = 255;
    test.probabilities = {0.1f, 0.2f, std::numeric_limits<float>::infinity()};
    return test;
}

void expectSame(const TestRecord &a, const TestRecord &b)
{
    EXPECT_EQ(std::tie(a.id, a.seed, a.parent, a.label, a.predicted, a.confidence, a.failing, a.kept),
              std::tie(b.id, b.seed, b.parent, b.label, b.predicted, b.confidence, b.failing, b.kept));
    EXPECT_EQ(std::tie(a.mutation.mutator, a.mutation.values, a.mutation.noiseSeed),
              std::tie(b.mutation.mutator, b.mutation.values, b.mutation.noiseSeed));
    EXPECT_EQ(std::tie(a.verified, a.gain, a.step, a.atCalls, a.atTests, a.atSeconds),
              std::tie(b.verified, b.gain, b.step, b.atCalls, b.atTests, b.atSeconds));
    EXPECT_EQ(std::tie(a.l0, a.l1, a.l2, a.linf, a.surprise), std::tie(b.l0, b.l1, b.l2, b.linf, b.surprise));
}

TEST_F(SessionRoundTrip, RunFieldsComeBack)
{
    RunRecord run = someRun(0xfedcba9876543210u);
    run.startedAt = "2024-05-06T07:08:09Z";
    run.coverageStart = 0.1;
    {
        SessionStore store(file, Mode::Create);
        ASSERT_EQ(store.createRun(run, {}), 1);
        EXPECT_EQ(store.run(1).state, RunState::Running);
        store.finishRun(1, RunState::Failed, "why ✓", distinctCounters(), 0.2, 0.7);
    }
    const RunRecord back = SessionStore(file, Mode::ReadOnly).runs().at(0);
    EXPECT_EQ(std::tie(back.id, back.generator, back.criterion, back.seed, back.config),
              std::make_tuple(1, run.generator, run.criterion, run.seed, run.config));
    EXPECT_EQ(std::tie(back.project, back.versions, back.startedAt, back.message),
              std::make_tuple(run.project, run.versions, run.startedAt, "why ✓"));
    EXPECT_EQ(std::tie(back.coverageStart, back.coverageEnd), std::make_tuple(0.2, 0.7));
    EXPECT_EQ(back.state, RunState::Failed);
    expectSame(back.counters, distinctCounters());
    EXPECT_EQ(back.finishedAt.size(), std::string("2024-05-06T07:08:09Z").size());
}

TEST_F(SessionRoundTrip, UuidsAreVersion4AndDiffer)
{
    SessionStore store(":memory:", Mode::Create);
    std::set<std::string> seen;
    for (int i = 0; i < 20; ++i) {
        const std::string uuid = store.run(store.createRun(someRun(), {})).uuid;
        ASSERT_EQ(uuid.size(), 36u) << uuid;
        EXPECT_EQ(uuid[14], '4') << uuid;
        EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos) << uuid;
        seen.insert(uuid);
    }
    EXPECT_EQ(seen.size(), 20u);
}

TEST_F(SessionRoundTrip, SeedsComeBackWithTheirImages)
{
    SeedRecord colour = someSeed(1);
    colour.image = smallImage(5, 3, 2, 3);
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {someSeed(0), colour});
    }
    const SessionStore store(file, Mode::ReadOnly);
    const auto seeds = store.seeds(1);
    ASSERT_EQ(seeds.size(), 2u);
    EXPECT_EQ(std::tie(seeds[1].index, seeds[1].datasetIndex, seeds[1].label, seeds[1].probabilities),
              std::tie(colour.index, colour.datasetIndex, colour.label, colour.probabilities));
    EXPECT_TRUE(seeds[1].image.pixels.empty());
    EXPECT_EQ(store.seedImage(1, 0), smallImage(0));
    EXPECT_EQ(store.seedImage(1, 1), colour.image);
}

TEST_F(SessionRoundTrip, TestFieldsComeBack)
{
    const Image image = smallImage(77, 5, 6, 3);
    Checkpoint checkpoint;
    addTest(checkpoint, distinctTest(), image);
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {});
        store.writeCheckpoint(1, checkpoint);
    }
    const SessionStore store(file, Mode::ReadOnly);
    const TestRecord back = store.test(1, 7);
    expectSame(back, distinctTest());
    EXPECT_EQ(back.probabilities, distinctTest().probabilities);
    EXPECT_EQ(back.imageSha256, sha256(image.pixels));
    EXPECT_EQ(store.image(1, 7), image);
    EXPECT_EQ(store.png(1, 7), checkpoint.pngs[0]);
    const auto list = store.tests(1);
    ASSERT_EQ(list.size(), 1u);
    expectSame(list[0], distinctTest());
    EXPECT_EQ(list[0].imageSha256, sha256(image.pixels));
    EXPECT_TRUE(list[0].probabilities.empty());
}

TEST_F(SessionRoundTrip, NanOfAMisbehavingModelIsKept)
{
    TestRecord test = someTest(1);
    test.confidence = std::numeric_limits<float>::quiet_NaN();
    test.probabilities = {test.confidence};
    test.gain = -std::numeric_limits<double>::infinity();
    test.surprise = std::numeric_limits<double>::infinity();
    Checkpoint checkpoint;
    addTest(checkpoint, test, smallImage(1));
    SessionStore store(":memory:", Mode::Create);
    store.createRun(someRun(), {});
    store.writeCheckpoint(1, checkpoint);
    const TestRecord back = store.test(1, 1);
    EXPECT_TRUE(std::isnan(back.confidence));
    EXPECT_TRUE(std::isnan(back.probabilities.at(0)));
    EXPECT_EQ(back.gain, test.gain);
    EXPECT_EQ(back.surprise, test.surprise);
}

TEST_F(SessionRoundTrip, CheckpointPartsComeBack)
{
    Checkpoint checkpoint;
    checkpoint.counters = distinctCounters();
    checkpoint.coverageEnd = 0.6;
    checkpoint.coverage = {{1.5, 2, 3, 4, 0.25}, {0.5, 6, 7, 8, 0.125}};
    checkpoint.yields = {{"blur", {1, 2, 3, 4}}, {"rotate", {5, 6, 7, 8}}};
    checkpoint.log = {{1.25, "info", "first"}, {0.5, "warning", ""}};
    checkpoint.generatorState = std::string("a\0b", 3);
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {});
        EXPECT_FALSE(store.savedState(1).has_value());
        store.writeCheckpoint(1, checkpoint);
    }
    const SessionStore store(file, Mode::ReadOnly);
    expectSame(store.run(1).counters, distinctCounters());
    EXPECT_EQ(store.run(1).coverageEnd, 0.6);
    const auto coverage = store.coverage(1); // in the order of writing
    ASSERT_EQ(coverage.size(), 2u);
    EXPECT_EQ(std::tie(coverage[0].seconds, coverage[0].calls, coverage[0].tests, coverage[0].failing,
                       coverage[0].value),
              std::make_tuple(1.5, 2, 3, 4, 0.25));
    EXPECT_EQ(coverage[1].value, 0.125);
    const MutatorYield yield = store.yields(1).at("rotate");
    EXPECT_EQ(std::tie(yield.tried, yield.accepted, yield.failing, yield.kept), std::make_tuple(5, 6, 7, 8));
    const auto log = store.log(1);
    ASSERT_EQ(log.size(), 2u);
    EXPECT_EQ(std::tie(log[0].seconds, log[0].level, log[0].text), std::make_tuple(1.25, "info", "first"));
    EXPECT_EQ(log[1].text, "");
    EXPECT_EQ(store.savedState(1)->generator, std::string("a\0b", 3));
    EXPECT_EQ(store.savedState(1)->criterion, "");
}

TEST_F(SessionRoundTrip, LaterCheckpointsAddAndReplace)
{
    SessionStore store(":memory:", Mode::Create);
    store.createRun(someRun(), {});
    Checkpoint first = someCheckpoint(1, 3);
    first.yields = {{"blur", {1, 1, 1, 1}}, {"gone", {1, 1, 1, 1}}};
    store.writeCheckpoint(1, first);
    Checkpoint second = someCheckpoint(4, 5);
    second.yields = {{"blur", {9, 1, 1, 1}}};
    store.writeCheckpoint(1, second);
    EXPECT_EQ(store.testCount(1), 5);
    EXPECT_EQ(store.coverage(1).size(), 2u);
    EXPECT_EQ(store.yields(1).size(), 1u);
    EXPECT_EQ(store.yields(1).at("blur").tried, 9);
    EXPECT_EQ(store.savedState(1)->generator, "state at 5");
}

TEST_F(SessionRoundTrip, TestsCanBeMarkedAsVerifiedLater)
{
    Checkpoint checkpoint;
    for (const std::int64_t id : {1, 2, 3}) {
        TestRecord test = someTest(id);
        test.verified = false;
        addTest(checkpoint, test, smallImage(int(id)));
    }
    SessionStore store(":memory:", Mode::Create);
    store.createRun(someRun(), {});
    store.writeCheckpoint(1, checkpoint);
    store.markVerified(1, {1, 3}, {{2.5, "warning", "test 2 did not fail again"}});
    EXPECT_TRUE(store.test(1, 1).verified);
    EXPECT_FALSE(store.test(1, 2).verified);
    EXPECT_TRUE(store.test(1, 3).verified);
    EXPECT_EQ(store.log(1).back().text, "test 2 did not fail again");
    EXPECT_THROW(store.markVerified(1, {2, 99}, {}), Error);
    EXPECT_FALSE(store.test(1, 2).verified); // all or nothing
}

TEST_F(SessionRoundTrip, CheckpointAfterFinishMakesItRunAgain)
{
    SessionStore store(":memory:", Mode::Create);
    store.createRun(someRun(), {});
    store.finishRun(1, RunState::Stopped, "by hand", {}, 0, 0);
    store.writeCheckpoint(1, someCheckpoint(1, 1));
    EXPECT_EQ(store.run(1).state, RunState::Running);
    EXPECT_EQ(store.run(1).finishedAt, "");
}

TEST_F(SessionRoundTrip, EqualImagesAreStoredOnce)
{
    {
        SessionStore store(file, Mode::Create);
        const Image flat{{2, 8, 1}, std::vector<std::uint8_t>(16, 9)};
        const Image tall{{8, 2, 1}, std::vector<std::uint8_t>(16, 9)}; // same bytes, another image
        Checkpoint checkpoint;
        addTest(checkpoint, someTest(1), flat);
        addTest(checkpoint, someTest(2), flat);
        addTest(checkpoint, someTest(3), tall);
        SeedRecord seed = someSeed(0);
        seed.image = flat;
        store.createRun(someRun(), {seed});
        store.writeCheckpoint(1, checkpoint);
        EXPECT_EQ(store.image(1, 2), flat);
        EXPECT_EQ(store.image(1, 3), tall);
    }
    EXPECT_EQ(count("images"), 2);
    EXPECT_EQ(count("tests"), 3);
}

TEST_F(SessionRoundTrip, DeleteRunTakesItsOwnImagesOnly)
{
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {someSeed(0, 1)}); // shares image 1 with run 2's test, 2 with nobody
        store.writeCheckpoint(1, someCheckpoint(2, 2));
        store.createRun(someRun(), {someSeed(0, 3)});
        store.writeCheckpoint(2, someCheckpoint(1, 1));
        store.deleteRun(1);
        EXPECT_EQ(store.runs().size(), 1u);
        EXPECT_EQ(store.image(2, 1), smallImage(1));
        EXPECT_EQ(store.seedImage(2, 0), smallImage(3));
        EXPECT_EQ(errorOf([&] { store.run(1); }).code(), ErrorCode::NotFound);
        EXPECT_EQ(errorOf([&] { store.deleteRun(1); }).code(), ErrorCode::NotFound);
        EXPECT_EQ(store.createRun(someRun(), {}), 3); // ids are not used twice
    }
    EXPECT_EQ(count("images"), 2);
    EXPECT_EQ(count("tests"), 1);
    EXPECT_EQ(count("coverage"), 1);
    EXPECT_EQ(count("states"), 1);
}

TEST_F(SessionRoundTrip, DeleteRunGivesTheRoomBack)
{
    const auto sizeAfter = [&](bool deleted) {
        SessionStore(file, Mode::ReadWrite).testCount(2);
        if (deleted)
            SessionStore(file, Mode::ReadWrite).deleteRun(1);
        return std::filesystem::file_size(file);
    };
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {});
        store.createRun(someRun(), {});
    }
    const auto empty = sizeAfter(false);
    SessionStore(file, Mode::ReadWrite).writeCheckpoint(1, someCheckpoint(1, 1000));
    const auto full = sizeAfter(false);
    EXPECT_LT(sizeAfter(true), empty + (full - empty) / 4);
}

TEST_F(SessionRoundTrip, MemorySessionLeavesNoFile)
{
    const auto before = std::filesystem::exists(":memory:");
    SessionStore store(":memory:", Mode::Create);
    store.createRun(someRun(), {someSeed(0)});
    EXPECT_EQ(store.runs().size(), 1u);
    EXPECT_EQ(store.file(), ":memory:");
    EXPECT_EQ(std::filesystem::exists(":memory:"), before);
}

TEST_F(SessionRoundTrip, CreateAddsToAnExistingSession)
{
    SessionStore(file, Mode::Create).createRun(someRun(1), {});
    SessionStore store(file, Mode::Create);
    EXPECT_EQ(store.createRun(someRun(2), {}), 2);
    EXPECT_EQ(store.runs().size(), 2u);
    EXPECT_EQ(store.file(), file);
}

} // namespace
} // namespace mutascope
