// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/session_fixture.h"
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <limits>

namespace mutascope {
namespace {

using namespace sessiontest;
using Mode = SessionStore::Mode;

bool matches(const TestRecord &test, const TestFilter &filter)
{
    return (!filter.failing || test.failing == *filter.failing)
        && (!filter.verified || test.verified == *filter.verified)
        && (!filter.kept || test.kept == *filter.kept) && (!filter.label || test.label == *filter.label)
        && (!filter.predicted || test.predicted == *filter.predicted)
        && (!filter.mutator || test.mutation.mutator == *filter.mutator);
}

std::vector<std::int64_t> idsOf(const std::vector<TestRecord> &tests)
{
    std::vector<std::int64_t> ids;
    for (const TestRecord &test : tests)
        ids.push_back(test.id);
    return ids;
}

std::vector<TestFilter> someFilters()
{
    std::vector<TestFilter> filters(9);
    filters[1].failing = true;
    filters[2].failing = false;
    filters[3].verified = true;
    filters[4].kept = true;
    filters[5].label = 3;
    filters[6].predicted = 4;
    filters[7].mutator = "rotate";
    filters[8] = {true, false, false, 9, 0, "blur"};
    return filters;
}

class SessionQuery : public SessionFixture {
protected:
    SessionQuery() { store.createRun(someRun(), {someSeed(0)}); }
    SessionStore store{":memory:", Mode::Create};
};

TEST_F(SessionQuery, FiltersAgreeWithALinearSearch)
{
    store.writeCheckpoint(1, someCheckpoint(1, 240));
    store.createRun(someRun(), {});
    store.writeCheckpoint(2, someCheckpoint(1, 50)); // must not show in run 1
    for (const TestFilter &filter : someFilters()) {
        std::vector<std::int64_t> expected;
        for (std::int64_t id = 1; id <= 240; ++id) {
            if (matches(someTest(id), filter))
                expected.push_back(id);
        }
        ASSERT_FALSE(expected.empty());
        EXPECT_EQ(idsOf(store.tests(1, filter)), expected);
        EXPECT_EQ(store.testCount(1, filter), std::int64_t(expected.size()));
    }
}

TEST_F(SessionQuery, TestsWithoutAPredictionAreFound)
{
    Checkpoint checkpoint = someCheckpoint(1, 12);
    for (const std::size_t test : {2, 5, 6})
        checkpoint.tests[test].confidence = std::numeric_limits<float>::quiet_NaN();
    store.writeCheckpoint(1, checkpoint);
    TestFilter failed, fine, failedAndFailing;
    failed.predicts = failedAndFailing.predicts = false;
    failedAndFailing.failing = true; // 3 6 9 12
    fine.predicts = true;
    EXPECT_EQ(idsOf(store.tests(1, failed)), (std::vector<std::int64_t>{3, 6, 7}));
    EXPECT_EQ(store.testCount(1, fine), 9);
    EXPECT_EQ(store.testCount(1, failedAndFailing), 2);
}

TEST_F(SessionQuery, PagesFollowEachOther)
{
    store.writeCheckpoint(1, someCheckpoint(1, 20));
    TestFilter failing;
    failing.failing = true; // 3 6 9 12 15 18
    EXPECT_EQ(idsOf(store.tests(1, failing, 0, 2)), (std::vector<std::int64_t>{3, 6}));
    EXPECT_EQ(idsOf(store.tests(1, failing, 4, 2)), (std::vector<std::int64_t>{15, 18}));
    EXPECT_EQ(idsOf(store.tests(1, failing, 5)), (std::vector<std::int64_t>{18}));
    EXPECT_TRUE(store.tests(1, failing, 6, 2).empty());
    EXPECT_TRUE(store.tests(1, failing, 0, 0).empty());
}

TEST_F(SessionQuery, TwentyThousandTests)
{
    for (std::int64_t first = 1; first <= 20000; first += 5000)
        store.writeCheckpoint(1, someCheckpoint(first, first + 4999));
    EXPECT_EQ(store.testCount(1), 20000);
    EXPECT_EQ(store.tests(1).size(), 20000u);
    TestFilter filter;
    filter.failing = true;
    EXPECT_EQ(store.testCount(1, filter), 6666);
    EXPECT_EQ(idsOf(store.tests(1, filter, 6665, 10)), (std::vector<std::int64_t>{19998}));
    EXPECT_EQ(store.image(1, 20000), smallImage(20000));
}

TEST_F(SessionQuery, EveryFilterHasAnIndex)
{
    SessionStore(file, Mode::Create).createRun(someRun(), {});
    SQLite::Database database(file.string(), SQLite::OPEN_READONLY);
    for (const std::string column : {"failing", "verified", "kept", "label", "predicted", "mutator"}) {
        SQLite::Statement plan(database,
                               "EXPLAIN QUERY PLAN SELECT id, l1 FROM tests WHERE run_id = 1 AND " + column
                                   + " = 1 ORDER BY id");
        ASSERT_TRUE(plan.executeStep());
        const std::string text = plan.getColumn(3).getString();
        EXPECT_NE(text.find("tests_" + column), std::string::npos) << text;
        EXPECT_FALSE(plan.executeStep()) << "the rows are sorted by hand: " << plan.getColumn(3).getString();
    }
}

TEST_F(SessionQuery, LineageGoesFromTheSeedDown)
{
    Checkpoint checkpoint;
    const std::int64_t parents[] = {0, 0, 1, 2, 3, 3}; // by id; 4 and 5 are siblings
    for (std::int64_t id = 1; id <= 5; ++id) {
        TestRecord test = someTest(id);
        test.parent = parents[id];
        addTest(checkpoint, test, smallImage(int(id)));
    }
    store.writeCheckpoint(1, checkpoint);
    EXPECT_EQ(idsOf(store.lineage(1, 5)), (std::vector<std::int64_t>{1, 2, 3, 5}));
    EXPECT_EQ(idsOf(store.lineage(1, 1)), (std::vector<std::int64_t>{1}));
}

TEST_F(SessionQuery, LineageOfADamagedSessionEnds)
{
    Checkpoint checkpoint;
    TestRecord loop = someTest(3);
    loop.parent = 3;
    TestRecord orphan = someTest(4);
    orphan.parent = 2;
    addTest(checkpoint, loop, smallImage(1));
    addTest(checkpoint, orphan, smallImage(2));
    store.writeCheckpoint(1, checkpoint);
    EXPECT_EQ(errorOf([&] { store.lineage(1, 3); }).code(), ErrorCode::BadData);
    EXPECT_EQ(errorOf([&] { store.lineage(1, 4); }).code(), ErrorCode::BadData);
}

TEST_F(SessionQuery, MissingIdsListWhatThereIs)
{
    store.createRun(someRun(), {});
    store.createRun(someRun(), {});
    store.deleteRun(2);
    store.writeCheckpoint(1, someCheckpoint(1, 3));
    store.writeCheckpoint(1, someCheckpoint(7, 7));
    const Error run = errorOf([&] { store.tests(2); });
    EXPECT_EQ(run.code(), ErrorCode::NotFound);
    EXPECT_NE(run.hint().find("1, 3"), std::string::npos) << run.hint();
    const Error test = errorOf([&] { store.test(1, 4); });
    EXPECT_EQ(test.code(), ErrorCode::NotFound);
    EXPECT_NE(test.hint().find("1 to 3, 7"), std::string::npos) << test.hint();
    EXPECT_NE(errorOf([&] { store.image(3, 1); }).hint().find("no tests"), std::string::npos);
    EXPECT_EQ(errorOf([&] { store.seedImage(1, 1); }).code(), ErrorCode::NotFound);
    for (const std::function<void()> &read : std::vector<std::function<void()>>{
             [&] { store.run(9); }, [&] { store.seeds(9); }, [&] { store.seedImage(9, 0); },
             [&] { store.testCount(9); }, [&] { store.png(9, 1); }, [&] { store.lineage(9, 1); },
             [&] { store.coverage(9); }, [&] { store.yields(9); }, [&] { store.log(9); },
             [&] { store.savedState(9); }, [&] { store.writeCheckpoint(9, {}); },
             [&] { store.finishRun(9, RunState::Failed, "", {}, 0, 0); }})
        EXPECT_EQ(errorOf(read).code(), ErrorCode::NotFound);
}

TEST_F(SessionQuery, FailedCheckpointLeavesNothing)
{
    store.writeCheckpoint(1, someCheckpoint(1, 3));
    Checkpoint bad = someCheckpoint(4, 6);
    bad.tests[2].id = 2; // there is one already
    EXPECT_EQ(errorOf([&] { store.writeCheckpoint(1, bad); }).code(), ErrorCode::Internal);
    EXPECT_EQ(store.testCount(1), 3);
    EXPECT_EQ(store.run(1).counters.tests, 3);
    EXPECT_EQ(store.coverage(1).size(), 1u);
    EXPECT_EQ(store.savedState(1)->generator, "state at 3");
    bad.tests[2].id = 6;
    store.writeCheckpoint(1, bad); // and can be written once it is right
    EXPECT_EQ(store.testCount(1), 6);
}

TEST_F(SessionQuery, BadCheckpointsAreRefused)
{
    Checkpoint noImage = someCheckpoint(1, 2);
    noImage.pngs.pop_back();
    EXPECT_EQ(errorOf([&] { store.writeCheckpoint(1, noImage); }).code(), ErrorCode::Internal);
    Checkpoint noPng = someCheckpoint(1, 2);
    noPng.pngs[1] = {1, 2, 3};
    EXPECT_EQ(errorOf([&] { store.writeCheckpoint(1, noPng); }).code(), ErrorCode::Internal);
    Checkpoint noHash = someCheckpoint(1, 2);
    noHash.tests[1].imageSha256 = "";
    EXPECT_EQ(errorOf([&] { store.writeCheckpoint(1, noHash); }).code(), ErrorCode::Internal);
    EXPECT_EQ(store.testCount(1), 0);
}

} // namespace
} // namespace mutascope
