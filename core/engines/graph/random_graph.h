// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include <string>
#include <utility>
#include <vector>

// Random directed acyclic graphs: the topology before operators are put on it.
namespace mutascope::engines {

enum class Topology : std::uint8_t { WattsStrogatz, ErdosRenyi, BarabasiAlbert, ResidualNetwork };
inline constexpr int topologies = 4;
const char *nameOf(Topology topology); // "ws" "er" "ba" "rn"

struct Dag {
    int vertices = 0;
    std::vector<std::pair<int, int>> edges; // low -> high, sorted, each once
    std::vector<std::vector<int>> predecessors() const;
};

struct TopologyParams {
    int neighbours = 4; // k of WS and RN: even for WS
    double rewiring = 0.5; // p of WS
    double skipping = 0.9; // p of RN
    double edgeShare = 0.2; // p of ER
    int attachments = 2; // m of BA
};

// Watts and Strogatz (1998): a ring lattice of k neighbours, each edge rewired with probability p; directed
// from the lower number to the higher. n <= k: complete.
Dag wattsStrogatz(int n, int k, double p, Rng rng);
// Erdos and Renyi (1959), G(n, p).
Dag erdosRenyi(int n, double p, Rng rng);
// Barabasi and Albert (1999): each new vertex is joined to m earlier ones, in proportion to their degrees.
Dag barabasiAlbert(int n, int m, Rng rng);
// RN(k, p, n) of Luo et al. (ICSE 2021, section 3.2): a line of n vertices; each vertex with fewer than k
// neighbours gets, for each that is missing, with probability p an edge to a later vertex that has fewer than
// k.
Dag residualNetwork(int n, int k, double p, Rng rng);

Dag randomDag(Topology topology, int n, const TopologyParams &params, Rng rng);

} // namespace mutascope::engines
