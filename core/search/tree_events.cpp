// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/tree_events.h"
#include "core/base/error.h"
#include <algorithm>

namespace mutascope {

namespace {

using Phase = TreePlayer::Phase;

void expect(bool right, const std::string &why)
{
    if (!right)
        throw Error(ErrorCode::BadData, "the stored search tree cannot be used: " + why,
                    "The file is damaged; the run's tests can still be used");
}

Phase phaseOf(SearchMove::Kind kind)
{
    switch (kind) {
    case SearchMove::Kind::Root:
        return Phase::RootMove;
    case SearchMove::Kind::Commit:
        return Phase::Commit;
    case SearchMove::Kind::End:
        break;
    }
    return Phase::End;
}

bool legalReward(double reward)
{
    return reward >= 0 && reward <= mostReward;
}

bool within(std::int32_t id, std::int32_t end)
{
    return id >= 0 && id < end;
}

} // namespace

TreeEvents::TreeEvents(const SearchHistory &history) : m_history(history)
{
    extend();
}

void TreeEvents::extend()
{
    addPriors();
    while (m_selections.size() < m_history.iterations.size()) {
        addMoves();
        addBatch();
    }
    addMoves();
    expect(m_moves == m_history.moves.size(), "a move comes before its iterations");
    // A new tree shows its root before anything has happened in it.
    std::size_t trees = m_history.nodes.size();
    while (trees > 0 && m_history.nodes[trees - 1].empty())
        --trees;
    addTreesUpTo(std::int32_t(trees) - 1);
}

const std::vector<double> &TreeEvents::priors(std::int32_t tree, std::int32_t node) const
{
    static const std::vector<double> none;
    const auto found = m_priors.find({tree, node});
    return found == m_priors.end() ? none : m_history.priors[found->second].values;
}

void TreeEvents::addPriors()
{
    for (; m_priorsRead < m_history.priors.size(); ++m_priorsRead) {
        const SearchPriors &priors = m_history.priors[m_priorsRead];
        expect(within(priors.tree, std::int32_t(m_history.nodes.size())), "priors belong to no tree");
        const std::vector<SearchNode> &nodes = m_history.nodes[std::size_t(priors.tree)];
        expect(within(priors.node, std::int32_t(nodes.size())), "priors belong to no node");
        expect(std::int64_t(priors.values.size()) == nodes[std::size_t(priors.node)].actions
                   && std::all_of(priors.values.begin(), priors.values.end(), legalReward),
               "a node's priors are no probabilities of its actions");
        m_priors[{priors.tree, priors.node}] = m_priorsRead;
    }
}

// Moves that come before the next iteration.
void TreeEvents::addMoves()
{
    for (; m_moves < m_history.moves.size(); ++m_moves) {
        const SearchMove &move = m_history.moves[m_moves];
        if (move.behind > std::int64_t(m_selections.size()))
            return;
        beginTree(move.tree);
        expect(within(move.node, m_made.size()), "a move names a node that does not exist");
        push(phaseOf(move.kind), move.node);
        m_events.back().reward = move.gain;
        m_events.back().reason = move.reason;
    }
}

void TreeEvents::addTreesUpTo(std::int32_t tree)
{
    while (std::int32_t(m_treeStarts.size()) <= tree) {
        const std::size_t index = m_treeStarts.size();
        expect(index < m_history.nodes.size() && !m_history.nodes[index].empty(), "a tree has no root");
        m_made = SearchTree(m_history.nodes[index][0].actions);
        m_treeStarts.push_back(size());
        push(Phase::Tree, 0);
    }
}

// Something happens in this tree: in the last one or in a new one.
void TreeEvents::beginTree(std::int32_t tree)
{
    addTreesUpTo(tree);
    expect(tree >= 0 && tree == std::int32_t(m_treeStarts.size()) - 1, "its trees are out of order");
}

// Iterations that were evaluated together: one after the other with the same batch.
void TreeEvents::addBatch()
{
    const std::vector<SearchIteration> &all = m_history.iterations;
    const std::size_t begin = m_selections.size();
    std::size_t end = begin;
    while (end < all.size() && all[end].tree == all[begin].tree && all[end].batch == all[begin].batch)
        ++end;
    beginTree(all[begin].tree);
    for (std::size_t i = begin; i < end; ++i)
        addLeaf(all[i]);
    for (std::size_t i = begin; i < end; ++i) {
        push(Phase::Backpropagation, all[i].last);
        m_events.back().iteration = std::int64_t(i);
        m_events.back().reward = all[i].reward;
        m_events.back().rewarded = all[i].rewarded;
    }
}

void TreeEvents::addLeaf(const SearchIteration &done)
{
    checkLeaf(done);
    const std::int64_t iteration = std::int64_t(m_selections.size());
    const std::vector<SearchNode> &nodes = m_history.nodes[std::size_t(done.tree)];
    m_selections.push_back(size());
    push(Phase::Selection, done.selected);
    for (std::int32_t id = done.firstMade; id < done.firstMade + done.made; ++id) {
        const std::int32_t parent = id == done.firstMade ? done.selected : id - 1;
        expect(nodes[std::size_t(id)].parent == parent, "made nodes are no chain");
        m_made.add(nodes[std::size_t(id)]);
    }
    if (done.made > 0)
        push(Phase::Expansion, done.firstMade);
    if (done.made > 1)
        push(Phase::Simulation, done.last);
    for (std::int64_t i = m_selections.back(); i < size(); ++i)
        m_events[std::size_t(i)].iteration = iteration;
}

void TreeEvents::checkLeaf(const SearchIteration &done) const
{
    const std::int32_t made = m_made.size();
    const std::int64_t stored = std::int64_t(m_history.nodes[std::size_t(done.tree)].size());
    expect(within(done.root, made) && within(done.selected, made), "an iteration names an unmade node");
    expect(done.made >= 0 && std::int64_t(made) + done.made <= stored
               && (done.made == 0 || done.firstMade == made),
           "an iteration makes nodes that do not exist");
    expect(done.last == (done.made > 0 ? made + done.made - 1 : done.selected),
           "an iteration evaluates another node than its last");
    expect(legalReward(done.reward), "a reward is no number from 0 up");
    std::int32_t up = done.selected;
    while (up > done.root) // parents have smaller ids
        up = m_made.node(up).parent;
    expect(up == done.root, "a selection did not start from the root");
}

void TreeEvents::push(Phase phase, std::int32_t node)
{
    TreePlayer::Event &event = m_events.emplace_back();
    event.phase = phase;
    event.tree = std::int32_t(m_treeStarts.size()) - 1;
    event.node = node;
}

} // namespace mutascope
