// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/campaign/campaign_loop.h"
#include "core/engines/campaign/engine_campaign.h"
#include "core/engines/campaign/stored_findings.h"
#include "core/search/tree_player.h"
#include "core/store/engine_records.h"
#include "tests/core/store/session_fixture.h"
#include "tests/support/error_code.h"
#include "tests/support/fake_judge.h"
#include <SQLiteCpp/Database.h>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <thread>

namespace mutascope::engines {
namespace {

using namespace sessiontest;
using Mode = SessionStore::Mode;

CampaignConfig configOf(std::int64_t models, Strategy strategy = Strategy::Mcts)
{
    CampaignConfig config;
    config.engines = {"sound", "refusing", "wrong", "crashing"};
    config.strategy = strategy;
    config.seed = 7;
    config.budget.models = models;
    return config;
}

// What two campaigns are compared by.
struct Result {
    std::string models;
    std::string findings;
    std::string tree;
    std::string yields;
    double coverage = 0;
    bool operator==(const Result &) const = default;
};

Result resultOf(const SessionStore &store, std::int64_t run = 1)
{
    const EngineCampaignRecord campaign = store.engineCampaign(run);
    const auto totals = nlohmann::json::parse(campaign.totals);
    return {totals.at("models_sha256"), totals.at("findings_sha256"), searchSha256(store.search(run)),
            campaign.yields, store.run(run).coverageEnd};
}

class EngineCampaign : public SessionFixture {
protected:
    EngineCampaign() { addFaultyEngines(judge); }

    RunRecord run(const std::filesystem::path &where, const CampaignConfig &config)
    {
        SessionStore store(where, Mode::Create);
        return runCampaign(config, judge, store, control);
    }
    Result whole(const CampaignConfig &config)
    {
        FakeJudge own;
        addFaultyEngines(own);
        SessionStore store(":memory:", Mode::Create);
        RunControl free;
        runCampaign(config, own, store, free);
        return resultOf(store);
    }

