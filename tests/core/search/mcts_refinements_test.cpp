// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/base/expect_error.h"
#include "tests/core/search/toy_problem.h"
#include <cmath>

// What mctsParams() offers beyond the search as published.
namespace mutascope {
namespace {

const char *const policies[] = {"sampled", "uct"};

// Three deep arms of nearly equal worth, each seen before: without virtual loss the whole batch goes to one.
std::size_t armsOfABatch(const char *virtualLoss)
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &path) { return path.empty() ? 3 : 50; };
    problem.outcomeOf = [](const SearchPath &path) { return Outcome{1 + 0.01 * path[0], Finish::Open}; };
    Mcts warm(searchParams({{"policy", "uct"}, {"leaf-batch", "12"}, {"virtual-loss", virtualLoss}}),
              problem);
    Rng rng(1);
    warm.step(rng); // 12: of 26 iterations
    warm.step(rng); // 12 more
    std::set<int> arms;
    for (const SearchIteration &done : warm.takeChunk().iterations)
        if (done.batch == 1)
            arms.insert(warm.tree().path(done.last)[0]);
    return arms.size();
}

TEST(MctsRefinements, VirtualLossSpreadsALeafBatch)
{
    EXPECT_EQ(armsOfABatch("0"), 1u);
    EXPECT_EQ(armsOfABatch("1"), 3u);
}

// The children open at once never pass ceil(w sqrt(N)).
TEST(MctsRefinements, WideningLimitsOpenChildren)
{
    ToyProblem problem;
    problem.actionsOf = [](const SearchPath &path) { return path.empty() ? 50 : 100; };
    problem.outcomeOf = [](const SearchPath &path) { return Outcome{noise(1, path), Finish::Open}; };
    Mcts search(searchParams({{"widening", "1.5"}, {"iterations", "400"}, {"depth", "1"}}), problem);
    Rng rng(2);
    while (search.step(rng) == Mcts::Step::Iterated) {
        const double limit
            = std::ceil(1.5 * std::sqrt(double(search.tree().stats(0).visits))); // N was one less
        EXPECT_LE(double(search.tree().children(0).size()), limit);
    }
    EXPECT_EQ(search.tree().children(0).size(), 30u); // 1.5 sqrt(400): it takes what it may
}

// Evaluations until the optimum of a tree without any hint but the prior.
std::size_t evaluationsToTheGoal(const char *policy, const char *weight, std::vector<double> priors)
{
    std::size_t sum = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        ToyProblem problem;
        problem.actionsOf = [](const SearchPath &path) { return path.size() < 3 ? 5 : 0; };
        problem.outcomeOf = [](const SearchPath &path) {
            return Outcome{path == SearchPath{3, 3, 3} ? 10.0 : 1.0, Finish::Open};
        };
        problem.priorsOf = [&priors](const SearchPath &) { return priors; };
        Mcts search(searchParams({{"policy", policy}, {"prior-weight", weight}, {"iterations", "1000"}}),
                    problem);
        Rng rng(seed);
        while (search.best().reward < 10 && search.step(rng) == Mcts::Step::Iterated) { }
        EXPECT_EQ(search.best().reward, 10);
        sum += problem.evaluated.size();
    }
    return sum;
}

TEST(MctsRefinements, RightPriorsLeadToTheGoalEarlier)
{
    const std::vector<double> right{1, 1, 1, 16, 1}; // need not sum to 1
    for (const char *policy : policies) {
        const std::size_t without = evaluationsToTheGoal(policy, "0", right);
        EXPECT_LT(2 * evaluationsToTheGoal(policy, "1", right), without);
        EXPECT_EQ(evaluationsToTheGoal(policy, "1", {}), without); // a problem that has none
        EXPECT_EQ(evaluationsToTheGoal(policy, "1", {0, 0, 0, 0, 0}), without);
    }
}

TEST(MctsRefinements, RefusesWhatAreNoPriors)
{
    for (const std::vector<double> &priors :
         {std::vector<double>{0.5, 0.5}, {0.5, 0.5, -1, 0, 0}, {std::nan(""), 1, 1, 1, 1}})
        expectError(ErrorCode::Internal, "priors", [&] { evaluationsToTheGoal("uct", "0.5", priors); });
}

// What an action is worth is the same at all levels: RAVE learns it at one and uses it at the others. With
// little exploration, as Gelly & Silver use it.
double rewardWithRave(const char *rave)
{
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        ToyProblem problem;
        problem.actionsOf = [](const SearchPath &path) { return path.size() < 4 ? 12 : 0; };
        problem.rewardedAt = [](std::size_t depth) { return depth == 4; };
        problem.outcomeOf = [seed](const SearchPath &path) {
            double product = 1;
            for (const int action : path)
                product *= noise(seed, {action});
            return Outcome{product, Finish::Open};
        };
        Mcts search(searchParams({{"policy", "uct"},
                                  {"rave", rave},
                                  {"exploration", "0.3"},
                                  {"iterations", "40"},
                                  {"depth", "4"}}),
                    problem);
        Rng rng(seed);
        runSearch(search, rng);
        sum += search.best().reward;
    }
    return sum;
}

TEST(MctsRefinements, RaveLearnsAcrossLevels)
{
    EXPECT_GT(rewardWithRave("20"), 1.1 * rewardWithRave("0"));
}

TEST(MctsRefinements, ParametersSpeakForThemselves)
{
    for (const ParamSpec &spec : mctsParams()) {
        EXPECT_FALSE(spec.tooltip.empty()) << spec.name;
        EXPECT_EQ(spec.tooltip.back(), '.') << spec.name;
        EXPECT_FALSE(spec.source.empty()) << spec.name;
    }
    const SearchDescription how = searchDescription(searchParams({{"policy", "uct"},
                                                                  {"exploration", "0.25"},
                                                                  {"virtual-loss", "3"},
                                                                  {"first-play", "0.75"},
                                                                  {"prior-weight", "0.125"},
                                                                  {"widening", "2"},
                                                                  {"rave", "9"}}));
    EXPECT_EQ(how.policy, "uct");
    EXPECT_EQ(how.exploration, 0.25);
    EXPECT_EQ(how.virtualLoss, 3);
    EXPECT_EQ(how.firstPlay, 0.75);
    EXPECT_EQ(how.priorWeight, 0.125);
    EXPECT_EQ(how.widening, 2);
    EXPECT_EQ(how.rave, 9);
}

} // namespace
} // namespace mutascope
