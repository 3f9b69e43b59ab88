// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/base/expect_error.h"
#include "tests/core/search/toy_problem.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mutascope {
namespace {

const char *const policies[] = {"sampled", "uct"};

// Ten arms with many draws each; arm 7 pays 0.9 on average, the others 0.1 to 0.55.
ToyProblem bandit(std::uint64_t seed)
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &path) {
        return path.empty() ? 10 : path.size() == 1 ? 5000 : 0;
    };
    problem.rewardedAt = [](std::size_t depth) { return depth == 2; };
    problem.outcomeOf = [seed](const SearchPath &path) {
        const double mean = path[0] == 7 ? 0.9 : 0.1 + 0.05 * path[0];
        return Outcome{noise(seed, path) < mean ? 1.0 : 0.0, Finish::Open};
    };
    return problem;
}

TEST(Mcts, BestArmIsVisitedMost)
{
    for (const char *policy : policies)
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            SCOPED_TRACE(policy);
            ToyProblem problem = bandit(seed);
            Mcts search(searchParams({{"policy", policy}, {"iterations", "1000"}, {"depth", "1"}}), problem);
            Rng rng(seed);
            runSearch(search, rng);
            std::int64_t others = 0;
            for (int arm = 0; arm < 10; ++arm)
                if (const std::int32_t node = search.tree().child(0, arm); node >= 0 && arm != 7)
                    others = std::max(others, search.tree().stats(node).visits);
            EXPECT_GT(search.tree().stats(search.tree().child(0, 7)).visits, others);
            EXPECT_EQ(search.tree().stats(0).visits, 1000);
        }
}

TEST(Mcts, UctGivesTheBestArmTheMost)
{
    ToyProblem problem = bandit(3);
    Mcts search(searchParams({{"policy", "uct"}, {"exploration", "0.5"}, {"iterations", "1000"}}), problem);
    Rng rng(3);
    runSearch(search, rng, 1000);
    EXPECT_GT(search.tree().stats(search.tree().child(0, 7)).visits, 500);
}

// First moves 1 to 3 pay at once and lead nowhere; move 0 pays a tenth of that, but the optimum is behind it.
ToyProblem deceptive()
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &path) { return path.size() < 5 ? 4 : 0; };
    problem.outcomeOf = [](const SearchPath &path) {
        const auto zeros = std::find_if(path.begin(), path.end(), [](int action) { return action != 0; });
        const auto right = zeros - path.begin();
        if (right == 0)
            return Outcome{path.size() == 1 ? 1.0 : 0.0, Finish::Open};
        const double rewards[] = {0, 0.1, 1, 3, 6, 10};
        return Outcome{rewards[right], Finish::Open};
    };
    return problem;
}

TEST(Mcts, FindsTheOptimumBehindABadFirstMove)
{
    for (const char *policy : policies)
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            SCOPED_TRACE(policy);
            ToyProblem problem = deceptive();
            Mcts search(searchParams({{"policy", policy}, {"iterations", "100"}, {"depth", "5"}}), problem);
            Rng rng(seed);
            runSearch(search, rng);
            EXPECT_EQ(search.best().reward, 10);
            EXPECT_LT(problem.evaluated.size(), 320u); // of 1364
        }
}

// Rewards grow or shrink at each level: what was good above promises something below.
ToyProblem hills(std::uint64_t seed)
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &path) { return path.size() < 4 ? 8 : 0; };
    problem.rewardedAt = [](std::size_t depth) { return depth == 4; };
    problem.outcomeOf = [seed](const SearchPath &path) {
        double product = 1;
        for (std::size_t length = 1; length <= path.size(); ++length)
            product *= 2 * noise(seed, SearchPath(path.begin(), path.begin() + std::ptrdiff_t(length)));
        return Outcome{product, Finish::Open};
    };
    return problem;
}

double optimum(const ToyProblem &problem, SearchPath path = {})
{
    const bool rewarded = problem.rewardedAt(path.size());
    double best = rewarded ? problem.outcomeOf(path).reward : 0;
    const int actions = problem.actionsOf(path);
    path.push_back(0);
    for (; path.back() < actions; ++path.back())
        best = std::max(best, optimum(problem, path));
    return best;
}

