// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/core/run/run_fixture.h"
#include <SQLiteCpp/Database.h>
#include <fstream>
#include <set>
#include <thread>

namespace mutascope::test {
namespace {

class ControlTest : public RunTest { };

RunConfig endless(const RunConfig &quick)
{
    RunConfig config = quick;
    config.budget = {};
    config.budget.seconds = 120;
    return config;
}

TEST_F(ControlTest, StopFinishesTheStepAndCanBeResumed)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    observed.hook = [&](const RunEvent &event) {
        if (const auto *point = std::get_if<CoverageEvent>(&event); point && point->point.tests > 300)
            control.stop();
    };
    const RunRecord stopped = execute(store, endless(quickConfig("deephunter", 0)));
    EXPECT_EQ(stopped.state, RunState::Stopped);
    EXPECT_GT(stopped.counters.tests, 300);
    EXPECT_EQ(stopped.counters.verified, stopped.counters.failing);

    RunControl again;
    Budget budget;
    budget.modelCalls = stopped.counters.modelCalls + 1000;
    const RunRecord resumed = resumeRun(store, stopped.id, budget, again, observed, options);
    EXPECT_EQ(resumed.state, RunState::Finished);
    EXPECT_GE(resumed.counters.modelCalls, stopped.counters.modelCalls + 1000);
    EXPECT_TRUE(replayRun(store, stopped.id, again, observed, options).same());
}

TEST_F(ControlTest, VerificationBehindTheSearchVerifiesAll)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    RunConfig config = quickConfig("deephunter", 2000);
    config.threads = int(std::thread::hardware_concurrency()); // none is left for the recorder
    std::set<double> fractions;
    observed.hook = [&](const RunEvent &event) {
        if (const auto *phase = std::get_if<PhaseEvent>(&event); phase && phase->phase == "verifying")
            fractions.insert(phase->fraction);
    };
    const RunRecord behind = execute(store, config);
    EXPECT_GT(behind.counters.verified, 0);
    EXPECT_EQ(behind.counters.verified, behind.counters.failing);
    EXPECT_EQ(behind.counters.verifyCalls, behind.counters.failing);
    EXPECT_GT(behind.counters.verifySeconds, 0);
    EXPECT_EQ(*fractions.rbegin(), 1.0);
    TestFilter open;
    open.failing = true;
    open.verified = false;
    EXPECT_EQ(store.testCount(behind.id, open), 0);
}

TEST_F(ControlTest, AnAbortLeavesTheRestUnverifiedAndAResumedRunDoesIt)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    RunConfig config = quickConfig("deephunter", 2000);
    config.threads = int(std::thread::hardware_concurrency());
    observed.hook = [&](const RunEvent &event) {
        if (const auto *phase = std::get_if<PhaseEvent>(&event); phase && phase->phase == "verifying")
            control.abort(); // behind the first batch
    };
    const RunRecord run = execute(store, config);
    EXPECT_GT(run.counters.verified, 0);
    EXPECT_LT(run.counters.verified, run.counters.failing);
    observed.hook = {};
    RunControl again;
    Budget budget;
    budget.modelCalls = run.counters.modelCalls + 500;
    const RunRecord resumed = resumeRun(store, run.id, budget, again, observed, options);
    EXPECT_GT(resumed.counters.failing, run.counters.failing);
    EXPECT_EQ(resumed.counters.verified, resumed.counters.failing);
}

TEST_F(ControlTest, AbortKeepsTheLastCheckpoint)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    observed.hook = [&](const RunEvent &event) {
        if (const auto *point = std::get_if<CoverageEvent>(&event); point && point->point.tests > 0)
            control.abort();
    };
    const RunRecord run = execute(store, endless(quickConfig("deephunter", 0)));
    EXPECT_EQ(run.state, RunState::Stopped);
    TestFilter failing;
    failing.failing = true;
    EXPECT_EQ(run.counters.failing, store.testCount(run.id, failing));
    RunControl again;
    EXPECT_TRUE(replayRun(store, run.id, again, observed, options).same());
}

TEST_F(ControlTest, PauseAndSingleSteps)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    control.pause();
    std::vector<std::int64_t> steps;
    // A paused run reports itself just before it waits; each report asks for one more step.
    observed.hook = [&](const RunEvent &event) {
        if (const auto *progress = std::get_if<ProgressEvent>(&event)) {
            if (steps.empty() || steps.back() != progress->counters.steps)
                steps.push_back(progress->counters.steps);
            if (progress->counters.steps == 3)
                control.stop();
            else
                control.singleStep();
        }
    };
    const RunRecord run = execute(store, endless(quickConfig("deephunter", 0)));
    EXPECT_EQ(run.state, RunState::Stopped);
    EXPECT_GE(run.counters.steps, 3);
    ASSERT_GE(steps.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(steps[i], std::int64_t(i));
}

TEST_F(ControlTest, StopDuringThePreparationStoresNothing)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    observed.hook = [&](const RunEvent &event) {
        if (const auto *phase = std::get_if<PhaseEvent>(&event); phase && phase->phase == "profiling")
            control.stop();
    };
    EXPECT_THROW(execute(store, quickConfig("deephunter", 500)), Error);
    EXPECT_TRUE(store.runs().empty());
}

TEST_F(ControlTest, ResumeOfAUsedUpBudgetSaysSo)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, quickConfig("random", 300));
    try {
        resumeRun(store, run.id, {}, control, observed, options);
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        EXPECT_NE(error.message().find("budget"), std::string::npos);
    }
    EXPECT_EQ(store.run(run.id).state, RunState::Finished);
}

TEST_F(ControlTest, ProfileIsTakenFromTheCacheAndADamagedOneIsMadeAnew)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunConfig config = quickConfig("deephunter", 500);
    const RunRecord first = execute(store, config);
    EXPECT_GE(first.counters.profileCalls, 512);
    const RunRecord cached = execute(store, config);
    EXPECT_EQ(cached.counters.profileCalls, first.counters.profileCalls - 512);
    EXPECT_DOUBLE_EQ(cached.coverageStart, first.coverageStart);
    for (const auto &entry : std::filesystem::directory_iterator(options.cacheFolder))
        std::ofstream(entry.path(), std::ios::trunc) << "damaged";
    const RunRecord again = execute(store, config);
    EXPECT_EQ(again.counters.profileCalls, first.counters.profileCalls);
    EXPECT_DOUBLE_EQ(again.coverageEnd, first.coverageEnd);
}

TEST_F(ControlTest, ReplaySeesAChangedTest)
{
    const auto file = sessionFile("a.mscope");
    std::int64_t id = 0;
    {
        SessionStore store(file, SessionStore::Mode::Create);
        id = execute(store, quickConfig("deephunter", 1000)).id;
    }
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE)
        .exec("UPDATE tests SET predicted = (predicted + 1) % 10 WHERE id = 3");
    const SessionStore store(file, SessionStore::Mode::ReadOnly);
    const ReplayResult replay = replayRun(store, id, control, observed, options);
    EXPECT_EQ(replay.different, 1);
    ASSERT_EQ(replay.text.size(), 1u);
    EXPECT_EQ(replay.text[0].find("test 3:"), 0u) << replay.text[0];
}

} // namespace
} // namespace mutascope::test
