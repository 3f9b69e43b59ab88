// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/candidate.h"
#include <algorithm>
#include <cmath>

namespace mutascope::engines {

namespace {

// Sub-streams of a model.
enum : std::uint64_t { topologyStream, kindStream, mutationStream };

Candidate finished(GraphPlan plan, std::vector<MutationKind> mutations)
{
    Candidate candidate;
    candidate.graph = realise(plan).graph;
    candidate.plan = std::move(plan);
    candidate.uses = operatorUses(candidate.graph);
    candidate.mutations = std::move(mutations);
    return candidate;
}

std::vector<MutationKind> given(const std::vector<std::optional<MutationKind>> &wanted)
{
    std::vector<MutationKind> kinds;
    for (const auto &kind : wanted)
        if (kind)
            kinds.push_back(*kind);
    return kinds;
}

} // namespace

ModelFactory::ModelFactory(const SearchSettings &settings, std::optional<GraphPlan> start)
    : m_settings(settings), m_start(std::move(start))
{
}

std::optional<Candidate> ModelFactory::start() const
{
    if (!m_start)
        return std::nullopt;
    return finished(*m_start, {});
}

// Blocks of the path as often as makes them their share of all there is to choose from.
std::vector<Block> ModelFactory::weighted(const Recipe &recipe) const
{
    std::vector<Block> blocks;
    const bool pathAlone = !recipe.path.empty() && (m_settings.focus >= 1 || recipe.corpus.empty());
    if (!pathAlone)
        for (const Block *block : recipe.corpus)
            blocks.push_back(*block);
    const double share = pathAlone ? 1 : m_settings.focus;
    const double wanted = pathAlone ? 1 : share * double(blocks.size()) / (1 - share);
    const auto times = recipe.path.empty() ? 0 : std::lround(std::ceil(wanted / double(recipe.path.size())));
    for (long i = 0; i < times; ++i)
        for (const Block *block : recipe.path)
            blocks.push_back(*block);
    return blocks;
}

std::vector<MutationKind> ModelFactory::drawnMutations(Rng rng) const
{
    const int least = m_start ? 1 : 0; // the start model itself was run
    const int count = rng.between(least, std::max(m_settings.mostMutations, least));
    std::vector<MutationKind> kinds;
    for (int i = 0; i < count; ++i)
        kinds.push_back(MutationKind(rng.below(mutationKinds)));
    return kinds;
}

Draft ModelFactory::draft(const Recipe &recipe) const
{
    Draft draft{m_settings.graph, {}, recipe.mutations};
    draft.graphs.blocks = weighted(recipe);
    draft.scope = {draft.graphs.blocks, draft.graphs.inputShapes, draft.graphs.mostOutEdges};
    return draft;
}

Candidate ModelFactory::make(const Draft &draft, Rng rng, MutationYields &yields) const
{
    GraphPlan plan = m_start ? *m_start : planGraph(draft.graphs, rng.sub(topologyStream).next64());
    std::vector<MutationKind> changed;
    const auto kinds = draft.mutations ? given(*draft.mutations) : drawnMutations(rng.sub(kindStream));
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        Rng stream = rng.sub(mutationStream).sub(i);
        const double rate = m_settings.mutationRate * (stream.below(2) == 0 ? 0.5 : 1);
        Mutated result = mutate(plan, {kinds[i], rate}, draft.scope, stream.sub(0));
        yields.note(kinds[i], result);
        if (result.made > 0)
            changed.push_back(kinds[i]);
        plan = std::move(result.plan);
    }
    return finished(std::move(plan), std::move(changed));
}

} // namespace mutascope::engines