// The best of so many different states, drawn at random among those of full depth, where the optimum is.
double randomBest(ToyProblem &problem, std::size_t evaluations, Rng &rng)
{
    while (problem.evaluated.size() < evaluations) {
        SearchPath path;
        for (int level = 0; level < 4; ++level)
            path.push_back(int(rng.below(8)));
        if (problem.evaluated.count(path) == 0)
            problem.evaluate({path});
    }
    return problem.best;
}

TEST(Mcts, RegretIsSmallerThanThatOfRandomSearch)
{
    for (const char *policy : policies) {
        double regret = 0;
        double randomRegret = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            ToyProblem problem = hills(seed);
            const double most = optimum(problem);
            Rng rng(seed);
            Mcts search(searchParams({{"policy", policy}, {"iterations", "100"}, {"depth", "4"}}), problem);
            runSearch(search, rng);
            ToyProblem again = hills(seed);
            regret += most - search.best().reward;
            randomRegret += most - randomBest(again, problem.evaluated.size(), rng);
        }
        EXPECT_LT(regret, 0.7 * randomRegret) << policy;
    }
}

TEST(Mcts, SameStreamSameSearch)
{
    const auto hash = [](std::uint64_t stream) {
        ToyProblem problem = hashedProblem(5);
        Mcts search(searchParams({{"leaf-batch", "3"}, {"prior-weight", "0.3"}}), problem);
        Rng rng(9, stream);
        runSearch(search, rng);
        SearchHistory history;
        history.append(search.takeChunk());
        return searchSha256(history);
    };
    EXPECT_EQ(hash(1), hash(1));
    EXPECT_NE(hash(1), hash(2));
}

TEST(Mcts, LeafBatchIsEvaluatedInOneGo)
{
    ToyProblem problem = hashedProblem(2);
    Mcts search(searchParams({{"leaf-batch", "4"}, {"iterations", "10"}}), problem);
    Rng rng(1);
    for (int i = 0; i < 3; ++i)
        search.step(rng);
    EXPECT_LE(problem.batches.size(), 3u);
    const SearchChunk chunk = search.takeChunk();
    ASSERT_EQ(chunk.iterations.size(), 10u); // 4 + 4 + 2: no more than a root position has
    EXPECT_EQ(chunk.iterations[3].batch, 0);
    EXPECT_EQ(chunk.iterations[4].batch, 1);
    EXPECT_EQ(chunk.iterations[9].batch, 2);
    for (std::int32_t id = 0; id < search.tree().size(); ++id)
        EXPECT_EQ(search.tree().stats(id).pending, 0);
}

TEST(Mcts, ForbiddenStatesEndTheirBranchWithoutAVisit)
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &) { return 2; };
    problem.outcomeOf = [](const SearchPath &path) {
        return Outcome{1, path[0] == 0 ? Finish::Constraint : Finish::Open};
    };
    Mcts search(searchParams({{"exploration", "1000"}, {"iterations", "8"}, {"depth", "1"}}), problem);
    Rng rng(1);
    runSearch(search, rng);
    const std::int32_t forbidden = search.tree().child(0, 0);
    ASSERT_GE(forbidden, 0);
    EXPECT_EQ(search.tree().node(forbidden).finish, Finish::Constraint);
    EXPECT_EQ(search.tree().stats(forbidden), NodeStats());
    EXPECT_FALSE(search.tree().hasChildren(forbidden));
    EXPECT_EQ(search.tree().stats(0).visits, 7); // of 8 iterations
    const SearchChunk chunk = search.takeChunk();
    EXPECT_EQ(chunk.iterations.size(), 8u);
    EXPECT_EQ(chunk.nodes.at(0)[std::size_t(forbidden)].finish, Finish::Constraint);
    EXPECT_FALSE(chunk.iterations[std::size_t(forbidden) - 1].rewarded);
}

TEST(Mcts, OutcomeMayEndABranch)
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &) { return 2; };
    problem.outcomeOf = [](const SearchPath &) { return Outcome{1, Finish::Depth}; };
    Mcts search(searchParams({}), problem);
    Rng rng(1);
    runSearch(search, rng);
    EXPECT_EQ(search.endReason(), "exhausted");
    EXPECT_EQ(search.tree().size(), 3);
    EXPECT_EQ(search.tree().stats(0).visits, 2); // with their rewards
}

