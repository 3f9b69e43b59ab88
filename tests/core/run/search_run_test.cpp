// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/search_codec.h"
#include "tests/core/run/run_fixture.h"
#include "tests/core/store/search_fixture.h"
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace mutascope::test {
namespace {

using sessiontest::expectSame;

class SearchRunTest : public RunTest {
protected:
    SearchRunTest()
    {
        observed.hook = [this](const RunEvent &event) { note(event); };
    }

    void note(const RunEvent &event)
    {
        if (std::holds_alternative<RunCreatedEvent>(event))
            told = {};
        if (const auto *search = std::get_if<SearchEvent>(&event)) {
            told.append(*search->chunk);
            if (search->description)
                told.description = *search->description;
        }
        if (const auto *checkpoint = std::get_if<CheckpointEvent>(&event); checkpoint && onCheckpoint)
            onCheckpoint();
    }

    static RunConfig treeConfig(std::int64_t calls)
    {
        RunConfig config = quickConfig("deepsmart", calls);
        config.settings["batch-size"] = "32"; // trees of some size, whatever the defaults are
        config.settings["iterations"] = "20";
        config.settings["depth"] = "5";
        return config;
    }

    SearchHistory told; // by the events of the last run
    std::function<void()> onCheckpoint;
};

// Changes the stored reward of an iteration of the first part, which has one at least.
void changeReward(const std::filesystem::path &file, std::size_t iteration)
{
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    SQLite::Statement read(database, "SELECT packed FROM search_parts WHERE part = 1");
    read.executeStep();
    const auto *bytes = static_cast<const std::uint8_t *>(read.getColumn(0).getBlob());
    SearchChunk chunk = unpackSearch({bytes, std::size_t(read.getColumn(0).getBytes())}, 0);
    read.reset();
    chunk.iterations.at(iteration).reward += 1;
    const std::vector<std::uint8_t> changed = packSearch(chunk);
    SQLite::Statement write(database, "UPDATE search_parts SET packed = ? WHERE part = 1");
    write.bind(1, changed.data(), int(changed.size()));
    write.exec();
}

TEST_F(SearchRunTest, EventsTellWhatIsStored)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, treeConfig(3000));
    const SearchHistory stored = store.search(run.id);
    expectSame(told, stored);
    EXPECT_GT(stored.iterations.size(), 10U);
    EXPECT_EQ(store.searchCounts(run.id).iterations, std::int64_t(stored.iterations.size()));
    EXPECT_FALSE(stored.description.policy.empty());
}

TEST_F(SearchRunTest, ResumedRunTellsAllAndIsTheUninterruptedOne)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord whole = execute(store, treeConfig(4000));
    const RunRecord part = execute(store, treeConfig(1500));
    EXPECT_LT(store.searchCounts(part.id).iterations, store.searchCounts(whole.id).iterations);
    Budget budget;
    budget.modelCalls = 4000;
    RunControl again;
    resumeRun(store, part.id, budget, again, observed, options);
    expectSame(told, store.search(part.id));
    expectSame(store.search(part.id), store.search(whole.id));
    EXPECT_EQ(fingerprints(store, part.id), fingerprints(store, whole.id));
}

TEST_F(SearchRunTest, ReplayMakesTheSameTrees)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, treeConfig(2000));
    const ReplayResult replay = replayRun(store, run.id, control, observed, options);
    EXPECT_TRUE(replay.same()) << (replay.text.empty() ? "" : replay.text[0]);
    EXPECT_EQ(replay.search, store.searchCounts(run.id));
    EXPECT_EQ(replay.treeSha256, searchSha256(store.search(run.id)));
}

TEST_F(SearchRunTest, ReplayNamesAChangedIteration)
{
    const auto file = sessionFile("a.mscope");
    std::int64_t run = 0;
    {
        SessionStore store(file, SessionStore::Mode::Create);
        run = execute(store, treeConfig(2000)).id;
    }
    changeReward(file, 0);
    const SessionStore store(file, SessionStore::Mode::ReadOnly);
    const ReplayResult replay = replayRun(store, run, control, observed, options);
    EXPECT_EQ(replay.different, 1);
    ASSERT_EQ(replay.text.size(), 1U);
    EXPECT_EQ(replay.text[0].find("search tree: iteration 0: reward "), 0U) << replay.text[0];
    EXPECT_NE(replay.treeSha256, searchSha256(store.search(run)));
}

TEST_F(SearchRunTest, AbortKeepsTreesAndTestsOfTheLastCheckpoint)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    int checkpoints = 0;
    onCheckpoint = [&] {
        if (++checkpoints == 2)
            control.abort();
    };
    RunConfig config = treeConfig(0);
    config.budget = {};
    config.budget.seconds = 120;
    const RunRecord run = execute(store, config);
    EXPECT_EQ(run.state, RunState::Stopped);
    const SearchHistory stored = store.search(run.id);
    EXPECT_GT(stored.iterations.size(), 0U);
    EXPECT_LE(stored.iterations.size(), told.iterations.size()); // what was dropped had been told
    onCheckpoint = {};
    RunControl again;
    EXPECT_TRUE(replayRun(store, run.id, again, observed, options).same());
}

TEST_F(SearchRunTest, OtherGeneratorsTellOfNoTrees)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, quickConfig("random", 300));
    EXPECT_TRUE(told.trees.empty());
    EXPECT_EQ(store.searchCounts(run.id), SearchCounts());
    const ReplayResult replay = replayRun(store, run.id, control, observed, options);
    EXPECT_TRUE(replay.same());
    EXPECT_EQ(replay.treeSha256, "");
}

} // namespace
} // namespace mutascope::test
