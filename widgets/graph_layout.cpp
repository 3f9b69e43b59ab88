// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_layout.h"

#include <algorithm>
#include <numeric>

namespace mutascope::widgets {

namespace {

constexpr int orderSweeps = 12;
constexpr int placeSweeps = 10;
constexpr double dummyWidth = 12;

class Layers {
public:
    Layers(const GraphShape &shape, double layerGap, double nodeGap)
        : m_shape(shape), m_layerGap(layerGap), m_nodeGap(nodeGap), m_nodes(int(shape.sizes.size()))
    {
        findLayers();
        addChains();
        order();
        place();
    }

    GraphPlaces places() const
    {
        GraphPlaces places;
        places.layers.assign(m_layer.begin(), m_layer.begin() + m_nodes);
        const std::vector<double> tops = layerTops();
        for (int node = 0; node < m_nodes; ++node) {
            const QSizeF size = m_shape.sizes[std::size_t(node)];
            const double slack = layerHeight(m_layer[std::size_t(node)]) - size.height();
            const QRectF rect({m_x[std::size_t(node)] - size.width() / 2,
                               tops[std::size_t(m_layer[std::size_t(node)])] + slack / 2},
                              size);
            places.nodes.push_back(rect);
            places.bounds = places.bounds.united(rect);
        }
        for (std::size_t edge = 0; edge < m_chains.size(); ++edge)
            places.edges.push_back(points(edge, places.nodes, tops));
        return places;
    }

private:
    bool isLegal(std::pair<int, int> edge) const
    {
        return edge.first >= 0 && edge.second < m_nodes && edge.first < edge.second;
    }

    // A source stands just above the first that takes its value.
    void findLayers()
    {
        m_layer.assign(std::size_t(m_nodes), 0);
        std::vector<bool> isSource(std::size_t(m_nodes), true);
        std::vector<std::pair<int, int>> edges = m_shape.edges;
        std::sort(edges.begin(), edges.end(),
                  [](const auto &a, const auto &b) { return a.second < b.second; });
        for (const auto &edge : edges) {
            if (!isLegal(edge))
                continue;
            int &layer = m_layer[std::size_t(edge.second)];
            layer = std::max(layer, m_layer[std::size_t(edge.first)] + 1);
            isSource[std::size_t(edge.second)] = false;
        }
        for (int node = 0; node < m_nodes; ++node)
            if (isSource[std::size_t(node)])
                lowerSource(node);
    }

    void lowerSource(int node)
    {
        int first = -1;
        for (const auto &edge : m_shape.edges)
            if (isLegal(edge) && edge.first == node)
                first = first < 0 ? m_layer[std::size_t(edge.second)]
                                  : std::min(first, m_layer[std::size_t(edge.second)]);
        if (first > 0)
            m_layer[std::size_t(node)] = first - 1;
    }

    void addChains()
    {
        m_below.resize(std::size_t(m_nodes));
        m_above.resize(std::size_t(m_nodes));
        for (const auto &edge : m_shape.edges) {
            std::vector<int> chain;
            if (isLegal(edge))
                chain = chainOf(edge);
            for (std::size_t i = 1; i < chain.size(); ++i) {
                m_below[std::size_t(chain[i - 1])].push_back(chain[i]);
                m_above[std::size_t(chain[i])].push_back(chain[i - 1]);
            }
            m_chains.push_back(std::move(chain));
        }
        const int last = m_layer.empty() ? -1 : *std::max_element(m_layer.begin(), m_layer.end());
        m_rows.resize(std::size_t(last + 1));
        for (int node = 0; node < int(m_layer.size()); ++node)
            m_rows[std::size_t(m_layer[std::size_t(node)])].push_back(node);
    }

    std::vector<int> chainOf(std::pair<int, int> edge)
    {
        std::vector<int> chain{edge.first};
        for (int layer = m_layer[std::size_t(edge.first)] + 1; layer < m_layer[std::size_t(edge.second)];
             ++layer) {
            chain.push_back(int(m_layer.size()));
            m_layer.push_back(layer);
            m_below.emplace_back();
            m_above.emplace_back();
        }
        chain.push_back(edge.second);
        return chain;
    }

    double meanOf(const std::vector<int> &neighbours, const std::vector<double> &at, double fallback) const
    {
        if (neighbours.empty())
            return fallback;
        double sum = 0;
        for (const int neighbour : neighbours)
            sum += at[std::size_t(neighbour)];
        return sum / double(neighbours.size());
    }

    int crossings(std::size_t row, const std::vector<double> &at) const
    {
        std::vector<std::pair<double, double>> edges;
        for (const int node : m_rows[row])
            for (const int below : m_below[std::size_t(node)])
                edges.emplace_back(at[std::size_t(node)], at[std::size_t(below)]);
        int count = 0;
        for (std::size_t a = 0; a < edges.size(); ++a)
            for (std::size_t b = a + 1; b < edges.size(); ++b)
                count += (edges[a].first - edges[b].first) * (edges[a].second - edges[b].second) < 0 ? 1 : 0;
        return count;
    }

    std::vector<double> positions() const
    {
        std::vector<double> at(m_layer.size());
        for (const std::vector<int> &row : m_rows)
            for (std::size_t i = 0; i < row.size(); ++i)
                at[std::size_t(row[i])] = double(i);
        return at;
    }

