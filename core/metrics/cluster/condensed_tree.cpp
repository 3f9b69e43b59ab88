// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/cluster/condensed_tree.h"
#include <algorithm>
#include <numeric>

namespace mutascope {

namespace {

// Points that are equal would have endless density, and outweigh everything: distances count as at least this
// part of the longest edge.
constexpr double shortestEdge = 1e-6;

// Node i < points is a point; node points + i is what edge i joins. The last node holds all.
struct Merges {
    std::vector<std::size_t> left;
    std::vector<std::size_t> right;
    std::vector<std::size_t> size;
};

class Sets {
public:
    explicit Sets(std::size_t nodes) : m_parent(nodes) { std::iota(m_parent.begin(), m_parent.end(), 0U); }
    std::size_t root(std::size_t node)
    {
        while (m_parent[node] != node)
            node = m_parent[node] = m_parent[m_parent[node]];
        return node;
    }
    void join(std::size_t node, std::size_t into) { m_parent[node] = into; }

private:
    std::vector<std::size_t> m_parent;
};

Merges mergesOf(const std::vector<TreeEdge> &edges, std::size_t points)
{
    Merges merges;
    merges.size.assign(points, 1);
    Sets sets(points + edges.size());
    for (const TreeEdge &edge : edges) {
        const std::size_t left = sets.root(edge.a);
        const std::size_t right = sets.root(edge.b);
        const std::size_t node = merges.size.size();
        merges.left.push_back(left);
        merges.right.push_back(right);
        merges.size.push_back(merges.size[left] + merges.size[right]);
        sets.join(left, node);
        sets.join(right, node);
    }
    return merges;
}

class Condenser {
public:
    Condenser(const std::vector<TreeEdge> &edges, std::size_t points, std::size_t minClusterSize)
        : m_edges(edges), m_points(points), m_least(minClusterSize), m_merges(mergesOf(edges, points)),
          m_shortest(edges.empty() ? 1 : edges.back().length * shortestEdge)
    {
        m_tree.groups.emplace_back();
        m_tree.lastGroup.resize(points);
        m_open.push_back({m_merges.size.size() - 1, 0});
        while (!m_open.empty()) {
            const Item item = m_open.back();
            m_open.pop_back();
            open(item);
        }
    }
    CondensedTree take() { return std::move(m_tree); }

private:
    struct Item {
        std::size_t node;
        std::size_t group;
    };

    double density(std::size_t node) const
    {
        return 1 / std::max(m_edges[node - m_points].length, m_shortest);
    }

    // Edges of one length are cut together: which of them the spanning tree lists first means nothing.
    std::vector<std::size_t> partsOf(std::size_t node) const
    {
        std::vector<std::size_t> parts;
        std::vector<std::size_t> nodes = {node};
        while (!nodes.empty()) {
            const std::size_t next = nodes.back();
            nodes.pop_back();
            if (next < m_points || density(next) != density(node)) {
                parts.push_back(next);
                continue;
            }
            nodes.push_back(m_merges.left[next - m_points]);
            nodes.push_back(m_merges.right[next - m_points]);
        }
        return parts;
    }

    void open(const Item &item)
    {
        const double at = density(item.node);
        std::vector<std::size_t> large;
        for (const std::size_t part : partsOf(item.node))
            if (m_merges.size[part] >= m_least)
                large.push_back(part);
            else
                leave({part, item.group}, at);
        if (large.size() == 1)
            m_open.push_back({large.front(), item.group});
        else
            for (const std::size_t part : large)
                splitOff({part, item.group}, at);
    }

    void splitOff(const Item &item, double at)
    {
        CondensedTree::Group &parent = m_tree.groups[item.group];
        parent.stability += double(m_merges.size[item.node]) * (at - parent.birth);
        parent.children.push_back(m_tree.groups.size());
        m_open.push_back({item.node, m_tree.groups.size()});
        m_tree.groups.push_back({item.group, at, 0, {}});
    }

    // All points below the node leave their group.
    void leave(const Item &item, double at)
    {
        CondensedTree::Group &group = m_tree.groups[item.group];
        group.stability += double(m_merges.size[item.node]) * (at - group.birth);
        std::vector<std::size_t> nodes = {item.node};
        while (!nodes.empty()) {
            const std::size_t node = nodes.back();
            nodes.pop_back();
            if (node < m_points) {
                m_tree.lastGroup[node] = item.group;
                continue;
            }
            nodes.push_back(m_merges.left[node - m_points]);
            nodes.push_back(m_merges.right[node - m_points]);
        }
    }

    const std::vector<TreeEdge> &m_edges;
    std::size_t m_points;
    std::size_t m_least;
    Merges m_merges;
    double m_shortest;
    CondensedTree m_tree;
    std::vector<Item> m_open;
};

} // namespace

CondensedTree condensedTree(const std::vector<TreeEdge> &edges, std::size_t points,
                            std::size_t minClusterSize)
{
    return Condenser(edges, points, minClusterSize).take();
}

} // namespace mutascope
