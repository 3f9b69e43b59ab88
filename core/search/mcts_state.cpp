// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/mcts_state.h"

namespace mutascope {

namespace {

constexpr const char *format = "mcts 1";
constexpr std::size_t iterationBytes = 7 * 4 + 8;
constexpr std::size_t moveBytes = 4 + 8 + 4 + 8;

// How the search was set, to tell a state of another run.
std::string settingsText(const ParamSet &params)
{
    std::string text;
    for (const ParamSpec &spec : mctsParams())
        text += spec.name + "=" + toText(params.value(spec.name)) + ";";
    return text;
}

void write(StateWriter &out, const SearchIteration &done)
{
    for (const std::int32_t value : {done.batch, done.root, done.selected, done.firstMade, done.made,
                                     done.last, std::int32_t(done.rewarded)})
        out.u32(std::uint32_t(value));
    out.f64(done.reward);
}

SearchIteration readIteration(StateReader &in, const SearchTree &tree)
{
    SearchIteration done;
    done.batch = std::int32_t(in.u32());
    done.root = readNode(in, tree);
    done.selected = readNode(in, tree);
    done.firstMade = readNode(in, tree);
    done.made = readNode(in, tree); // fewer than there are nodes
    done.last = readNode(in, tree);
    done.rewarded = in.u32() != 0;
    done.reward = readReward(in, mostReward);
    return done;
}

std::string readReason(StateReader &in)
{
    std::string reason(in.text());
    for (const char *known : {"", "levels", "no-reward", "exhausted"})
        if (reason == known)
            return reason;
    throw BadSearchState("it ended for an unknown reason");
}

void write(StateWriter &out, const SearchMove &move)
{
    out.u32(std::uint32_t(move.kind));
    out.u64(std::uint64_t(move.behind));
    out.u32(std::uint32_t(move.node));
    out.text(move.reason);
}

SearchMove readMove(StateReader &in, const SearchTree &tree)
{
    SearchMove move;
    const std::uint32_t kind = in.u32();
    if (kind != std::uint32_t(SearchMove::Kind::Root) && kind != std::uint32_t(SearchMove::Kind::End))
        throw BadSearchState("it holds an unknown move");
    move.kind = SearchMove::Kind(kind);
    move.behind = readCount(in);
    move.node = readNode(in, tree);
    move.reason = readReason(in);
    return move;
}

} // namespace

void writeState(StateWriter &out, const Mcts::State &state)
{
    out.u32(std::uint32_t(state.root));
    for (const std::int64_t count : {state.iterations, state.rootIterations, state.rootPositions})
        out.u64(std::uint64_t(count));
    out.u32(std::uint32_t(state.batches));
    out.u32(std::uint32_t(state.best.node));
    out.f64(state.best.reward);
    out.text(state.endReason);
    out.u32(std::uint32_t(state.nodesTaken));
    out.u64(state.newIterations.size());
    for (const SearchIteration &done : state.newIterations)
        write(out, done);
    out.u64(state.newMoves.size());
    for (const SearchMove &move : state.newMoves)
        write(out, move);
}

Mcts::State readState(StateReader &in, const SearchTree &tree)
{
    Mcts::State state;
    state.root = readNode(in, tree);
    state.iterations = readCount(in);
    state.rootIterations = readCount(in);
    state.rootPositions = readCount(in);
    state.batches = std::int32_t(in.u32());
    state.best.node = std::int32_t(in.u32());
    state.best.reward = readReward(in, mostReward);
    const bool found = state.best.node >= 0 && state.best.node < tree.size();
    if (found ? tree.stats(state.best.node).best < state.best.reward : state.best.node != -1)
        throw BadSearchState("its best node is wrong");
    state.endReason = readReason(in);
    state.nodesTaken = std::int32_t(in.u32());
    if (state.batches < 0 || state.nodesTaken < 0 || state.nodesTaken > tree.size())
        throw BadSearchState("a number is too large");
    for (std::size_t left = readItems(in, iterationBytes); left > 0; --left)
        state.newIterations.push_back(readIteration(in, tree));
    for (std::size_t left = readItems(in, moveBytes); left > 0; --left)
        state.newMoves.push_back(readMove(in, tree));
    return state;
}

std::string Mcts::save() const
{
    StateWriter out;
    out.text(format);
    out.text(settingsText(m_params));
    writeTree(out, m_tree);
    writePriors(out, m_priors);
    writeState(out, m_state);
    return out.sealed();
}

std::unique_ptr<Mcts> Mcts::load(const ParamSet &params, SearchProblem &problem, const std::string &bytes)
{
    auto search = std::make_unique<Mcts>(params, problem);
    try {
        StateReader in = StateReader::unsealed(bytes);
        if (in.text() != format)
            throw BadSearchState("it is of another version");
        if (in.text() != settingsText(params))
            throw BadSearchState("it was made with other settings");
        readTree(in, problem, search->m_tree);
        readPriors(in, search->m_tree, search->m_priors);
        search->m_state = readState(in, search->m_tree);
        in.expectEnd();
    } catch (const BadSearchState &) {
        throw;
    } catch (const Error &) { // of the codec or the tree, which speak of other things
        throw BadSearchState("it is truncated or damaged");
    }
    return search;
}

} // namespace mutascope
