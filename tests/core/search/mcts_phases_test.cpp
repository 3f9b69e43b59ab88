// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/search/toy_problem.h"
#include <cmath>

namespace mutascope {
namespace {

constexpr double near = 1e-6;

// Two arms with rewards 2 and 1; behind each two ends, with rewards 4 and 0. Everything is rewarded.
ToyProblem twoArms()
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &path) { return path.size() < 2 ? 2 : 0; };
    problem.outcomeOf = [](const SearchPath &path) {
        const bool first = path[0] == 0;
        return Outcome{path.size() == 1 ? (first ? 2.0 : 1.0) : (first ? 4.0 : 0.0), Finish::Open};
    };
    return problem;
}

// A stream whose first draw takes arm 0: the first action of a node without children is drawn at random.
Rng streamToArm0()
{
    for (std::uint64_t seed = 1;; ++seed)
        if (Rng(seed).below(2) == 0)
            return Rng(seed);
}

void expectTerms(const ChildTerms &child, double exploit, double explore, double probability)
{
    EXPECT_NEAR(child.exploit, exploit, near);
    EXPECT_NEAR(child.explore, explore, near);
    EXPECT_NEAR(child.probability, probability, near);
}

void expectStats(const Mcts &search, const SearchPath &path, NodeStats stats)
{
    std::int32_t node = 0;
    for (const int action : path)
        node = search.tree().child(node, action);
    ASSERT_GE(node, 0);
    EXPECT_EQ(search.tree().stats(node), stats);
}

class Phases : public ::testing::Test {
protected:
    void start(const char *policy)
    {
        params
            = searchParams({{"policy", policy}, {"exploration", "1.4142135623730951"}, {"first-play", "0"}});
        search = std::make_unique<Mcts>(params, problem);
        search->observePicks([this](std::int32_t node, const std::vector<ChildTerms> &terms, int action) {
            if (node == 0)
                rootTerms = terms;
            picked.emplace_back(node, action);
        });
        ASSERT_EQ(search->step(rng), Mcts::Step::Iterated);
        done = search->takeChunk().iterations;
    }
    void step()
    {
        picked.clear();
        ASSERT_EQ(search->step(rng), Mcts::Step::Iterated);
        done = search->takeChunk().iterations;
        ASSERT_EQ(done.size(), 1u);
    }

    ToyProblem problem = twoArms();
    Rng rng = streamToArm0();
    ParamSet params;
    std::unique_ptr<Mcts> search;
    std::vector<ChildTerms> rootTerms;
    std::vector<std::pair<std::int32_t, int>> picked;
    std::vector<SearchIteration> done;
};

TEST_F(Phases, Uct)
{
    start("uct");
    // Selection stops at the root, which has no child: nothing is picked by terms.
    EXPECT_TRUE(picked.empty());
    EXPECT_EQ(done[0].selected, 0);
    EXPECT_EQ(done[0].firstMade, 1);
    EXPECT_EQ(done[0].made, 1);
    EXPECT_EQ(done[0].reward, 2);
    expectStats(*search, {}, {1, 0, 2, 2});
    expectStats(*search, {0}, {1, 0, 2, 2});

    step(); // N = 2; arm 0: n = 2, mean 2/2, the largest; sqrt(2 ln 2 / 2) = 0.832555; arm 1: sqrt(2 ln 2)
    expectTerms(rootTerms[0], 1, 0.832555, 1);
    expectTerms(rootTerms[1], 0, 1.177410, 0);
    EXPECT_EQ(done[0].selected, 1);
    EXPECT_EQ(done[0].reward, 4);
    expectStats(*search, {}, {2, 0, 6, 4});
    expectStats(*search, {0}, {2, 0, 6, 4});

    step(); // N = 3; arm 0: n = 3, mean 6/3; sqrt(2 ln 3 / 3) = 0.855808; arm 1: sqrt(2 ln 3) = 1.482304
    expectTerms(rootTerms[0], 1, 0.855808, 1);
    expectTerms(rootTerms[1], 0, 1.482304, 0);
    ASSERT_EQ(picked.size(), 2u); // at arm 0 only the end not made yet is left
    EXPECT_EQ(picked[1].first, 1);
    expectStats(*search, {0}, {3, 0, 10, 4});
    EXPECT_TRUE(search->tree().exhausted(1));

    step(); // N = 4; arm 0 is exhausted; arm 1: sqrt(2 ln 4) = 1.665109
    EXPECT_TRUE(rootTerms[0].finished);
    expectTerms(rootTerms[1], 0, 1.665109, 1);
    expectStats(*search, {1}, {1, 0, 1, 1});
    expectStats(*search, {}, {4, 0, 11, 4});

    step();
    step();
    expectStats(*search, {}, {6, 0, 11, 4});
    expectStats(*search, {1}, {3, 0, 1, 1});
    EXPECT_EQ(search->step(rng), Mcts::Step::Ended);
    EXPECT_EQ(search->endReason(), "exhausted");
    EXPECT_EQ(search->best().reward, 4);
    EXPECT_EQ(search->best().node, 2); // the first of the two
    EXPECT_EQ(problem.evaluated.size(), 6u); // all there are
}

