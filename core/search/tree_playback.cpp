// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/tree_playback.h"

namespace mutascope {

namespace {

using Phase = TreePlayer::Phase;

constexpr std::int64_t mostUndo = 4096; // events; some MB

// The last phase before an iteration's evaluation: from then on it is on its way.
Phase leafPhase(const SearchIteration &done)
{
    if (done.made > 1)
        return Phase::Simulation;
    return done.made > 0 ? Phase::Expansion : Phase::Selection;
}

} // namespace

TreePlayback::TreePlayback(const SearchHistory &history, const TreeEvents &events)
    : m_history(history), m_events(events), m_tree(std::make_unique<SearchTree>(0))
{
}

const SearchIteration &TreePlayback::iterationOf(const TreePlayer::Event &event) const
{
    return m_history.iterations[std::size_t(event.iteration)];
}

void TreePlayback::seek(std::int64_t position)
{
    if (position < m_position && m_position - position <= std::int64_t(m_undo.size())) {
        while (position < m_position)
            back();
        return;
    }
    const bool far = position - m_position > mostUndo;
    const std::int32_t tree = position > 0 ? m_events.at(position - 1).tree : -1;
    if (position < m_position || (far && tree > m_treeIndex))
        playFromTreeStart(position);
    else
        advance(position);
}

void TreePlayback::playFromTreeStart(std::int64_t position)
{
    m_undo.clear();
    m_position = 0;
    m_treeIndex = -1;
    m_root = 0;
    m_tree = std::make_unique<SearchTree>(0);
    if (position > 0) {
        m_position = m_events.treeStart(m_events.at(position - 1).tree);
        forward(false); // what was before this tree is not known here
    }
    advance(position);
}

// Keeps how to undo the last events alone: the others would only be thrown away.
void TreePlayback::advance(std::int64_t position)
{
    while (m_position < position)
        forward(position - m_position <= mostUndo);
}

void TreePlayback::forward(bool keepUndo)
{
    const TreePlayer::Event &event = m_events.at(m_position);
    if (!keepUndo) {
        m_undo.clear();
        apply(event, nullptr);
    } else {
        if (std::int64_t(m_undo.size()) == mostUndo)
            m_undo.pop_front();
        Undo &undo = m_undo.emplace_back();
        undo.root = m_root;
        apply(event, &undo);
    }
    ++m_position;
}

void TreePlayback::apply(const TreePlayer::Event &event, Undo *undo)
{
    switch (event.phase) {
    case Phase::Tree:
        return startTree(event, undo);
    case Phase::Selection:
    case Phase::Expansion:
    case Phase::Simulation:
        return makeNodes(event, undo);
    case Phase::Backpropagation:
        return backpropagate(event, undo);
    case Phase::RootMove:
        m_root = event.node;
        return;
    case Phase::Commit:
    case Phase::End:
        return;
    }
}

void TreePlayback::startTree(const TreePlayer::Event &event, Undo *undo)
{
    auto tree = std::make_unique<SearchTree>(m_history.nodes[std::size_t(event.tree)][0].actions);
    tree->limitChildren(m_history.description.children);
    if (m_history.description.rave > 0)
        tree->trackAmaf(int(m_history.description.levels.size()));
    m_tree.swap(tree);
    if (undo)
        undo->tree = std::move(tree);
    m_treeIndex = event.tree;
    m_root = 0;
}

// A node's outcome is not known before its evaluation, and the search chose without it.
void TreePlayback::makeNodes(const TreePlayer::Event &event, Undo *undo)
{
    const SearchIteration &done = iterationOf(event);
    const std::int32_t before = m_tree->size();
    const std::int32_t end = event.phase == Phase::Selection ? before
        : event.phase == Phase::Expansion                    ? done.firstMade + 1
                                                             : done.firstMade + done.made;
    for (std::int32_t id = before; id < end; ++id) {
        SearchNode node = m_history.nodes[std::size_t(event.tree)][std::size_t(id)];
        node.finish = node.actions == 0 ? Finish::Depth : Finish::Open;
        m_tree->add(node);
    }
    const bool onItsWay = event.phase == leafPhase(done);
    if (onItsWay)
        m_tree->addPending(done.last);
    if (undo) {
        undo->made = end - before;
        undo->pending = onItsWay;
    }
}

void TreePlayback::backpropagate(const TreePlayer::Event &event, Undo *undo)
{
    if (undo)
        rememberPath(event.node, *undo);
    const Finish finish = m_history.nodes[std::size_t(event.tree)][std::size_t(event.node)].finish;
    m_tree->removePending(event.node);
    if (finish != Finish::Open)
        m_tree->setFinish(event.node, finish);
    m_tree->backpropagate(event.node, event.reward, event.rewarded);
}

void TreePlayback::back()
{
    const TreePlayer::Event &event = m_events.at(m_position - 1);
    Undo &undo = m_undo.back();
    if (event.phase == Phase::Backpropagation)
        restorePath(event.node, undo);
    if (undo.pending)
        m_tree->removePending(iterationOf(event).last);
    for (; undo.made > 0; --undo.made)
        m_tree->removeLast();
    if (undo.tree) {
        m_tree = std::move(undo.tree);
        --m_treeIndex;
    }
    m_root = undo.root;
    m_undo.pop_back();
    --m_position;
}

void TreePlayback::rememberPath(std::int32_t node, Undo &undo) const
{
    undo.finish = m_tree->node(node).finish;
    for (std::int32_t id = node; id >= 0; id = m_tree->node(id).parent) {
        undo.stats.push_back(m_tree->stats(id));
        if (m_tree->tracksAmaf())
            undo.amaf.push_back(m_tree->amaf(id));
    }
}

void TreePlayback::restorePath(std::int32_t node, Undo &undo)
{
    m_tree->setFinish(node, undo.finish);
    std::size_t step = 0;
    for (std::int32_t id = node; id >= 0; id = m_tree->node(id).parent, ++step) {
        m_tree->setStats(id, undo.stats[step]);
        if (m_tree->tracksAmaf())
            m_tree->setAmaf(id, std::move(undo.amaf[step]));
    }
}

} // namespace mutascope