    FakeJudge judge;
    RunControl control;
};

TEST_F(EngineCampaign, KeepsModelsFindingsCoverageYieldsAndTrees)
{
    const RunRecord record = run(file, configOf(120));
    EXPECT_EQ(record.state, RunState::Finished);
    EXPECT_EQ(record.generator, campaignGenerator);
    EXPECT_EQ(record.counters.tests, 120);
    const SessionStore store(file, Mode::ReadOnly);
    EXPECT_TRUE(store.isEngineCampaign(1));
    const auto findings = store.engineFindings(1);
    ASSERT_FALSE(findings.empty());
    for (const EngineFindingRecord &finding : findings) {
        const Finding back = storedFinding(store, 1, finding.number);
        const OperatorGraph graph = realise(back.plan).graph;
        EXPECT_EQ(graph.operators(), back.operators);
        EXPECT_EQ(check(graph), "");
        FakeJudge again;
        addFaultyEngines(again);
        bool shown = false;
        for (const EngineVerdict &engine : again.judge(graph).engines)
            for (const EngineFailure &failure : engine.failures)
                shown = shown || failure.signature() == finding.signature;
        EXPECT_TRUE(shown) << finding.signature;
    }
    const auto points = store.engineCoverage(1);
    ASSERT_GT(points.size(), 10U);
    for (std::size_t i = 1; i < points.size(); ++i) {
        EXPECT_GE(points[i].total, points[i - 1].total);
        EXPECT_GE(points[i].models, points[i - 1].models);
    }
    EXPECT_EQ(points.back().models, 120);
    EXPECT_EQ(points.back().total, record.coverageEnd);
    const EngineCampaignRecord campaign = store.engineCampaign(1);
    const auto names = nlohmann::json::parse(campaign.operators);
    EXPECT_EQ(campaign.edges.size(), names.size() * names.size());
    EXPECT_GT(*std::ranges::max_element(campaign.edges), 0U);
    EXPECT_EQ(nlohmann::json::parse(campaign.engines).size(), 4U);
}

TEST_F(EngineCampaign, WhatItCoveredIsReadBack)
{
    const RunRecord record = run(file, configOf(60));
    const SessionStore store(file, Mode::ReadOnly);
    const OperatorCoverage covered = storedCoverage(store, 1);
    EXPECT_EQ(covered.value().total, record.coverageEnd);
    std::vector<std::uint32_t> edges;
    for (const auto &row : covered.edges())
        edges.insert(edges.end(), row.begin(), row.end());
    EXPECT_EQ(edges, store.engineCampaign(1).edges);
    EXPECT_EQ(codeOf([&] { storedCoverage(store, 2); }), ErrorCode::NotFound);
}

TEST_F(EngineCampaign, ItsTreesOpenAsThoseOfOtherRuns)
{
    run(file, configOf(60));
    const SessionStore store(file, Mode::ReadOnly);
    const auto history = std::make_shared<SearchHistory>(store.search(1));
    EXPECT_EQ(history->trees.size(), 1U);
    EXPECT_EQ(history->description.children, 3);
    TreePlayer player(history);
    player.seek(player.events());
    EXPECT_GE(player.state().stats(0).visits, 60);
}

TEST_F(EngineCampaign, SlowEnginesChangeNothing)
{
    const Result quick = whole(configOf(30));
    judge.before = [] { std::this_thread::sleep_for(std::chrono::milliseconds(40)); };
    run(file, configOf(30));
    EXPECT_EQ(resultOf(SessionStore(file, Mode::ReadOnly)), quick);
}

TEST_F(EngineCampaign, StoppedAndResumedIsAsIfItHadNotBeen)
{
    for (const Strategy strategy : {Strategy::Mcts, Strategy::Random, Strategy::Greedy}) {
        const auto place = folder / (std::string(nameOf(strategy)) + ".mscope");
        RunControl stopped;
        judge.judged = 0;
        judge.before = [&] {
            if (judge.judged == 33)
                stopped.stop();
        };
        {
            SessionStore store(place, Mode::Create);
            const RunRecord record = runCampaign(configOf(90, strategy), judge, store, stopped);
            EXPECT_EQ(record.state, RunState::Stopped);
            EXPECT_EQ(record.counters.tests, 34) << "the model at work was finished";
        }
        judge.before = [] {};
        SessionStore store(place, Mode::ReadWrite);
        const RunRecord record = resumeCampaign(store, 1, {}, judge, control);
        EXPECT_EQ(record.state, RunState::Finished);
        EXPECT_EQ(resultOf(store), whole(configOf(90, strategy))) << nameOf(strategy);
    }
}

TEST_F(EngineCampaign, KilledAndResumedIsAsIfItHadNotBeen)
{
    const pid_t child = startChild([&] {
        judge.before = [&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30)); // some checkpoints go by
            if (judge.judged == 100)
                ::kill(::getpid(), SIGKILL);
        };
        SessionStore store(file, Mode::Create);
        runCampaign(configOf(160), judge, store, control);
        return 0;
    });
    ASSERT_EQ(exitCodeOf(child), 128 + SIGKILL);
    SessionStore store(file, Mode::ReadWrite);
    const std::int64_t kept = store.run(1).counters.tests;
    EXPECT_GT(kept, 0);
    EXPECT_LE(kept, 100);
    resumeCampaign(store, 1, {}, judge, control);
    EXPECT_EQ(resultOf(store), whole(configOf(160)));
    EXPECT_EQ(judge.judged, 160 - kept);
}

TEST_F(EngineCampaign, GoesOnWithALargerBudget)
{
    run(file, configOf(40));
    SessionStore store(file, Mode::ReadWrite);
    EXPECT_EQ(codeOf([&] { resumeCampaign(store, 1, {}, judge, control); }), ErrorCode::Usage);
    CampaignBudget more;
    more.models = 80;
    resumeCampaign(store, 1, more, judge, control);
    EXPECT_EQ(resultOf(store), whole(configOf(80)));
}

TEST_F(EngineCampaign, WhatPeopleSaidOfAFindingStays)
{
    run(file, configOf(60));
    SessionStore store(file, Mode::ReadWrite);
    store.triageEngineFinding(1, 1, EngineTriage::KnownLimit, "no such layer");
    CampaignBudget more;
    more.models = 120;
    resumeCampaign(store, 1, more, judge, control);
    EXPECT_EQ(store.engineFindings(1)[0].triage, EngineTriage::KnownLimit);
    EXPECT_EQ(store.engineFindings(1)[0].note, "no such layer");
    EXPECT_EQ(codeOf([&] { store.triageEngineFinding(1, 999, EngineTriage::Ours, ""); }),
              ErrorCode::NotFound);
}

TEST_F(EngineCampaign, OurOwnFaultsAreCountedAndLogged)
{
    judge.fault = [&](const OperatorGraph &) { return judge.judged % 10 == 0 ? "not valid" : ""; };
    run(file, configOf(50));
    const SessionStore store(file, Mode::ReadOnly);
    EXPECT_EQ(nlohmann::json::parse(store.engineCampaign(1).totals).at("our_faults"), 5);
    EXPECT_EQ(store.log(1).size(), 5U);
}