    int allCrossings() const
    {
        const std::vector<double> at = positions();
        int count = 0;
        for (std::size_t row = 0; row + 1 < m_rows.size(); ++row)
            count += crossings(row, at);
        return count;
    }

    void sweep(bool down)
    {
        std::vector<double> at = positions();
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            std::vector<int> &row = m_rows[down ? i : m_rows.size() - 1 - i];
            std::vector<double> wanted(m_layer.size());
            for (const int node : row)
                wanted[std::size_t(node)]
                    = meanOf((down ? m_above : m_below)[std::size_t(node)], at, at[std::size_t(node)]);
            std::stable_sort(row.begin(), row.end(),
                             [&](int a, int b) { return wanted[std::size_t(a)] < wanted[std::size_t(b)]; });
            for (std::size_t k = 0; k < row.size(); ++k)
                at[std::size_t(row[k])] = double(k);
        }
    }

    void order()
    {
        std::vector<std::vector<int>> best = m_rows;
        int fewest = allCrossings();
        for (int i = 0; i < orderSweeps && fewest > 0; ++i) {
            sweep(i % 2 == 0);
            if (const int count = allCrossings(); count < fewest) {
                fewest = count;
                best = m_rows;
            }
        }
        m_rows = std::move(best);
    }

    double width(int node) const
    {
        return node < m_nodes ? m_shape.sizes[std::size_t(node)].width() : dummyWidth;
    }

    // The places in order that are nearest, by squares, to the wanted ones and do not overlap: pool adjacent
    // violators, with the widths taken off.
    void settle(const std::vector<int> &row, const std::vector<double> &wanted)
    {
        struct Pool {
            double sum;
            int count;
            double mean() const { return sum / count; }
        };
        std::vector<double> offsets;
        std::vector<Pool> pools;
        for (std::size_t i = 0; i < row.size(); ++i) {
            offsets.push_back(i == 0 ? 0
                                     : offsets.back() + (width(row[i - 1]) + width(row[i])) / 2 + m_nodeGap);
            pools.push_back({wanted[std::size_t(row[i])] - offsets.back(), 1});
            while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
                const Pool last = pools.back();
                pools.pop_back();
                pools.back().sum += last.sum;
                pools.back().count += last.count;
            }
        }
        std::size_t i = 0;
        for (const Pool &pool : pools)
            for (int k = 0; k < pool.count; ++k, ++i)
                m_x[std::size_t(row[i])] = pool.mean() + offsets[i];
    }

    void place()
    {
        m_x = positions();
        for (const std::vector<int> &row : m_rows)
            settle(row, std::vector<double>(m_layer.size(), 0));
        for (int i = 0; i < placeSweeps; ++i)
            for (std::size_t k = 0; k < m_rows.size(); ++k) {
                const bool down = i % 2 == 0;
                const std::vector<int> &row = m_rows[down ? k : m_rows.size() - 1 - k];
                std::vector<double> wanted = m_x;
                for (const int node : row)
                    wanted[std::size_t(node)]
                        = meanOf((down ? m_above : m_below)[std::size_t(node)], m_x, m_x[std::size_t(node)]);
                settle(row, wanted);
            }
    }

    double layerHeight(int layer) const
    {
        double height = 0;
        for (const int node : m_rows[std::size_t(layer)])
            if (node < m_nodes)
                height = std::max(height, m_shape.sizes[std::size_t(node)].height());
        return height;
    }

    std::vector<double> layerTops() const
    {
        std::vector<double> tops;
        double top = 0;
        for (std::size_t layer = 0; layer < m_rows.size(); ++layer) {
            tops.push_back(top);
            top += layerHeight(int(layer)) + m_layerGap;
        }
        return tops;
    }

    QList<QPointF> points(std::size_t edge, const std::vector<QRectF> &nodes,
                          const std::vector<double> &tops) const
    {
        const std::vector<int> &chain = m_chains[edge];
        QList<QPointF> points;
        if (chain.empty())
            return points;
        const QRectF from = nodes[std::size_t(chain.front())];
        points.append({from.center().x(), from.bottom()});
        for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
            const int layer = m_layer[std::size_t(chain[i])];
            const double x = m_x[std::size_t(chain[i])];
            const double top = tops[std::size_t(layer)];
            points.append({x, top});
            points.append({x, top + layerHeight(layer)});
        }
        const QRectF to = nodes[std::size_t(chain.back())];
        points.append({to.center().x(), to.top()});
        return points;
    }

    const GraphShape &m_shape;
    double m_layerGap;
    double m_nodeGap;
    int m_nodes;
    std::vector<int> m_layer; // of the nodes, then of the dummies
    std::vector<std::vector<int>> m_below;
    std::vector<std::vector<int>> m_above;
    std::vector<std::vector<int>> m_chains; // one an edge
    std::vector<std::vector<int>> m_rows; // nodes of each layer in order
    std::vector<double> m_x; // centres
};

} // namespace

GraphPlaces placeGraph(const GraphShape &shape, double layerGap, double nodeGap)
{
    return Layers(shape, layerGap, nodeGap).places();
}

} // namespace mutascope::widgets
