// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator.h"

namespace mutascope::engines {

// What a vertex of a random graph becomes: one operator, or several with inner edges (patterns that engines
// fuse hardly ever arise at random).
struct Block {
    std::string name; // operators joined by '+'
    std::vector<const Operator *> operators;
    std::vector<std::pair<int, int>> edges; // inner, low -> high; may repeat

    // Numbers of edges from outside it can take: what its operators may have beyond the inner edges, those
    // without inner edges at least one.
    std::vector<int> inDegrees() const;
    bool single() const { return operators.size() == 1; }
};

Block singleBlock(const Operator &op);
// Throws Error{Usage}: an unknown operator, inner edges that run backwards or are more than an operator
// takes.
Block subgraphBlock(const std::vector<std::string> &operators, std::vector<std::pair<int, int>> edges);

// Every operator of an opset on its own, with or without those that are discontinuous.
std::vector<Block> singleBlocks(int opset, bool discontinuous = true);
// Patterns of known fusions: the three of Luo et al. (concatenated feature maps as in SSD, arithmetic,
// convolution with activations) and convolution or product followed by normalisation, activation, addition,
// pooling.
std::vector<Block> subgraphBlocks(int opset);

} // namespace mutascope::engines
