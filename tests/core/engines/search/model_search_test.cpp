// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/campaign/campaign_config.h"
#include "core/engines/search/model_search.h"
#include "core/search/tree_player.h"
#include "tests/support/fake_judge.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace mutascope::engines {
namespace {

// One search over the faulty engines of the fake judge.
struct Rig {
    explicit Rig(Strategy strategy, const std::map<std::string, std::string> &settings = {})
        : params(searchParams(strategy))
    {
        for (const auto &[name, value] : settings)
            params.set(name, value);
        addFaultyEngines(judge);
        how = searchSettings(strategy, params);
        factory = std::make_unique<ModelFactory>(how, std::nullopt);
        trials = std::make_unique<Trials>(how, judge);
        search = makeModelSearch(how, params, *factory);
    }
    void step(std::uint64_t seed = 1) { search->step(*trials, Rng(seed).sub(steps++)); }
    void runModels(std::int64_t models, std::uint64_t seed = 1)
    {
        while (trials->counts().models < models)
            step(seed);
    }
    bool found(const std::string &engine) const
    {
        const auto &all = trials->findings().findings();
        return std::ranges::any_of(all, [&](const Finding &one) { return one.failure.engine == engine; });
    }

    ParamSet params;
    SearchSettings how;
    FakeJudge judge;
    std::unique_ptr<ModelFactory> factory;
    std::unique_ptr<Trials> trials;
    std::unique_ptr<ModelSearch> search;
    std::uint64_t steps = 0;
};

class EachStrategy : public ::testing::TestWithParam<Strategy> { };

TEST_P(EachStrategy, TheSameSeedGivesTheSameModelsAndFindings)
{
    Rig first(GetParam()), second(GetParam()), other(GetParam());
    first.runModels(60);
    second.runModels(60);
    other.runModels(60, 2);
    EXPECT_EQ(first.trials->modelsSha256(), second.trials->modelsSha256());
    EXPECT_EQ(first.trials->findings().sha256(), second.trials->findings().sha256());
    EXPECT_EQ(first.trials->counts(), second.trials->counts());
    EXPECT_NE(first.trials->modelsSha256(), other.trials->modelsSha256());
}

TEST_P(EachStrategy, RunsAtMostOneModelAStepAndCountsWhatItGenerates)
{
    Rig rig(GetParam());
    for (int i = 0; i < 50; ++i) {
        const std::int64_t before = rig.judge.judged;
        rig.step();
        EXPECT_LE(rig.judge.judged, before + 1);
    }
    EXPECT_EQ(rig.trials->counts().models, rig.judge.judged);
    EXPECT_GE(rig.trials->counts().generated, rig.trials->counts().models);
}

TEST_P(EachStrategy, GoesOnFromASavedStateAsIfNothingHadHappened)
{
    Rig whole(GetParam()), first(GetParam()), second(GetParam());
    whole.runModels(80);
    first.runModels(40);
    first.search->takeChunk();
    second.trials->load(first.trials->save());
    second.trials->findings().restore(first.trials->findings().findings());
    second.search->load(first.search->save(), *second.trials);
    second.steps = first.steps;
    second.runModels(80);
    EXPECT_EQ(whole.trials->modelsSha256(), second.trials->modelsSha256());
    EXPECT_EQ(whole.trials->findings().sha256(), second.trials->findings().sha256());
    EXPECT_EQ(whole.trials->counts(), second.trials->counts());
    EXPECT_EQ(whole.trials->yields(), second.trials->yields());
}

TEST_P(EachStrategy, EveryModelItRunsIsValid)
{
    Rig rig(GetParam(), {{"special", "0.5"}});
    std::int64_t invalid = 0;
    rig.judge.fault = [&](const OperatorGraph &graph) {
        const std::string problem = check(graph);
        invalid += problem.empty() ? 0 : 1;
        return problem;
    };
    rig.runModels(60);
    EXPECT_EQ(invalid, 0);
    EXPECT_EQ(rig.trials->counts().ourFaults, 0);
}

INSTANTIATE_TEST_SUITE_P(All, EachStrategy,
                         ::testing::Values(Strategy::Mcts, Strategy::Random, Strategy::Greedy),
                         [](const auto &one) { return std::string(nameOf(one.param)); });

TEST(TreeModelSearch, FindsPlantedFaultsWithin2000Models)
{
    Rig rig(Strategy::Mcts);
    while (rig.trials->counts().models < 2000
           && !(rig.found("refusing") && rig.found("wrong") && rig.found("crashing")))
        rig.step();
    EXPECT_TRUE(rig.found("refusing"));
    EXPECT_TRUE(rig.found("wrong"));
    EXPECT_TRUE(rig.found("crashing"));
    EXPECT_FALSE(rig.found("sound"));
}

TEST(TreeModelSearch, NodesHaveAtMostThreeChildrenAndNoBlockTwiceOnAPath)
{
    Rig rig(Strategy::Mcts, {{"children", "3"}, {"depth", "4"}});
    SearchHistory history;
    history.description = *rig.search->description();
    for (int i = 0; i < 300; ++i) {
        rig.step();
        history.append(rig.search->takeChunk());
    }
    EXPECT_GT(history.trees.size(), 1U) << "a tree of depth 4 has at most 120 nodes";
    for (const std::vector<SearchNode> &tree : history.nodes) {
        std::vector<int> children(tree.size());
        for (std::size_t id = 1; id < tree.size(); ++id) {
            EXPECT_LE(++children[std::size_t(tree[id].parent)], 3);
            std::set<int> path;
            int depth = 0;
            for (std::size_t at = id; at > 0; at = std::size_t(tree[at].parent), ++depth)
                EXPECT_TRUE(path.insert(tree[at].action).second);
            EXPECT_LE(depth, 4);
        }
    }
}

// The player works the search out again from its history alone: it must meet what the search did.
TEST(TreeModelSearch, ItsHistoryCanBePlayed)
{
    Rig rig(Strategy::Mcts, {{"depth", "3"}});
    auto history = std::make_shared<SearchHistory>();
    history->description = *rig.search->description();
    for (int i = 0; i < 150; ++i) {
        rig.step();
        history->append(rig.search->takeChunk());
    }
    TreePlayer player(history);
    int picks = 0;
    for (std::int64_t at = 1; at <= player.events(); ++at) {
        player.seek(at);
        if (player.current()->phase != TreePlayer::Phase::Selection)
            continue;
        const SearchIteration &done = history->iterations[std::size_t(player.current()->iteration)];
        for (const TreePlayer::Pick &pick : player.picks()) {
            if (pick.node == done.selected)
                continue; // expansion: the problem's choice
            const auto &terms = pick.terms;
            EXPECT_EQ(terms[std::size_t(pick.action)].probability, 1) << "event " << at;
            ++picks;
        }
    }
    EXPECT_GT(picks, 50);
}

TEST(TreeModelSearch, ExpandsWithTheOperatorCoveredLeast)
{
    Rig rig(Strategy::Mcts, {{"subgraphs", "0"}, {"mask-after", "0"}});
    SearchHistory history;
    for (int i = 0; i < 40; ++i) {
        std::map<std::string, double> covered;
        for (const CorpusEntry &entry : rig.how.coverage.corpus)
            covered[entry.name] = rig.trials->coverage().ofOperator(entry.name).total;
        const std::size_t before = history.nodes.empty() ? 1 : history.nodes[0].size();
        rig.step();
        history.append(rig.search->takeChunk());
        ASSERT_EQ(history.nodes[0].size(), before + 1);
        const std::vector<SearchNode> &tree = history.nodes[0];
        const auto nameAt = [&](int action) { return rig.how.graph.blocks[std::size_t(action)].name; };
        const SearchNode &made = tree.back();
        std::set<std::string> taken; // on the path, or a sibling
        for (std::int32_t at = made.parent; at > 0; at = tree[std::size_t(at)].parent)
            taken.insert(nameAt(tree[std::size_t(at)].action));
        for (std::size_t id = 1; id + 1 < tree.size(); ++id)
            if (tree[id].parent == made.parent)
                taken.insert(nameAt(tree[id].action));
        for (const auto &[name, value] : covered)
            if (!taken.contains(name)) {
                EXPECT_LE(covered.at(nameAt(made.action)), value) << name;
            }
    }
}

TEST(TreeModelSearch, MutationsCanBePartOfThePath)
{
    Rig rig(Strategy::Mcts, {{"mutations-in-path", "true"}, {"depth", "3"}});
    const SearchDescription how = *rig.search->description();
    ASSERT_EQ(how.levels.size(), 2U);
    EXPECT_EQ(how.levels[1].size(), std::size_t(mutationKinds) + 1);
    rig.runModels(60);
    std::uint64_t tried = 0;
    for (int kind = 0; kind < mutationKinds; ++kind)
        tried += rig.trials->yields().of(MutationKind(kind)).tried;
    EXPECT_GT(tried, 0U);
}

TEST(TreeModelSearch, RewardsAreWhatTheParameterSays)
{
    for (const char *reward : {"blend", "coverage", "findings", "success"}) {
        Rig rig(Strategy::Mcts, {{"reward", reward}});
        SearchHistory history;
        for (int i = 0; i < 80; ++i) {
            rig.step();
            history.append(rig.search->takeChunk());
        }
        double most = 0;
        bool whole = true; // only 0 and 1
        for (const SearchIteration &done : history.iterations) {
            most = std::max(most, done.reward);
            whole = whole && (done.reward == 0 || done.reward == 1);
        }
        const bool counts = std::string(reward) == "findings" || std::string(reward) == "success";
        EXPECT_EQ(whole, counts) << reward;
        EXPECT_GT(most, 0) << reward;
    }
}

TEST(Search, AKnownIssueIsSeldomRunAgain)
{
    const auto share = [](const char *after) {
        Rig rig(Strategy::Random, {{"mask-after", after}, {"masked-rate", "0"}, {"mutations", "0"}});
        std::int64_t withTile = 0;
        rig.judge.fault = [&](const OperatorGraph &graph) {
            withTile += rig.trials->counts().models >= 400 && firstNode(graph, "Tile", anyAttributes) >= 0;
            return "";
        };
        rig.runModels(600);
        return withTile;
    };
    EXPECT_GT(share("0"), 5);
    EXPECT_EQ(share("10"), 0);
}

TEST(Search, ModelsWithoutNewCoverageAreRunAsOftenAsAsked)
{
    Rig none(Strategy::Mcts, {{"run-without-gain", "0"}, {"size", "2"}});
    double before = 0;
    for (int i = 0; i < 200; ++i) {
        const std::int64_t models = none.trials->counts().models;
        none.step();
        const double now = none.trials->coverage().value().total;
        EXPECT_EQ(none.trials->counts().models > models, now > before);
        before = now;
    }
    Rig all(Strategy::Mcts, {{"run-without-gain", "1"}, {"size", "2"}});
    for (int i = 0; i < 100; ++i)
        all.step();
    EXPECT_EQ(all.trials->counts().models, 100);
}

TEST(Search, GreedyCoversMoreThanRandomWithAsManyModels)
{
    Rig greedy(Strategy::Greedy), random(Strategy::Random);
    greedy.runModels(100);
    random.runModels(100);
    EXPECT_GT(greedy.trials->coverage().value().total, random.trials->coverage().value().total);
}

TEST(Search, MutationsThatLedToCoverageAreCredited)
{
    Rig rig(Strategy::Random, {{"mutations", "3"}});
    rig.runModels(100);
    std::uint64_t tried = 0, covered = 0;
    for (int kind = 0; kind < mutationKinds; ++kind) {
        const MutationYield &yield = rig.trials->yields().of(MutationKind(kind));
        tried += yield.tried;
        covered += yield.covered;
        EXPECT_LE(yield.covered, yield.changed);
    }
    EXPECT_GT(tried, 50U);
    EXPECT_GT(covered, 20U);
}

TEST(SearchParams, EveryNameIsKnownOnceAndLegalByDefault)
{
    for (const Strategy strategy : {Strategy::Mcts, Strategy::Random, Strategy::Greedy}) {
        std::set<std::string> names;
        for (const ParamSpec &spec : campaignParams(strategy)) {
            EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
            EXPECT_FALSE(spec.tooltip.empty() || spec.source.empty()) << spec.name;
            ParamSet params(campaignParams(strategy));
            EXPECT_NO_THROW(params.set(spec.name, mutascope::toText(spec.defaultValue))) << spec.name;
        }
    }
}

} // namespace
} // namespace mutascope::engines
