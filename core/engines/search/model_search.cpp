// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/model_search.h"
#include "core/base/parallel.h"
#include "core/engines/search/tree_model_search.h"
#include <algorithm>
#include <limits>
#include <utility>

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

// A model that was drawn, and what of it is counted.
struct Drawn {
    Candidate candidate;
    MutationYields yields;
    std::int64_t generated = 0;
    double gain = 0;
};

// Changes nothing of the trials: some are drawn at the same time.
Drawn drawn(const ModelFactory &factory, const Trials &trials, const Recipe &recipe, const Rng &rng)
{
    const bool anything = rng.sub(issueStream).uniform() < trials.settings().maskedRate;
    const Draft draft = factory.draft(anything ? recipe : withoutKnownIssues(trials, recipe));
    Drawn best;
    int fewest = std::numeric_limits<int>::max();
    for (int i = 0; fewest > 0 && i < trials.settings().redraws; ++i) {
        ++best.generated;
        Candidate candidate = factory.make(draft, rng.sub(modelStream).sub(std::uint64_t(i)), best.yields);
        const int issues = anything ? 0 : trials.knownIssuesIn(candidate);
        if (issues >= fewest)
            continue;
        fewest = issues;
        best.candidate = std::move(candidate);
    }
    return best;
}

Candidate taken(Drawn model, Trials &trials)
{
    trials.noteGenerated(model.generated);
    trials.yields().add(model.yields);
    return std::move(model.candidate);
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

Candidate drawModel(const ModelFactory &factory, Trials &trials, const Recipe &recipe, const Rng &rng)
{
    return taken(drawn(factory, trials, recipe, rng), trials);
}

Candidate bestModel(const ModelFactory &factory, Trials &trials, const Recipe &recipe, const Rng &rng)
{
    std::vector<Drawn> all(std::size_t(trials.settings().candidates));
    inParallel(all.size(), [&](std::size_t i) {
        all[i] = drawn(factory, trials, recipe, rng.sub(std::uint64_t(i)));
        all[i].gain = trials.gain(all[i].candidate);
    });
    Candidate best;
    double most = -1;
    for (Drawn &one : all) {
        const double gain = one.gain;
        Candidate candidate = taken(std::move(one), trials);
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
