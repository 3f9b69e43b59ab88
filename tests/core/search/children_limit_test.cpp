// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/search/toy_problem.h"

namespace mutascope {
namespace {

// Chooses its nodes' children itself: from the last action backwards.
class Choosing : public ToyProblem {
public:
    int expansion(const SearchPath &path, const std::vector<int> &made) const override
    {
        return actionsOf(path) - 1 - int(made.size());
    }
};

ParamSet limited(const char *children)
{
    std::vector<ParamSpec> specs = mctsParams();
    ParamSpec spec;
    spec.name = "children";
    spec.defaultValue = std::int64_t(0);
    specs.push_back(spec);
    ParamSet params(specs);
    params.set("policy", "uct");
    params.set("children", children);
    params.set("iterations", "100000");
    params.set("depth", "1");
    return params;
}

Choosing tenActions(std::size_t depth)
{
    Choosing problem;
    problem.actionsOf = [depth](const SearchPath &path) { return path.size() < depth ? 10 : 0; };
    problem.outcomeOf = [](const SearchPath &path) { return Outcome{noise(3, path), Finish::Open}; };
    return problem;
}

TEST(ChildrenLimit, TheProblemChoosesThemAndThereAreNoMore)
{
    Choosing problem = tenActions(3);
    Mcts search(limited("2"), problem);
    Rng rng(1);
    while (search.step(rng) == Mcts::Step::Iterated) { }
    EXPECT_EQ(search.endReason(), "exhausted");
    EXPECT_EQ(search.tree().size(), 1 + 2 + 4 + 8);
    for (const SearchPath &path : problem.evaluated)
        for (const int action : path)
            EXPECT_GE(action, 8);
}

TEST(ChildrenLimit, ANodeIsFullBeforeOneOfItsChildrenIsChosen)
{
    Choosing problem = tenActions(4);
    Mcts search(limited("3"), problem);
    Rng rng(1);
    std::vector<std::size_t> depths;
    for (int i = 0; i < 4; ++i) {
        search.step(rng);
        depths.push_back(std::size_t(search.tree().depth(search.tree().size() - 1)));
    }
    EXPECT_EQ(depths, (std::vector<std::size_t>{1, 1, 1, 2}));
}

TEST(ChildrenLimit, WithAsManyActionsAsChildrenNothingIsHeldBack)
{
    Choosing problem = tenActions(2);
    Mcts search(limited("10"), problem);
    Rng rng(1);
    while (search.step(rng) == Mcts::Step::Iterated) { }
    EXPECT_EQ(search.tree().size(), 1 + 10 + 100);
}

TEST(ChildrenLimit, ALoadedSearchGoesOnAlike)
{
    Choosing first = tenActions(4), second = tenActions(4), whole = tenActions(4);
    Mcts one(limited("3"), first), other(limited("3"), whole);
    for (int i = 0; i < 40; ++i) {
        Rng a(std::uint64_t(i) + 1), b(std::uint64_t(i) + 1);
        if (i < 20)
            one.step(a);
        other.step(b);
    }
    const auto loaded = Mcts::load(limited("3"), second, one.save());
    for (int i = 20; i < 40; ++i) {
        Rng a(std::uint64_t(i) + 1);
        loaded->step(a);
    }
    EXPECT_EQ(loaded->save(), other.save());
}

TEST(ChildrenLimit, SessionsOfOtherSearchesAreAsBefore)
{
    EXPECT_EQ(searchDescription(ParamSet(mctsParams())).children, 0);
}

} // namespace
} // namespace mutascope