TEST_F(Phases, Sampled)
{
    start("sampled");
    expectStats(*search, {0}, {1, 0, 2, 2});
    step(); // potentials 100 + 0.832555 and 1.177410; their sum is 102.009965
    expectTerms(rootTerms[0], 100, 0.832555, 0.988458);
    expectTerms(rootTerms[1], 0, 1.177410, 0.011542);
    const bool first = picked[0].second == 0;
    EXPECT_EQ(done[0].selected, first ? 1 : 0);
    EXPECT_EQ(done[0].reward, first ? 4 : 1);
}

// Only each third level has a reward: an iteration makes three nodes.
TEST(MctsPhases, SimulationRunsToTheFirstReward)
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &path) { return path.size() < 6 ? 2 : 0; };
    problem.rewardedAt = [](std::size_t depth) { return depth > 0 && depth % 3 == 0; };
    problem.outcomeOf = [](const SearchPath &) { return Outcome{1, Finish::Open}; };
    const ParamSet params = searchParams({});
    Mcts search(params, problem);
    Rng rng(4);
    search.step(rng);
    const SearchIteration done = search.takeChunk().iterations.at(0);
    EXPECT_EQ(done.selected, 0);
    EXPECT_EQ(done.firstMade, 1);
    EXPECT_EQ(done.made, 3);
    EXPECT_EQ(done.last, 3);
    EXPECT_EQ(search.tree().depth(3), 3);
    for (std::int32_t id = 0; id <= 3; ++id)
        EXPECT_EQ(search.tree().stats(id), (NodeStats{1, 0, 1, 1}));
}

// Arms of rewards 1, 5, 2 that go on for ever; three visits; the mean of visits from 1 decides.
TEST(MctsPhases, RootMovesToTheLargestMean)
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &path) { return path.empty() ? 3 : 1; };
    problem.outcomeOf = [](const SearchPath &path) {
        const double rewards[] = {1, 5, 2};
        return Outcome{rewards[path[0]], Finish::Open};
    };
    const ParamSet params = searchParams({{"policy", "uct"}, {"iterations", "12"}, {"depth", "3"}});
    Mcts search(params, problem);
    Rng rng(1);
    for (int i = 0; i < 12; ++i)
        ASSERT_EQ(search.step(rng), Mcts::Step::Iterated);
    EXPECT_EQ(search.step(rng), Mcts::Step::Moved);
    EXPECT_EQ(search.root(), search.tree().child(0, 1));
    const std::int32_t root = search.root();
    for (int i = 0; i < 12; ++i)
        ASSERT_EQ(search.step(rng), Mcts::Step::Iterated);
    SearchChunk chunk = search.takeChunk();
    EXPECT_EQ(chunk.iterations.back().root, root);
    ASSERT_EQ(chunk.moves.size(), 1u);
    EXPECT_EQ(chunk.moves[0].kind, SearchMove::Kind::Root);
    EXPECT_EQ(chunk.moves[0].behind, 12);
    runSearch(search, rng);
    EXPECT_EQ(search.endReason(), "levels");
    chunk = search.takeChunk();
    ASSERT_EQ(chunk.moves.size(), 2u); // the second move, then the end after the third position
    EXPECT_EQ(chunk.moves[1].kind, SearchMove::Kind::End);
    EXPECT_EQ(chunk.moves[1].behind, 36);
    EXPECT_EQ(chunk.moves[1].reason, "levels");
    EXPECT_EQ(search.step(rng), Mcts::Step::Ended); // and nothing more happens
    EXPECT_TRUE(search.takeChunk().empty());
}

} // namespace
} // namespace mutascope
