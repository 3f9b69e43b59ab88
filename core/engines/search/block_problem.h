// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/search/model_search.h"
#include "core/search/search_problem.h"

namespace mutascope::engines {

// The tree's problem: a path says what blocks the next models are made of, each on it once (Luo et al., ICSE
// 2021, section 3.5), and, where it chooses them, which mutations: then block and mutation take turns.
class BlockProblem : public SearchProblem {
public:
    BlockProblem(const SearchSettings &settings, const ModelFactory &factory);

    // What the next evaluations are done with.
    void begin(Trials &trials, const Rng &rng);

    int actions(const SearchPath &path) const override;
    bool rewarded(std::size_t depth) const override { return depth % std::size_t(period()) == 0; }
    std::vector<Outcome> evaluate(const std::vector<SearchPath> &paths) override;
    int period() const override { return m_settings.mutationsInPath ? 2 : 1; }
    // A block with the operator of the lowest coverage that is not on the path; the mutation with the highest
    // yield.
    int expansion(const SearchPath &path, const std::vector<int> &made) const override;

    std::vector<std::vector<std::string>> levels() const; // names of the actions

private:
    int blockFor(const SearchPath &path, const std::vector<int> &made) const;
    int mutationFor(const std::vector<int> &made) const;
    std::vector<int> openActions(const SearchPath &path, const std::vector<int> &made) const;
    const Operator *leastCovered(const std::vector<int> &actions, Rng &rng) const;
    Recipe recipe(const SearchPath &path) const;
    double reward(const TrialOutcome &outcome) const;
    double tryModels(const SearchPath &path, const Rng &rng);

    const SearchSettings &m_settings;
    const ModelFactory &m_factory;
    Trials *m_trials = nullptr;
    Rng m_rng;
};

} // namespace mutascope::engines
