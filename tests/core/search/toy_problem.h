// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/search/mcts.h"
#include <functional>
#include <gtest/gtest.h>
#include <set>

namespace mutascope {

// A search problem made of functions, which checks what any problem may rely on: no state is evaluated twice,
// none behind a forbidden one, and only rewarded ones.
class ToyProblem : public SearchProblem {
public:
    std::function<int(const SearchPath &)> actionsOf;
    std::function<bool(std::size_t)> rewardedAt = [](std::size_t) { return true; };
    std::function<Outcome(const SearchPath &)> outcomeOf;
    std::function<std::vector<double>(const SearchPath &)> priorsOf
        = [](const SearchPath &) { return std::vector<double>(); };
    int levels = 1;

    int actions(const SearchPath &path) const override { return actionsOf(path); }
    bool rewarded(std::size_t depth) const override { return rewardedAt(depth); }
    std::vector<double> priors(const SearchPath &path) const override { return priorsOf(path); }
    int period() const override { return levels; }
    std::vector<Outcome> evaluate(const std::vector<SearchPath> &paths) override
    {
        std::vector<Outcome> outcomes;
        batches.push_back(paths.size());
        for (const SearchPath &path : paths) {
            outcomes.push_back(outcomeOf(path));
            check(path, outcomes.back());
        }
        return outcomes;
    }

    std::set<SearchPath> evaluated;
    std::set<SearchPath> forbidden;
    std::vector<std::size_t> batches; // sizes
    double best = 0;

private:
    void check(const SearchPath &path, const Outcome &outcome)
    {
        EXPECT_TRUE(rewardedAt(path.size()));
        EXPECT_TRUE(evaluated.insert(path).second) << "a state was evaluated twice";
        for (std::size_t length = 1; length < path.size(); ++length)
            EXPECT_EQ(forbidden.count(SearchPath(path.begin(), path.begin() + std::ptrdiff_t(length))), 0u);
        if (outcome.finish == Finish::Constraint)
            forbidden.insert(path);
        else
            best = std::max(best, outcome.reward);
    }
};

// A number in [0, 1) that depends on the seed and the path alone.
inline double noise(std::uint64_t seed, const SearchPath &path)
{
    Rng rng(seed);
    for (const int action : path)
        rng = rng.sub(std::uint64_t(action) + 1);
    return rng.uniform();
}

// Levels alternate 3 regions and 4 mutations, six deep; a fifth of the rewarded states is forbidden, one
// region leads nowhere.
inline ToyProblem hashedProblem(std::uint64_t seed)
{
    ToyProblem problem;
    problem.levels = 2;
    problem.actionsOf = [](const SearchPath &path) {
        if (path.size() >= 6 || (path.size() == 3 && path.back() == 2))
            return 0;
        return path.size() % 2 == 0 ? 3 : 4;
    };
    problem.rewardedAt = [](std::size_t depth) { return depth > 0 && depth % 2 == 0; };
    problem.outcomeOf = [seed](const SearchPath &path) {
        const bool forbidden = noise(seed + 1, path) < 0.2;
        return Outcome{noise(seed, path), forbidden ? Finish::Constraint : Finish::Open};
    };
    problem.priorsOf = [seed](const SearchPath &path) {
        std::vector<double> priors;
        for (int action = 0; action < (path.size() % 2 == 0 ? 3 : 4); ++action)
            priors.push_back(noise(seed + 2 + std::uint64_t(action), path));
        return priors;
    };
    return problem;
}

inline ParamSet searchParams(std::initializer_list<std::pair<const char *, const char *>> values)
{
    ParamSet params(mctsParams());
    for (const auto &[name, value] : values)
        params.set(name, value);
    return params;
}

// Steps until the end, or so many steps.
inline void runSearch(Mcts &search, Rng &rng, int steps = 1000000)
{
    while (steps-- > 0 && search.step(rng) != Mcts::Step::Ended) { }
}

} // namespace mutascope
