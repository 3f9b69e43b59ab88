// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/model_search.h"
#include "core/engines/search/tree_model_search.h"

namespace mutascope::engines {

namespace {

enum : std::uint64_t { blockStream, modelStream, runStream };

Candidate anyCandidate(const ModelFactory &factory, Trials &trials, Rng rng)
{
    trials.noteGenerated();
    return factory.make({{}, openBlocks(trials, rng.sub(blockStream))}, rng.sub(modelStream),
                        trials.yields());
}

class RandomSearch : public ModelSearch {
public:
    explicit RandomSearch(const ModelFactory &factory) : m_factory(factory) { }
    void step(Trials &trials, Rng rng) override
    {
        const Candidate candidate = anyCandidate(m_factory, trials, rng);
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
        Candidate best;
        double most = -1;
        for (int i = 0; i < trials.settings().candidates; ++i) {
            Candidate candidate = anyCandidate(m_factory, trials, rng.sub(std::uint64_t(i)));
            const double gain = trials.gain(candidate);
            if (gain > most) {
                most = gain;
                best = std::move(candidate);
            }
        }
        Rng run = rng.sub(std::uint64_t(trials.settings().candidates));
        trials.attempt(best, run.uniform() < trials.settings().runWithoutGain);
    }

private:
    const ModelFactory &m_factory;
};

} // namespace

std::vector<const Block *> openBlocks(const Trials &trials, Rng rng)
{
    std::vector<const Block *> open;
    for (const Block &block : trials.settings().graph.blocks)
        if (!trials.masked(block) || rng.uniform() < trials.settings().maskedRate)
            open.push_back(&block);
    if (open.empty()) // every operator fails: then all are as good
        for (const Block &block : trials.settings().graph.blocks)
            open.push_back(&block);
    return open;
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