TEST_F(EngineCampaign, EndsWhereNothingIsLeftToCover)
{
    CampaignConfig config = configOf(1000000);
    config.settings = {{"run-without-gain", "0"}, {"size", "1"},    {"mutations", "0"},
                       {"vectors", "1"},          {"special", "0"}, {"tries", "1"}};
    const RunRecord record = run(file, config);
    EXPECT_EQ(record.state, RunState::Finished);
    EXPECT_NE(record.message.find("run-without-gain"), std::string::npos);
}

TEST_F(EngineCampaign, MutatesAStartModelAndRunsItFirst)
{
    GraphConfig graph;
    graph.size = 4;
    CampaignConfig config = configOf(20);
    config.start = {"start.onnx", planGraph(graph, 3)};
    std::vector<OperatorGraph> seen;
    judge.fault = [&](const OperatorGraph &one) {
        seen.push_back(one);
        return "";
    };
    run(file, config);
    ASSERT_EQ(seen.size(), 20U);
    EXPECT_EQ(seen[0], realise(config.start->plan).graph);
    EXPECT_NE(seen[1], seen[0]);
    EXPECT_EQ(campaignOf(SessionStore(file, Mode::ReadOnly), 1).start->plan, config.start->plan);
}

TEST_F(EngineCampaign, AFullDiskIsSaidAndLeavesTheLastCheckpoint)
{
    run(file, configOf(30));
    const Result before = resultOf(SessionStore(file, Mode::ReadOnly));
    const pid_t child = startChild([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{std::filesystem::file_size(file) + 8192, RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            SessionStore store(file, Mode::ReadWrite);
            CampaignBudget more;
            more.models = 3000;
            resumeCampaign(store, 1, more, judge, control);
        } catch (const Error &error) {
            return error.code() == ErrorCode::Io ? 3 : 4;
        }
        return 0;
    });
    ASSERT_EQ(exitCodeOf(child), 3);
    SessionStore store(file, Mode::ReadWrite);
    EXPECT_GE(store.run(1).counters.tests, 30);
    CampaignBudget more;
    more.models = 200;
    if (store.run(1).counters.tests < 200) {
        resumeCampaign(store, 1, more, judge, control);
        EXPECT_EQ(resultOf(store), whole(configOf(200)));
    }
    EXPECT_NE(resultOf(store), before);
}

TEST_F(EngineCampaign, ADamagedStateIsSaid)
{
    run(file, configOf(120));
    ASSERT_FALSE(SessionStore(file, Mode::ReadOnly).engineFindings(1).empty());
    for (const char *statement :
         {"UPDATE states SET generator = x'00112233'", "UPDATE engine_models SET plan = x'0102'",
          "UPDATE engine_findings SET symptom = 'sadness'"}) {
        const auto copy = folder / "copy.mscope";
        std::filesystem::copy_file(file, copy, std::filesystem::copy_options::overwrite_existing);
        {
            SQLite::Database database(copy.string(), SQLite::OPEN_READWRITE);
            database.exec(statement);
        }
        SessionStore store(copy, Mode::ReadWrite);
        CampaignBudget more;
        more.models = 150;
        EXPECT_EQ(codeOf([&] { resumeCampaign(store, 1, more, judge, control); }), ErrorCode::BadData)
            << statement;
    }
}

TEST_F(EngineCampaign, UnknownSettingsAndNoBudgetAreRefusedBeforeThereIsARun)
{
    SessionStore store(file, Mode::Create);
    CampaignConfig config = configOf(10);
    config.settings = {{"depht", "3"}};
    EXPECT_EQ(codeOf([&] { runCampaign(config, judge, store, control); }), ErrorCode::Usage);
    config = configOf(10);
    config.budget = {};
    EXPECT_EQ(codeOf([&] { runCampaign(config, judge, store, control); }), ErrorCode::Usage);
    EXPECT_TRUE(store.runs().empty());
}

TEST_F(EngineCampaign, ConfigurationsSurviveTheirJson)
{
    CampaignConfig config = configOf(10, Strategy::Greedy);
    config.settings = {{"size", "5"}};
    config.budget.seconds = 2.5;
    config.extraEngines = "more.json";
    const CampaignConfig back = campaignConfigFromJson(toJson(config));
    EXPECT_EQ(toJson(back), toJson(config));
    EXPECT_EQ(codeOf([&] { campaignConfigFromJson(nlohmann::json::object()); }), ErrorCode::BadData);
}

} // namespace
} // namespace mutascope::engines
