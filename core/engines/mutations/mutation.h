// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/plan.h"
#include <array>

// The six mutations of Luo et al. (ICSE 2021, section 3.3). E(g), the paper's measure of a graph's size, is
// its number of operators. All work on plans; a realised plan is valid whatever was done to it. A pure
// function of plan, mutation and random stream.
namespace mutascope::engines {

enum class MutationKind : std::uint8_t {
    AddEdges, // GEA: ceil(E r) edges
    RemoveEdges, // GER: floor(E r) edges; who loses one it needs takes an input of the graph instead
    AddBlockNodes, // BNA: of each subgraph block, with probability r, one operator is doubled
    RemoveBlockNodes, // BNR: of each subgraph block, with probability r, one operator is removed and its
                      // edges joined
    ChangeShapes, // TSM: an input of the graph has another shape
    ChangeParameters, // PM: attributes have other values
};
inline constexpr int mutationKinds = 6;
const char *nameOf(MutationKind kind); // "gea" "ger" "bna" "bnr" "tsm" "pm"
std::optional<MutationKind> mutationNamed(const std::string &name);

struct Mutation {
    MutationKind kind = MutationKind::AddEdges;
    // r in [0, 1); of PM: the share of operators, of TSM: of inputs, at least one.
    double rate = 0.1;
    bool operator==(const Mutation &) const = default;
};

struct Mutated {
    GraphPlan plan;
    int asked = 0; // changes the rate asks for
    int made = 0; // changes that were possible
};

// blocks: what GEA may put where an operator cannot take one more edge; empty: the plan's own operators.
// shapes: what TSM chooses from besides small changes of the present one.
struct MutationScope {
    std::vector<Block> blocks;
    std::vector<Shape> shapes;
    int mostOutEdges = 5;
};

Mutated mutate(const GraphPlan &plan, const Mutation &mutation, const MutationScope &scope, Rng rng);

// How often a mutation was tried, changed anything, and led to new coverage or a finding (which whoever runs
// the graphs adds).
struct MutationYield {
    std::uint64_t tried = 0;
    std::uint64_t changed = 0;
    std::uint64_t changes = 0;
    std::uint64_t covered = 0;
    std::uint64_t findings = 0;
    bool operator==(const MutationYield &) const = default;
};

class MutationYields {
public:
    void note(MutationKind kind, const Mutated &result);
    void noteCovered(MutationKind kind) { ++m_yields[std::size_t(kind)].covered; }
    void noteFinding(MutationKind kind) { ++m_yields[std::size_t(kind)].findings; }
    void add(const MutationYields &others);
    const MutationYield &of(MutationKind kind) const { return m_yields[std::size_t(kind)]; }
    nlohmann::json toJson() const;
    static MutationYields fromJson(const nlohmann::json &json); // throws Error{BadData}
    bool operator==(const MutationYields &) const = default;

private:
    std::array<MutationYield, mutationKinds> m_yields{};
};

} // namespace mutascope::engines
