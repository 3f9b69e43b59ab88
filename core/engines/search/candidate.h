// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/mutations/mutation.h"
#include "core/engines/search/settings.h"

namespace mutascope::engines {

// A model that was generated and not run yet.
struct Candidate {
    GraphPlan plan;
    OperatorGraph graph;
    std::vector<OperatorUse> uses;
    std::vector<MutationKind> mutations; // those that changed something
};

// What a model is to be made of.
struct Recipe {
    std::vector<const Block *> path; // blocks to prefer; empty: all alike
    std::vector<const Block *> corpus; // the others that may be chosen
    // Empty: mutations are drawn. Else exactly these; a none among them is no mutation.
    std::optional<std::vector<std::optional<MutationKind>>> mutations = {};
};

// A recipe with everything that is the same for all models made by it.
struct Draft {
    GraphConfig graphs; // its blocks as often as makes those of the path their share
    MutationScope scope;
    std::optional<std::vector<std::optional<MutationKind>>> mutations; // as Recipe's
};

// Generates models: topology, blocks, mutations, then shapes and attributes (Luo et al., algorithm 1, lines 5
// to 8). With a start model every model is a mutant of that one. A pure function of draft and random stream,
// but that the mutations are counted.
class ModelFactory {
public:
    ModelFactory(const SearchSettings &settings, std::optional<GraphPlan> start);
    Draft draft(const Recipe &recipe) const;
    Candidate make(const Draft &draft, Rng rng, MutationYields &yields) const;
    // The start model itself, where there is one.
    std::optional<Candidate> start() const;

private:
    std::vector<Block> weighted(const Recipe &recipe) const;
    std::vector<MutationKind> drawnMutations(Rng rng) const;

    const SearchSettings &m_settings;
    std::optional<GraphPlan> m_start;
};

} // namespace mutascope::engines
