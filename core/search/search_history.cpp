// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search_history.h"
#include "core/base/hash.h"
#include "core/base/state_codec.h"
#include <algorithm>

namespace mutascope {

namespace {

template <typename Item> void appendAll(std::vector<Item> &to, const std::vector<Item> &from)
{
    to.insert(to.end(), from.begin(), from.end());
}

void write(StateWriter &out, const SearchTreeInfo &tree)
{
    out.u64(tree.batch.size());
    for (const SearchTreeInfo::Item &item : tree.batch) {
        out.u32(std::uint32_t(item.seed));
        out.u64(std::uint64_t(item.test));
    }
}

void write(StateWriter &out, const SearchNode &node)
{
    for (const std::int32_t value : {node.parent, node.action, node.actions, std::int32_t(node.finish)})
        out.u32(std::uint32_t(value));
}

void write(StateWriter &out, const SearchIteration &done)
{
    for (const std::int32_t value : {done.tree, done.batch, done.root, done.selected, done.firstMade,
                                     done.made, done.last, std::int32_t(done.rewarded)})
        out.u32(std::uint32_t(value));
    out.f64(done.reward);
}

void write(StateWriter &out, const SearchMove &move)
{
    out.u32(std::uint32_t(move.kind));
    out.u32(std::uint32_t(move.tree));
    out.u64(std::uint64_t(move.behind));
    out.u32(std::uint32_t(move.node));
    out.f64(move.gain);
    out.text(move.reason);
}

template <typename Item> void writeAll(StateWriter &out, const std::vector<Item> &items)
{
    out.u64(items.size());
    for (const Item &item : items)
        write(out, item);
}

} // namespace

void SearchChunk::append(const SearchChunk &next)
{
    appendAll(trees, next.trees);
    nodes.resize(std::max(nodes.size(), next.nodes.size()));
    for (std::size_t tree = 0; tree < next.nodes.size(); ++tree)
        appendAll(nodes[tree], next.nodes[tree]);
    appendAll(iterations, next.iterations);
    appendAll(moves, next.moves);
    appendAll(priors, next.priors);
}

void SearchHistory::append(const SearchChunk &next)
{
    SearchChunk::append(next);
    nodes.resize(std::max(nodes.size(), trees.size()));
}

std::string searchSha256(const SearchHistory &history)
{
    StateWriter out;
    writeAll(out, history.trees);
    // Lists at the end that hold nothing say nothing.
    std::size_t lists = history.nodes.size();
    while (lists > 0 && history.nodes[lists - 1].empty())
        --lists;
    out.u64(lists);
    for (std::size_t tree = 0; tree < lists; ++tree)
        writeAll(out, history.nodes[tree]);
    writeAll(out, history.iterations);
    writeAll(out, history.moves);
    return sha256(out.bytes());
}

} // namespace mutascope
