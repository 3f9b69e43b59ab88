// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/block.h"
#include "core/base/error.h"
#include <algorithm>
#include <set>

namespace mutascope::engines {

namespace {

struct Pattern {
    std::vector<std::string> operators;
    std::vector<std::pair<int, int>> edges;
};

std::vector<std::pair<int, int>> chain(std::size_t length)
{
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i + 1 < int(length); ++i)
        edges.emplace_back(i, i + 1);
    return edges;
}

Pattern chained(std::vector<std::string> operators)
{
    const std::size_t length = operators.size();
    return {std::move(operators), chain(length)};
}

std::vector<Pattern> patterns()
{
    return {
        // Luo et al., section 3.1: arithmetic, convolution, and feature maps put together as in SSD.
        {{"Conv", "Relu", "Pow", "Concat"}, {{0, 1}, {1, 3}, {2, 3}}},
        {{"Conv", "Conv", "Add", "Add"}, {{0, 2}, {1, 2}, {2, 3}, {2, 3}}},
        {{"Conv", "Transpose", "Conv", "Transpose", "Concat"}, {{0, 1}, {1, 4}, {2, 3}, {3, 4}}},
        chained({"Conv", "BatchNormalization", "Relu"}),
        chained({"Conv", "Clip", "MaxPool"}),
        {{"Conv", "Add", "Relu"}, {{0, 1}, {0, 1}, {1, 2}}},
        chained({"Pad", "Conv", "Sigmoid"}),
        {{"Conv", "Sigmoid", "Mul"}, {{0, 1}, {0, 2}, {1, 2}}}, // swish
        chained({"MatMul", "Add", "Relu"}),
        chained({"Gemm", "Tanh", "Gemm"}),
        {{"ReduceMean", "Sub", "Mul", "ReduceMean"}, {{0, 1}, {1, 2}, {1, 2}, {2, 3}}}, // a variance
        chained({"Transpose", "Reshape", "Transpose"}), // a channel shuffle
        chained({"GlobalAveragePool", "Conv", "HardSigmoid"}),
    };
}

int innerEdges(const Block &block, int to)
{
    return int(std::ranges::count(block.edges, to, &std::pair<int, int>::second));
}

} // namespace

std::vector<int> Block::inDegrees() const
{
    std::set<int> sums = {0};
    for (std::size_t i = 0; i < operators.size(); ++i) {
        const int inner = innerEdges(*this, int(i));
        std::set<int> next;
        for (const int sum : sums)
            for (const int degree : operators[i]->inDegrees)
                if (degree >= inner)
                    next.insert(sum + degree - inner);
        sums = next;
    }
    return {sums.begin(), sums.end()};
}

Block singleBlock(const Operator &op)
{
    return {op.name, {&op}, {}};
}

Block subgraphBlock(const std::vector<std::string> &operators, std::vector<std::pair<int, int>> edges)
{
    Block block;
    for (const std::string &name : operators) {
        block.operators.push_back(&operatorNamed(name));
        block.name += (block.name.empty() ? "" : "+") + name;
    }
    for (const auto &[from, to] : edges)
        if (from < 0 || from >= to || to >= int(operators.size()))
            throw Error(ErrorCode::Usage,
                        "an inner edge of the block " + block.name + " does not run forwards");
    block.edges = std::move(edges);
    for (std::size_t i = 0; i < operators.size(); ++i)
        if (innerEdges(block, int(i)) > block.operators[i]->inDegrees.back())
            throw Error(ErrorCode::Usage,
                        "an operator of the block " + block.name + " has too many inner edges");
    if (operators.empty())
        throw Error(ErrorCode::Usage, "a block has no operator");
    return block;
}

std::vector<Block> singleBlocks(int opset, bool discontinuous)
{
    std::vector<Block> blocks;
    for (const Operator &op : operatorTable())
        if (op.sinceOpset <= opset && (discontinuous || op.numerics != Numerics::Discontinuous))
            blocks.push_back(singleBlock(op));
    return blocks;
}

std::vector<Block> subgraphBlocks(int opset)
{
    std::vector<Block> blocks;
    for (const Pattern &pattern : patterns()) {
        Block block = subgraphBlock(pattern.operators, pattern.edges);
        if (std::ranges::all_of(block.operators, [&](const Operator *op) { return op->sinceOpset <= opset; }))
            blocks.push_back(std::move(block));
    }
    return blocks;
}

} // namespace mutascope::engines
