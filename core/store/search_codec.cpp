// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/search_codec.h"
#include "core/store/packed_bytes.h"

namespace mutascope {

namespace {

constexpr std::uint8_t version = 1;

// The columns of each list, once for both directions. Codec: Packer or Unpacker.
template <typename Codec, typename List> void columnsOfNodes(Codec &codec, List &nodes)
{
    codec.size(nodes, 4);
    codec.column(nodes, &SearchNode::parent);
    codec.column(nodes, &SearchNode::action);
    codec.column(nodes, &SearchNode::actions);
    codec.column(nodes, &SearchNode::finish, Finish::Exhausted);
}

template <typename Codec, typename List> void columnsOfItems(Codec &codec, List &items)
{
    codec.size(items, 2);
    codec.column(items, &SearchTreeInfo::Item::seed);
    codec.column(items, &SearchTreeInfo::Item::test);
}

template <typename Codec, typename List> void columnsOfIterations(Codec &codec, List &iterations)
{
    codec.size(iterations, 16);
    codec.column(iterations, &SearchIteration::tree);
    codec.column(iterations, &SearchIteration::batch);
    codec.column(iterations, &SearchIteration::root);
    codec.column(iterations, &SearchIteration::selected);
    codec.column(iterations, &SearchIteration::firstMade);
    codec.column(iterations, &SearchIteration::made);
    codec.column(iterations, &SearchIteration::last);
    codec.column(iterations, &SearchIteration::reward);
    codec.column(iterations, &SearchIteration::rewarded);
}

template <typename Codec, typename List> void columnsOfMoves(Codec &codec, List &moves)
{
    codec.size(moves, 13);
    codec.column(moves, &SearchMove::kind, SearchMove::Kind::End);
    codec.column(moves, &SearchMove::tree);
    codec.column(moves, &SearchMove::behind);
    codec.column(moves, &SearchMove::node);
    codec.column(moves, &SearchMove::gain);
    codec.column(moves, &SearchMove::reason);
}

template <typename Codec, typename List> void columnsOfPriors(Codec &codec, List &priors)
{
    codec.size(priors, 3);
    codec.column(priors, &SearchPriors::tree);
    codec.column(priors, &SearchPriors::node);
    for (auto &item : priors)
        codec.reals(item.values);
}

// Most trees of a long run get nothing new: only those that do are written, with their number.
void packNodes(Packer &packer, const std::vector<std::vector<SearchNode>> &nodes)
{
    std::vector<std::size_t> grown;
    for (std::size_t tree = 0; tree < nodes.size(); ++tree)
        if (!nodes[tree].empty())
            grown.push_back(tree);
    packer.integer(std::int64_t(grown.size()));
    for (const std::size_t tree : grown) {
        packer.integer(std::int64_t(tree));
        columnsOfNodes(packer, nodes[tree]);
    }
}

void unpackNodes(Unpacker &unpacker, std::size_t trees, std::vector<std::vector<SearchNode>> &nodes)
{
    const std::int64_t grown = unpacker.integer();
    for (std::int64_t i = 0; i < grown; ++i) {
        const std::int64_t tree = unpacker.integer();
        if (tree < std::int64_t(nodes.size()) || tree >= std::int64_t(trees))
            unpacker.refuse("a tree that is not there grew");
        nodes.resize(std::size_t(tree) + 1);
        columnsOfNodes(unpacker, nodes.back());
    }
}

} // namespace

std::vector<std::uint8_t> packSearch(const SearchChunk &chunk)
{
    Packer packer(version);
    packer.size(chunk.trees, 1);
    for (const SearchTreeInfo &tree : chunk.trees)
        columnsOfItems(packer, tree.batch);
    packNodes(packer, chunk.nodes);
    columnsOfIterations(packer, chunk.iterations);
    columnsOfMoves(packer, chunk.moves);
    columnsOfPriors(packer, chunk.priors);
    return packer.finished();
}

SearchChunk unpackSearch(std::span<const std::uint8_t> bytes, std::size_t treesBefore)
{
    Unpacker unpacker(bytes, version, "a part of its search trees");
    SearchChunk chunk;
    unpacker.size(chunk.trees, 1);
    for (SearchTreeInfo &tree : chunk.trees)
        columnsOfItems(unpacker, tree.batch);
    unpackNodes(unpacker, treesBefore + chunk.trees.size(), chunk.nodes);
    columnsOfIterations(unpacker, chunk.iterations);
    columnsOfMoves(unpacker, chunk.moves);
    columnsOfPriors(unpacker, chunk.priors);
    unpacker.finish();
    return chunk;
}

} // namespace mutascope
