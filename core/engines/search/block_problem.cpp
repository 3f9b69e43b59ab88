// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/block_problem.h"
#include "core/base/error.h"
#include <algorithm>
#include <limits>

namespace mutascope::engines {

namespace {

enum : std::uint64_t { expansionStream, modelStream, runStream };

constexpr int noMutation = mutationKinds; // the action behind the six

bool has(const Block &block, const Operator *op)
{
    return std::ranges::find(block.operators, op) != block.operators.end();
}

} // namespace

BlockProblem::BlockProblem(const SearchSettings &settings, const ModelFactory &factory)
    : m_settings(settings), m_factory(factory)
{
}

void BlockProblem::begin(Trials &trials, const Rng &rng)
{
    m_trials = &trials;
    m_rng = rng;
}

int BlockProblem::actions(const SearchPath &path) const
{
    const std::size_t blocks = m_settings.graph.blocks.size();
    const std::size_t depth = std::min(std::size_t(m_settings.depth), blocks);
    if (path.size() >= depth * std::size_t(period()))
        return 0;
    return rewarded(path.size()) ? int(blocks) : mutationKinds + 1;
}

std::vector<std::vector<std::string>> BlockProblem::levels() const
{
    std::vector<std::vector<std::string>> names;
    names.resize(std::size_t(period()));
    for (const Block &block : m_settings.graph.blocks)
        names[0].push_back(block.name);
    if (names.size() > 1) {
        for (int kind = 0; kind < mutationKinds; ++kind)
            names[1].push_back(nameOf(MutationKind(kind)));
        names[1].push_back("none");
    }
    return names;
}

int BlockProblem::expansion(const SearchPath &path, const std::vector<int> &made) const
{
    return rewarded(path.size()) ? blockFor(path, made) : mutationFor(made);
}

// Not made yet, and not on the path while there are others; known issues only by chance.
std::vector<int> BlockProblem::openActions(const SearchPath &path, const std::vector<int> &made) const
{
    std::vector<int> open, masked, onPath;
    for (int action = 0; action < int(m_settings.graph.blocks.size()); ++action) {
        if (std::ranges::find(made, action) != made.end())
            continue;
        bool taken = false;
        for (std::size_t i = 0; i < path.size(); i += std::size_t(period()))
            taken = taken || path[i] == action;
        if (taken)
            onPath.push_back(action);
        else
            (m_trials->masked(m_settings.graph.blocks[std::size_t(action)]) ? masked : open)
                .push_back(action);
    }
    Rng chance = m_rng.sub(expansionStream).sub(path.size()).sub(0);
    if (open.empty() || (!masked.empty() && chance.uniform() < m_settings.maskedRate))
        open.insert(open.end(), masked.begin(), masked.end());
    return open.empty() ? onPath : open;
}

const Operator *BlockProblem::leastCovered(const std::vector<int> &actions, Rng &rng) const
{
    std::vector<const Operator *> least;
    double lowest = std::numeric_limits<double>::max();
    for (const int action : actions)
        for (const Operator *op : m_settings.graph.blocks[std::size_t(action)].operators) {
            const double covered = m_trials->coverage().ofOperator(op->name).total;
            if (covered < lowest)
                least.clear();
            lowest = std::min(lowest, covered);
            if (covered == lowest && std::ranges::find(least, op) == least.end())
                least.push_back(op);
        }
    return least[rng.below(std::uint32_t(least.size()))];
}

int BlockProblem::blockFor(const SearchPath &path, const std::vector<int> &made) const
{
    const std::vector<int> open = openActions(path, made);
    if (open.empty())
        throw Error(ErrorCode::Internal, "a node of the search tree has no block left");
    Rng rng = m_rng.sub(expansionStream).sub(path.size()).sub(1);
    const Operator *op = leastCovered(open, rng);
    std::vector<int> singles, subgraphs;
    for (const int action : open)
        if (const Block &block = m_settings.graph.blocks[std::size_t(action)]; has(block, op))
            (block.single() ? singles : subgraphs).push_back(action);
    const bool subgraph = rng.uniform() < m_settings.graph.subgraphs;
    const auto &from = singles.empty() || (subgraph && !subgraphs.empty()) ? subgraphs : singles;
    return from[rng.below(std::uint32_t(from.size()))];
}

// No mutation counts as the mean of all.
int BlockProblem::mutationFor(const std::vector<int> &made) const
{
    std::array<double, mutationKinds + 1> scores{};
    for (int kind = 0; kind < mutationKinds; ++kind) {
        const MutationYield &yield = m_trials->yields().of(MutationKind(kind));
        scores[std::size_t(kind)] = double(yield.covered + yield.findings + 1) / double(yield.tried + 1);
        scores[noMutation] += scores[std::size_t(kind)] / mutationKinds;
    }
    int best = -1;
    for (int action = 0; action <= noMutation; ++action)
        if (std::ranges::find(made, action) == made.end()
            && (best < 0 || scores[std::size_t(action)] > scores[std::size_t(best)]))
            best = action;
    return best;
}

Recipe BlockProblem::recipe(const SearchPath &path) const
{
    Recipe recipe{{}, allBlocks(m_settings)};
    if (m_settings.mutationsInPath)
        recipe.mutations.emplace();
    for (std::size_t i = 0; i < path.size(); ++i)
        if (rewarded(i))
            recipe.path.push_back(&m_settings.graph.blocks[std::size_t(path[i])]);
        else
            recipe.mutations->push_back(path[i] == noMutation ? std::nullopt
                                                              : std::optional(MutationKind(path[i])));
    return recipe;
}

double BlockProblem::reward(const TrialOutcome &outcome) const
{
    switch (m_settings.reward) {
    case RewardKind::Blend:
        return outcome.gain + m_settings.findingWeight * outcome.newFindings;
    case RewardKind::Coverage:
        return outcome.gain;
    case RewardKind::Findings:
        return outcome.newFindings > 0 ? 1 : 0;
    case RewardKind::Success:
        return outcome.agreed ? 1 : 0;
    }
    throw Error(ErrorCode::Internal, "a reward of no known kind");
}

double BlockProblem::tryModels(const SearchPath &path, const Rng &rng)
{
    for (int i = 0; i < m_settings.tries; ++i) {
        const Rng own = rng.sub(std::uint64_t(i));
        const Candidate candidate = bestModel(m_factory, *m_trials, recipe(path), own.sub(modelStream));
        Rng chance = own.sub(runStream);
        const TrialOutcome outcome
            = m_trials->attempt(candidate, chance.uniform() < m_settings.runWithoutGain);
        if (outcome.run)
            return reward(outcome);
    }
    return 0;
}

std::vector<Outcome> BlockProblem::evaluate(const std::vector<SearchPath> &paths)
{
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < paths.size(); ++i)
        outcomes.push_back({tryModels(paths[i], m_rng.sub(modelStream).sub(i)), Finish::Open});
    return outcomes;
}

} // namespace mutascope::engines
