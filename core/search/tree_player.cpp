// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/tree_player.h"
#include "core/base/hash.h"
#include "core/base/state_codec.h"
#include "core/search/tree_playback.h"
#include <algorithm>

namespace mutascope {

namespace {

// Nodes from `from` down to its descendant `to`, both included.
std::vector<std::int32_t> way(const SearchTree &tree, std::int32_t from, std::int32_t to)
{
    std::vector<std::int32_t> nodes{to};
    while (nodes.back() != from)
        nodes.push_back(tree.node(nodes.back()).parent);
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
}

void write(StateWriter &out, const SearchTree &tree, std::int32_t id)
{
    const SearchNode &node = tree.node(id);
    const NodeStats &stats = tree.stats(id);
    for (const std::int32_t value : {node.parent, node.action, node.actions, std::int32_t(node.finish),
                                     std::int32_t(tree.exhausted(id)), std::int32_t(tree.closed(id))})
        out.u32(std::uint32_t(value));
    out.u64(std::uint64_t(stats.visits));
    out.u64(std::uint64_t(stats.pending));
    out.f64(stats.sum);
    out.f64(stats.best);
    for (const AmafStats &one : tree.amaf(id)) {
        out.u32(std::uint32_t(one.action));
        out.u64(std::uint64_t(one.visits));
        out.f64(one.sum);
    }
}

} // namespace

TreePlayer::TreePlayer(std::shared_ptr<const SearchHistory> history)
    : m_history(std::move(history)), m_events(std::make_unique<TreeEvents>(*m_history)),
      m_playback(std::make_unique<TreePlayback>(*m_history, *m_events))
{
}

TreePlayer::~TreePlayer() = default;
TreePlayer::TreePlayer(TreePlayer &&) noexcept = default;
TreePlayer &TreePlayer::operator=(TreePlayer &&) noexcept = default;

void TreePlayer::extended()
{
    m_events->extend();
}

std::int64_t TreePlayer::events() const
{
    return m_events->size();
}

std::int64_t TreePlayer::position() const
{
    return m_playback->position();
}

const TreePlayer::Event *TreePlayer::current() const
{
    return position() > 0 ? &event(position() - 1) : nullptr;
}

const TreePlayer::Event &TreePlayer::event(std::int64_t index) const
{
    return m_events->at(index);
}

void TreePlayer::forward()
{
    seek(position() + 1);
}

void TreePlayer::back()
{
    seek(position() - 1);
}

void TreePlayer::seek(std::int64_t position)
{
    m_playback->seek(std::clamp<std::int64_t>(position, 0, events()));
}

std::int64_t TreePlayer::nextIteration() const
{
    const Event *now = current();
    std::int64_t wanted = now && now->phase != Phase::Backpropagation ? now->iteration : -1;
    for (std::int64_t index = position(); index < events(); ++index) {
        if (wanted < 0)
            wanted = event(index).iteration;
        if (event(index).phase == Phase::Backpropagation && event(index).iteration == wanted)
            return index + 1;
    }
    return events();
}

std::int64_t TreePlayer::nextRootMove() const
{
    const std::int64_t found = find([](const Event &event) { return event.phase == Phase::RootMove; });
    return found < 0 ? events() : found;
}

std::int64_t TreePlayer::find(const std::function<bool(const Event &)> &condition) const
{
    for (std::int64_t index = position(); index < events(); ++index)
        if (condition(event(index)))
            return index + 1;
    return -1;
}

int TreePlayer::tree() const
{
    return m_playback->treeIndex();
}

const SearchTree &TreePlayer::state() const
{
    return m_playback->tree();
}

std::int32_t TreePlayer::root() const
{
    return m_playback->root();
}

std::vector<TreePlayer::Pick> TreePlayer::picks() const
{
    const Event *now = current();
    if (!now || now->iteration < 0)
        return {};
    const std::int64_t here = position();
    const SearchIteration &done = m_history->iterations[std::size_t(now->iteration)];
    m_playback->seek(m_events->selectionOf(now->iteration)); // all terms as they were then
    const std::vector<std::int32_t> nodes = way(state(), done.root, done.selected);
    std::vector<Pick> picks;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool last = i + 1 == nodes.size();
        if (last && (done.made == 0 || !state().hasChildren(nodes[i])))
            break;
        const std::vector<SearchNode> &all = m_history->nodes[std::size_t(now->tree)];
        const std::int32_t next = last ? done.firstMade : nodes[i + 1];
        picks.push_back(
            {nodes[i], all[std::size_t(next)].action,
             state().terms(nodes[i], m_history->description, m_events->priors(now->tree, nodes[i]))});
    }
    m_playback->seek(here);
    return picks;
}

std::string TreePlayer::stateSha256() const
{
    StateWriter out;
    out.u64(std::uint64_t(position()));
    out.u32(std::uint32_t(tree()));
    out.u32(std::uint32_t(root()));
    for (std::int32_t id = 0; id < state().size(); ++id)
        write(out, state(), id);
    return sha256(out.bytes());
}

} // namespace mutascope
