// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/random_graph.h"
#include <algorithm>
#include <array>
#include <set>

namespace mutascope::engines {

namespace {

using Edge = std::pair<int, int>;
using Edges = std::set<Edge>;

Edge directed(int a, int b)
{
    return {std::min(a, b), std::max(a, b)};
}

Dag dagOf(int n, const Edges &edges)
{
    return {n, {edges.begin(), edges.end()}};
}

Dag complete(int n)
{
    Dag dag{n, {}};
    for (int from = 0; from < n; ++from)
        for (int to = from + 1; to < n; ++to)
            dag.edges.emplace_back(from, to);
    return dag;
}

// The far end moves to a vertex that is no neighbour yet, where there is one.
void rewire(Edges &edges, const Edge &edge, int vertex, int n, Rng &rng)
{
    std::vector<int> free;
    for (int other = 0; other < n; ++other)
        if (other != vertex && !edges.contains(directed(vertex, other)))
            free.push_back(other);
    if (free.empty())
        return;
    edges.erase(edge);
    edges.insert(directed(vertex, free[rng.below(std::uint32_t(free.size()))]));
}

} // namespace

const char *nameOf(Topology topology)
{
    static constexpr std::array<const char *, topologies> names = {"ws", "er", "ba", "rn"};
    return names[std::size_t(topology)];
}

std::vector<std::vector<int>> Dag::predecessors() const
{
    std::vector<std::vector<int>> result;
    result.resize(std::size_t(vertices));
    for (const auto &[from, to] : edges)
        result[std::size_t(to)].push_back(from);
    return result;
}

Dag wattsStrogatz(int n, int k, double p, Rng rng)
{
    if (k >= n)
        return complete(n);
    Edges edges;
    const int reach = std::max(k / 2, 1);
    for (int step = 1; step <= reach; ++step)
        for (int vertex = 0; vertex < n; ++vertex)
            edges.insert(directed(vertex, (vertex + step) % n));
    for (int step = 1; step <= reach; ++step)
        for (int vertex = 0; vertex < n; ++vertex) {
            const Edge edge = directed(vertex, (vertex + step) % n);
            if (rng.uniform() < p && edges.contains(edge))
                rewire(edges, edge, vertex, n, rng);
        }
    return dagOf(n, edges);
}

Dag erdosRenyi(int n, double p, Rng rng)
{
    Dag dag = complete(n);
    std::erase_if(dag.edges, [&](const Edge &) { return rng.uniform() >= p; });
    return dag;
}

Dag barabasiAlbert(int n, int m, Rng rng)
{
    if (n <= m)
        return complete(n);
    Edges edges;
    std::vector<int> ends; // each vertex as often as it has edges
    for (int vertex = m; vertex < n; ++vertex) {
        std::set<int> chosen;
        while (int(chosen.size()) < m) {
            const bool first = vertex == m; // no edges yet: joined to all before
            chosen.insert(first ? int(chosen.size()) : ends[rng.below(std::uint32_t(ends.size()))]);
        }
        for (const int other : chosen) {
            edges.insert(directed(vertex, other));
            ends.insert(ends.end(), {vertex, other});
        }
    }
    return dagOf(n, edges);
}

Dag residualNetwork(int n, int k, double p, Rng rng)
{
    Edges edges;
    std::vector<int> neighbours(std::size_t(n), 0);
    const auto join = [&](int from, int to) {
        edges.insert({from, to});
        ++neighbours[std::size_t(from)];
        ++neighbours[std::size_t(to)];
    };
    for (int vertex = 0; vertex + 1 < n; ++vertex)
        join(vertex, vertex + 1);
    for (int vertex = 0; vertex < n; ++vertex)
        for (int missing = k - neighbours[std::size_t(vertex)]; missing > 0; --missing) {
            std::vector<int> later;
            for (int other = vertex + 1; other < n; ++other)
                if (neighbours[std::size_t(other)] < k && !edges.contains({vertex, other}))
                    later.push_back(other);
            if (rng.uniform() < p && !later.empty())
                join(vertex, later[rng.below(std::uint32_t(later.size()))]);
        }
    return dagOf(n, edges);
}

Dag randomDag(Topology topology, int n, const TopologyParams &params, Rng rng)
{
    switch (topology) {
    case Topology::WattsStrogatz:
        return wattsStrogatz(n, params.neighbours, params.rewiring, rng);
    case Topology::ErdosRenyi:
        return erdosRenyi(n, params.edgeShare, rng);
    case Topology::BarabasiAlbert:
        return barabasiAlbert(n, params.attachments, rng);
    case Topology::ResidualNetwork:
        break;
    }
    return residualNetwork(n, params.neighbours, params.skipping, rng);
}

} // namespace mutascope::engines
