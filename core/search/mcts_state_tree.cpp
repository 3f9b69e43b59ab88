// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/mcts_state.h"

namespace mutascope {

namespace {

constexpr std::size_t nodeBytes = 4 * 4 + 3 * 8;
constexpr std::size_t amafBytes = 4 + 8 + 8;
constexpr double mostSum = 1e200;

void write(StateWriter &out, const SearchNode &node, const NodeStats &stats)
{
    for (const std::int32_t value : {node.parent, node.action, node.actions, std::int32_t(node.finish)})
        out.u32(std::uint32_t(value));
    out.u64(std::uint64_t(stats.visits));
    out.f64(stats.sum);
    out.f64(stats.best);
}

SearchNode readMade(StateReader &in)
{
    SearchNode node;
    node.parent = std::int32_t(in.u32());
    node.action = std::int32_t(in.u32());
    node.actions = std::int32_t(in.u32());
    node.finish = Finish(in.u32());
    return node;
}

NodeStats readStats(StateReader &in)
{
    NodeStats stats;
    stats.visits = readCount(in);
    stats.sum = readReward(in, mostSum);
    stats.best = readReward(in, mostReward);
    return stats;
}

std::vector<AmafStats> readAmaf(StateReader &in, int actions)
{
    std::vector<AmafStats> all;
    for (std::size_t left = readItems(in, amafBytes); left > 0; --left) {
        AmafStats one;
        one.action = std::int32_t(in.u32());
        one.visits = readCount(in);
        one.sum = readReward(in, mostSum);
        const std::int32_t least = all.empty() ? 0 : all.back().action + 1;
        if (one.action < least || one.action >= actions)
            throw BadSearchState("the actions of a node are wrong");
        all.push_back(one);
    }
    return all;
}

// Each visit of a node was one of its children's or its own evaluation; the root has none.
void checkVisits(const SearchTree &tree)
{
    std::vector<std::int64_t> own(std::size_t(tree.size()));
    for (std::int32_t id = 0; id < tree.size(); ++id) {
        own[std::size_t(id)] += tree.stats(id).visits;
        if (id > 0)
            own[std::size_t(tree.node(id).parent)] -= tree.stats(id).visits;
    }
    for (std::size_t id = 0; id < own.size(); ++id)
        if (own[id] < 0 || own[id] > (id > 0 ? 1 : 0))
            throw BadSearchState("the visits of a node do not fit those of its children");
}

} // namespace

BadSearchState::BadSearchState(const std::string &why)
    : Error(ErrorCode::BadData, "the saved state of the tree search cannot be used: " + why,
            "The file is damaged or the run's settings were changed; start a new run")
{
}

std::size_t readItems(StateReader &in, std::size_t bytes)
{
    const std::uint64_t count = in.u64();
    if (count > in.remaining() / bytes)
        throw BadSearchState("it is too short");
    return std::size_t(count);
}

std::int64_t readCount(StateReader &in)
{
    const std::uint64_t count = in.u64();
    if (count > std::uint64_t(1) << 53)
        throw BadSearchState("a number is too large");
    return std::int64_t(count);
}

double readReward(StateReader &in, double most)
{
    const double reward = in.f64();
    if (!(reward >= 0 && reward <= most))
        throw BadSearchState("a reward is no number from 0 up");
    return reward;
}

std::int32_t readNode(StateReader &in, const SearchTree &tree)
{
    const std::uint32_t id = in.u32();
    if (id >= std::uint32_t(tree.size()))
        throw BadSearchState("it names a node that does not exist");
    return std::int32_t(id);
}

void writeTree(StateWriter &out, const SearchTree &tree)
{
    out.u64(std::uint64_t(tree.size()));
    for (std::int32_t id = 0; id < tree.size(); ++id)
        write(out, tree.node(id), tree.stats(id));
    for (std::int32_t id = 0; tree.tracksAmaf() && id < tree.size(); ++id) {
        out.u64(tree.amaf(id).size());
        for (const AmafStats &one : tree.amaf(id)) {
            out.u32(std::uint32_t(one.action));
            out.u64(std::uint64_t(one.visits));
            out.f64(one.sum);
        }
    }
}

void readTree(StateReader &in, const SearchProblem &problem, SearchTree &tree)
{
    for (std::size_t left = readItems(in, nodeBytes), id = 0; id < left; ++id) {
        const SearchNode node = readMade(in);
        if (id > 0)
            tree.add(node);
        if (node.actions != problem.actions(tree.path(std::int32_t(id))))
            throw BadSearchState("it belongs to another search problem");
        tree.setStats(std::int32_t(id), readStats(in));
    }
    checkVisits(tree);
    for (std::int32_t id = 0; tree.tracksAmaf() && id < tree.size(); ++id)
        tree.setAmaf(id, readAmaf(in, tree.node(id).actions));
}

void writePriors(StateWriter &out, const NodePriors &priors)
{
    out.u64(priors.all().size());
    for (const auto &[node, values] : priors.all()) {
        out.u32(std::uint32_t(node));
        out.u32(std::uint32_t(values.size()));
        for (const double value : values)
            out.f64(value);
    }
    out.u64(priors.newOnes().size());
    for (const std::int32_t node : priors.newOnes())
        out.u32(std::uint32_t(node));
}

void readPriors(StateReader &in, const SearchTree &tree, NodePriors &priors)
{
    std::map<std::int32_t, std::vector<double>> known;
    for (std::size_t left = readItems(in, 8); left > 0; --left) {
        const std::int32_t node = readNode(in, tree);
        const std::uint32_t count = in.u32();
        if (count != 0 && count != std::uint32_t(tree.node(node).actions))
            throw BadSearchState("a node has more or fewer priors than actions");
        std::vector<double> &values = known[node];
        for (std::uint32_t i = 0; i < count; ++i)
            values.push_back(readReward(in, 1));
    }
    std::set<std::int32_t> newOnes;
    for (std::size_t left = readItems(in, 4); left > 0; --left) {
        const std::int32_t node = readNode(in, tree);
        if (!known.contains(node))
            throw BadSearchState("priors of a node are missing");
        newOnes.insert(node);
    }
    priors.restore(std::move(known), std::move(newOnes));
}

} // namespace mutascope
