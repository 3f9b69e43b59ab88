// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/model_search.h"
#include "core/engines/search/tree_model_search.h"
#include <algorithm>
#include <limits>

namespace mutascope::engines {

namespace {

enum : std::uint64_t { issueStream, modelStream, runStream };

// Where every block is a known issue, all are as good.
Recipe withoutKnownIssues(const Trials &trials, Recipe recipe)
{
    const auto isMasked = [&](const Block *block) { return trials.masked(*block); };
    std::erase_if(recipe.path, isMasked);
    if (!std::ranges::all_of(recipe.corpus, isMasked))
        std::erase_if(recipe.corpus, isMasked);
    return recipe;
}

class RandomSearch : public ModelSearch {
public:
    explicit RandomSearch(const ModelFactory &factory) : m_factory(factory) { }
    void step(Trials &trials, Rng rng) override
    {
        const Candidate candidate = drawModel(m_factory, trials, {{}, allBlocks(trials.settings())}, rng);
        Rng run = rng.sub(runStream);
        trials.attempt(candidate, run.uniform() < trials.settings().runWithoutGain);
    }

private:
    const ModelFactory &m_factory;
};

class GreedySearch : public ModelSearch {
public:
    explicit GreedySearch(const ModelFactory &factory) : m_factory(factory) { }
    void step(Trials &trials, Rng rng) override
    {
        const Candidate best = bestModel(m_factory, trials, {{}, allBlocks(trials.settings())}, rng);
        Rng run = rng.sub(std::uint64_t(trials.settings().candidates));
        trials.attempt(best, run.uniform() < trials.settings().runWithoutGain);
    }

private:
    const ModelFactory &m_factory;
};

} // namespace

std::vector<const Block *> allBlocks(const SearchSettings &settings)
{
    std::vector<const Block *> all;
    for (const Block &block : settings.graph.blocks)
        all.push_back(&block);
    return all;
}

Candidate drawModel(const ModelFactory &factory, Trials &trials, const Recipe &recipe, Rng rng)
{
    const bool anything = rng.sub(issueStream).uniform() < trials.settings().maskedRate;
    const Recipe wanted = anything ? recipe : withoutKnownIssues(trials, recipe);
    Candidate best;
    int fewest = std::numeric_limits<int>::max();
    for (int i = 0; fewest > 0 && i < trials.settings().redraws; ++i) {
        trials.noteGenerated();
        Candidate candidate
            = factory.make(wanted, rng.sub(modelStream).sub(std::uint64_t(i)), trials.yields());
        const int issues = anything ? 0 : trials.knownIssuesIn(candidate);
        if (issues >= fewest)
            continue;
        fewest = issues;
        best = std::move(candidate);
    }
    return best;
}

Candidate bestModel(const ModelFactory &factory, Trials &trials, const Recipe &recipe, const Rng &rng)
{
    Candidate best;
    double most = -1;
    for (int i = 0; i < trials.settings().candidates; ++i) {
        Candidate candidate = drawModel(factory, trials, recipe, rng.sub(std::uint64_t(i)));
        const double gain = trials.gain(candidate);
        if (gain <= most)
            continue;
        most = gain;
        best = std::move(candidate);
    }
    return best;
}

std::unique_ptr<ModelSearch> makeModelSearch(const SearchSettings &settings, const ParamSet &params,
                                             const ModelFactory &factory)
{
    switch (settings.strategy) {
    case Strategy::Random:
        return std::make_unique<RandomSearch>(factory);
    case Strategy::Greedy:
        return std::make_unique<GreedySearch>(factory);
    case Strategy::Mcts:
        break;
    }
    return std::make_unique<TreeModelSearch>(settings, params, factory);
}

} // namespace mutascope::engines
