// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

// What Monte Carlo Tree Search searches: sequences of actions. The tree knows nothing of images.
namespace mutascope {

using SearchPath = std::vector<int>; // actions from the root on

enum class Finish {
    Open, // may go on
    Constraint, // the state is not allowed: no reward, nothing behind it
    Depth, // no action left
    Exhausted // every child is finished
};

constexpr double mostReward = 1e100; // so that no sum of them overflows

struct Outcome {
    double reward = 0; // of an allowed state; 0 to mostReward
    Finish finish = Finish::Open; // Constraint: reward does not count
};

class SearchProblem {
public:
    virtual ~SearchProblem() = default;
    // Number of actions at the state behind path; 0: it is an end.
    virtual int actions(const SearchPath &path) const = 0;
    // Whether states this deep have a reward; others (a region without its mutation) are only passed through.
    virtual bool rewarded(std::size_t depth) const = 0;
    // Of rewarded states, in one go. Called once a state; side effects only as the problem needs them.
    virtual std::vector<Outcome> evaluate(const std::vector<SearchPath> &paths) = 0;
    // How promising each action is before it was tried, at least 0, sum 1; empty: all alike.
    virtual std::vector<double> priors(const SearchPath &) const { return {}; }
    // Levels repeat after so many: actions of depths this far apart mean the same (for RAVE alone). The
    // number of SearchDescription::levels.
    virtual int period() const { return 1; }
    // Where the number of children is limited (SearchDescription::children): the action the next child of a
    // node is made with, one that is not in made. Called only while a node may have one more.
    virtual int expansion(const SearchPath &, const std::vector<int> &made) const { return int(made.size()); }
};

} // namespace mutascope