// Whatever is set, the search ends when everything was seen, and it sees everything.
TEST(Mcts, EndsWhenNothingIsLeft)
{
    for (const char *policy : policies)
        for (const char *batch : {"1", "7", "4096"})
            for (const char *widening : {"0", "0.5"}) {
                ToyProblem problem = hashedProblem(11);
                Mcts search(searchParams({{"policy", policy},
                                          {"leaf-batch", batch},
                                          {"widening", widening},
                                          {"rave", "10"},
                                          {"prior-weight", "0.5"},
                                          {"iterations", "100000"}}),
                            problem);
                Rng rng(3);
                runSearch(search, rng);
                EXPECT_EQ(search.endReason(), "exhausted");
                EXPECT_TRUE(search.tree().exhausted(0));
                EXPECT_EQ(search.best().reward, problem.best);
                for (std::int32_t id = 0; id < search.tree().size(); ++id) {
                    const bool open = search.tree().node(id).finish == Finish::Open;
                    EXPECT_EQ(std::int32_t(search.tree().children(id).size()),
                              open ? search.tree().node(id).actions : 0);
                }
            }
}

TEST(Mcts, EndsWithoutReward)
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &) { return 3; };
    problem.outcomeOf = [](const SearchPath &) { return Outcome{0, Finish::Open}; };
    Mcts search(searchParams({}), problem);
    Rng rng(1);
    runSearch(search, rng);
    EXPECT_EQ(search.endReason(), "no-reward");
    EXPECT_EQ(search.best().node, -1);
    EXPECT_EQ(problem.evaluated.size(), 26u);
}

TEST(Mcts, RootDoesNotMoveIntoAnExhaustedChild)
{
    ToyProblem problem; // arm 0 pays most, but ends
    problem.actionsOf = [](const SearchPath &path) { return path.empty() ? 2 : path[0] == 0 ? 0 : 30; };
    problem.outcomeOf = [](const SearchPath &path) { return Outcome{path[0] == 0 ? 9.0 : 1, Finish::Open}; };
    Mcts search(searchParams({{"iterations", "10"}}), problem);
    Rng rng(1);
    while (search.step(rng) == Mcts::Step::Iterated) { }
    EXPECT_EQ(search.root(), search.tree().child(0, 1));
    EXPECT_EQ(search.best().reward, 9);
}

TEST(Mcts, NothingToSearch)
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &) { return 0; };
    Mcts search(searchParams({}), problem);
    Rng rng(1);
    EXPECT_EQ(search.step(rng), Mcts::Step::Ended);
    EXPECT_EQ(search.endReason(), "exhausted");
    EXPECT_EQ(search.takeChunk().nodes.at(0).size(), 1u); // the root
}

TEST(Mcts, FailingEvaluationLeavesTheTreeAsItWas)
{
    ToyProblem problem = hashedProblem(4);
    const ParamSet params = searchParams({{"leaf-batch", "5"}, {"rave", "5"}, {"prior-weight", "1"}});
    Mcts search(params, problem);
    Rng rng(1);
    runSearch(search, rng, 4);
    const std::string before = search.save();
    const auto outcomeOf = std::exchange(problem.outcomeOf, [](const SearchPath &) -> Outcome {
        throw Error(ErrorCode::Io, "no model any more");
    });
    EXPECT_THROW(search.step(rng), Error);
    problem.outcomeOf = outcomeOf;
    ToyProblem second = hashedProblem(4);
    const auto other = Mcts::load(params, second, before);
    Rng one(2);
    Rng two(2);
    runSearch(search, one, 12);
    runSearch(*other, two, 12);
    SearchHistory histories[2];
    histories[0].append(search.takeChunk());
    histories[1].append(other->takeChunk());
    EXPECT_EQ(searchSha256(histories[0]), searchSha256(histories[1]));
    EXPECT_TRUE(other->tree().size() > 40);
}

TEST(Mcts, RefusesWhatIsNoReward)
{
    for (const double reward : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        ToyProblem problem;
        problem.actionsOf = [](const SearchPath &) { return 2; };
        problem.outcomeOf = [reward](const SearchPath &) { return Outcome{reward, Finish::Open}; };
        Mcts search(searchParams({}), problem);
        Rng rng(1);
        expectError(ErrorCode::Internal, "reward", [&] { search.step(rng); });
        EXPECT_EQ(search.tree().size(), 1);
    }
}

} // namespace
} // namespace mutascope
