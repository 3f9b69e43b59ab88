// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/random_graph.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace mutascope::engines {
namespace {

std::vector<int> degreesOf(const Dag &dag)
{
    std::vector<int> degrees(std::size_t(dag.vertices));
    for (const auto &[from, to] : dag.edges) {
        ++degrees[std::size_t(from)];
        ++degrees[std::size_t(to)];
    }
    return degrees;
}

TEST(RandomGraphs, AreAcyclicSimpleAndDeterministic)
{
    for (int topology = 0; topology < topologies; ++topology)
        for (const int n : {1, 2, 3, 5, 20})
            for (std::uint64_t seed = 0; seed < 50; ++seed) {
                const Dag dag = randomDag(Topology(topology), n, {}, Rng(seed));
                EXPECT_EQ(dag.edges, randomDag(Topology(topology), n, {}, Rng(seed)).edges);
                std::set<std::pair<int, int>> seen;
                for (const auto &[from, to] : dag.edges) {
                    EXPECT_TRUE(from >= 0 && from < to && to < n);
                    EXPECT_TRUE(seen.insert({from, to}).second);
                }
            }
}

// Rewiring moves edges, it makes none: n k / 2.
TEST(RandomGraphs, WattsStrogatzKeepsTheNumberOfEdges)
{
    for (const double p : {0.0, 0.5, 1.0})
        EXPECT_EQ(wattsStrogatz(20, 4, p, Rng(3)).edges.size(), 40u);
    EXPECT_EQ(degreesOf(wattsStrogatz(20, 4, 0, Rng(3))), std::vector<int>(20, 4));
    EXPECT_NE(wattsStrogatz(20, 4, 0.5, Rng(3)).edges, wattsStrogatz(20, 4, 0, Rng(3)).edges);
    EXPECT_EQ(wattsStrogatz(4, 6, 0.5, Rng(3)).edges.size(), 6u); // complete
}

TEST(RandomGraphs, ErdosRenyiHasTheExpectedNumberOfEdges)
{
    EXPECT_TRUE(erdosRenyi(10, 0, Rng(1)).edges.empty());
    EXPECT_EQ(erdosRenyi(10, 1, Rng(1)).edges.size(), 45u);
    // 200 graphs of 190 possible edges: mean 57, deviation of the mean 0.45.
    double edges = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed)
        edges += double(erdosRenyi(20, 0.3, Rng(seed)).edges.size());
    EXPECT_NEAR(edges / 200, 57, 2);
}

// Each vertex after the first m brings m edges; hubs arise.
TEST(RandomGraphs, BarabasiAlbertAttachesPreferentially)
{
    EXPECT_EQ(barabasiAlbert(50, 2, Rng(1)).edges.size(), 96u);
    double largest = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto degrees = degreesOf(barabasiAlbert(50, 2, Rng(seed)));
        largest += *std::max_element(degrees.begin(), degrees.end());
    }
    EXPECT_GT(largest / 50, 12); // uniform attachment: about 9
}

TEST(RandomGraphs, ResidualNetworkIsALineWithSkipsOfBoundedDegree)
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Dag dag = residualNetwork(15, 4, 0.9, Rng(seed));
        for (int vertex = 0; vertex + 1 < 15; ++vertex)
            EXPECT_EQ(std::ranges::count(dag.edges, std::pair(vertex, vertex + 1)), 1);
        const std::vector<int> degrees = degreesOf(dag);
        EXPECT_LE(*std::ranges::max_element(degrees), 4);
        EXPECT_GT(dag.edges.size(), 14u);
    }
    EXPECT_LE(residualNetwork(15, 2, 0.9, Rng(1)).edges.size(), 15u); // only the two ends may be joined
}

} // namespace
} // namespace mutascope::engines
