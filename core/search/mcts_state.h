// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/base/state_codec.h"
#include "core/search/mcts.h"

// The parts of a saved search as bytes. Reading checks each value by itself and against the others: it comes
// from a file, and whoever can write the file can also write its checksum.
namespace mutascope {

struct BadSearchState : Error {
    explicit BadSearchState(const std::string &why);
};

void writeTree(StateWriter &out, const SearchTree &tree);
// Into a tree of its root alone, which tracks AMAF or not as the saved one did.
void readTree(StateReader &in, const SearchProblem &problem, SearchTree &tree);

void writePriors(StateWriter &out, const NodePriors &priors);
void readPriors(StateReader &in, const SearchTree &tree, NodePriors &priors);

// A number of items of at least so many bytes each, before room is made for them.
std::size_t readItems(StateReader &in, std::size_t bytes);
std::int64_t readCount(StateReader &in);
double readReward(StateReader &in, double most);
std::int32_t readNode(StateReader &in, const SearchTree &tree);

void writeState(StateWriter &out, const Mcts::State &state);
Mcts::State readState(StateReader &in, const SearchTree &tree);

} // namespace mutascope
