// SPDX-License-Identifier: GPL-3.0-or-later
// Reingold and Tilford (1981) as Walker (1990) generalised it to any number of children, made linear by
// Buchheim, Juenger and Leipert (2002); the names of the quantities are theirs.
#include "widgets/tree_layout.h"

#include <algorithm>

namespace mutascope::widgets {

namespace {

class Walker {
public:
    Walker(const std::vector<TreeLayoutNode> &nodes, double cousinGap)
        : m_nodes(nodes), m_gap(cousinGap), m_state(nodes.size())
    {
        for (int v = 0; v < int(nodes.size()); ++v)
            m_state[std::size_t(v)].ancestor = v;
    }

    std::vector<double> run()
    {
        // Backwards through the levels: children are placed among themselves before their parent is.
        for (int v = int(m_nodes.size()) - 1; v >= 0; --v)
            if (node(v).children > 0)
                arrangeChildren(v);
        return secondWalk();
    }

private:
    struct State {
        double prelim = 0;
        double mod = 0;
        double change = 0;
        double shift = 0;
        double middle = 0; // of the children
        int thread = -1; // next node of the contour, where there is no child
        int ancestor = 0;
    };
    // The two contours that meet between subtrees, and the sums of mod along them.
    struct Contour {
        int node = -1;
        double sum = 0;
    };

    const TreeLayoutNode &node(int v) const { return m_nodes[std::size_t(v)]; }
    State &state(int v) { return m_state[std::size_t(v)]; }
    int number(int v) const { return v - node(node(v).parent).firstChild; }
    int lastChild(int v) const { return node(v).firstChild + node(v).children - 1; }
    int nextLeft(int v) { return node(v).children > 0 ? node(v).firstChild : state(v).thread; }
    int nextRight(int v) { return node(v).children > 0 ? lastChild(v) : state(v).thread; }
    double distance(int left, int right) const
    {
        return node(left).parent == node(right).parent ? 1 : 1 + m_gap;
    }

    void arrangeChildren(int v)
    {
        int defaultAncestor = node(v).firstChild;
        for (int w = node(v).firstChild; w <= lastChild(v); ++w) {
            place(w);
            defaultAncestor = apportion(w, defaultAncestor);
        }
        executeShifts(v);
        state(v).middle = (state(node(v).firstChild).prelim + state(lastChild(v)).prelim) / 2;
    }

    void place(int w)
    {
        if (number(w) == 0) {
            state(w).prelim = state(w).middle;
            return;
        }
        state(w).prelim = state(w - 1).prelim + 1;
        if (node(w).children > 0)
            state(w).mod = state(w).prelim - state(w).middle;
    }

    // Moves the subtree of v to the right until it is clear of all subtrees to the left of it.
    int apportion(int v, int defaultAncestor)
    {
        if (number(v) == 0)
            return defaultAncestor;
        Contour insideRight{v, state(v).mod};
        Contour outsideRight = insideRight;
        Contour insideLeft{v - 1, state(v - 1).mod};
        const int first = node(node(v).parent).firstChild;
        Contour outsideLeft{first, state(first).mod};
        while (nextRight(insideLeft.node) >= 0 && nextLeft(insideRight.node) >= 0) {
            insideLeft.node = nextRight(insideLeft.node);
            insideRight.node = nextLeft(insideRight.node);
            outsideLeft.node = nextLeft(outsideLeft.node);
            outsideRight.node = nextRight(outsideRight.node);
            state(outsideRight.node).ancestor = v;
            const double shift = state(insideLeft.node).prelim + insideLeft.sum
                - state(insideRight.node).prelim - insideRight.sum
                + distance(insideLeft.node, insideRight.node);
            if (shift > 0) {
                moveSubtree(ancestorOf(insideLeft.node, v, defaultAncestor), v, shift);
                insideRight.sum += shift;
                outsideRight.sum += shift;
            }
            for (Contour *side : {&insideLeft, &insideRight, &outsideLeft, &outsideRight})
                side->sum += state(side->node).mod;
        }
        return joinContours(insideLeft, insideRight, outsideLeft, outsideRight) ? v : defaultAncestor;
    }

    // Where one subtree is deeper than the other. True: the right one is, and is what moves from now on.
    bool joinContours(const Contour &insideLeft, const Contour &insideRight, const Contour &outsideLeft,
                      const Contour &outsideRight)
    {
        if (nextRight(insideLeft.node) >= 0 && nextRight(outsideRight.node) < 0) {
            state(outsideRight.node).thread = nextRight(insideLeft.node);
            state(outsideRight.node).mod += insideLeft.sum - outsideRight.sum;
        }
        if (nextLeft(insideRight.node) < 0 || nextLeft(outsideLeft.node) >= 0)
            return false;
        state(outsideLeft.node).thread = nextLeft(insideRight.node);
        state(outsideLeft.node).mod += insideRight.sum - outsideLeft.sum;
        return true;
    }

    int ancestorOf(int v, int of, int defaultAncestor)
    {
        const int ancestor = state(v).ancestor;
        return node(ancestor).parent == node(of).parent ? ancestor : defaultAncestor;
    }

    void moveSubtree(int left, int right, double shift)
    {
        const double share = shift / (number(right) - number(left));
        state(right).change -= share;
        state(right).shift += shift;
        state(left).change += share;
        state(right).prelim += shift;
        state(right).mod += shift;
    }

    // The subtrees between two that were moved apart share the room.
    void executeShifts(int v)
    {
        double shift = 0;
        double change = 0;
        for (int w = lastChild(v); w >= node(v).firstChild; --w) {
            state(w).prelim += shift;
            state(w).mod += shift;
            change += state(w).change;
            shift += state(w).shift + change;
        }
    }

    std::vector<double> secondWalk()
    {
        std::vector<double> places(m_nodes.size());
        std::vector<double> sums(m_nodes.size()); // of mod over the ancestors
        for (std::size_t v = 0; v < m_nodes.size(); ++v) {
            const int parent = m_nodes[v].parent;
            if (parent < 0) {
                places[v] = m_state[v].middle;
                continue;
            }
            sums[v] = sums[std::size_t(parent)]
                + (m_nodes[std::size_t(parent)].parent < 0 ? 0 : m_state[std::size_t(parent)].mod);
            places[v] = m_state[v].prelim + sums[v];
        }
        return places;
    }

    const std::vector<TreeLayoutNode> &m_nodes;
    double m_gap;
    std::vector<State> m_state;
};

} // namespace

std::vector<double> tidyLayout(const std::vector<TreeLayoutNode> &nodes, double cousinGap)
{
    if (nodes.empty())
        return {};
    std::vector<double> places = Walker(nodes, cousinGap).run();
    const double smallest = *std::min_element(places.begin(), places.end());
    for (double &place : places)
        place -= smallest;
    return places;
}

} // namespace mutascope::widgets
