// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator.h"
#include <nlohmann/json_fwd.hpp>

namespace mutascope::engines {

struct ValueRef {
    int node = 0;
    int output = 0;
    auto operator<=>(const ValueRef &) const = default;
};

// One operator, or an input of the graph.
struct GraphNode {
    const Operator *op = nullptr; // none: an input
    std::vector<ValueRef> inputs;
    Attributes attributes;
    std::vector<TensorType> outputs; // inferred; of an input: its type
    std::vector<ParameterSpec> parameters; // inferred
    std::uint64_t seed = 0; // of the parameters' (the input's) numbers
    Fill fill = Fill::Ordinary;
    bool repair = false; // put in to make shapes, types or ranges fit
    bool operator==(const GraphNode &) const = default;
    bool isInput() const { return op == nullptr; }
};

// A typed operator graph that is valid at any time: nodes stand in execution order and only take values of
// nodes before them (so there are no cycles), every type is inferred, every size bounded. An edit that would
// break this is refused and changes nothing. A node's outputs that nobody takes are outputs of the graph.
// Value type: a graph is copied to try something out.
class OperatorGraph {
public:
    // Throw Error{BadModel} where the node would not be legal.
    int addInput(const TensorType &type, std::uint64_t seed, Fill fill = Fill::Ordinary);
    int add(const Operator &op, std::vector<ValueRef> inputs, Attributes attributes, std::uint64_t seed,
            Fill fill = Fill::Ordinary, bool repair = false);

    // Edits. Each returns "" when done, else why it was refused. What follows is inferred anew.
    std::string setAttributes(int node, Attributes attributes);
    std::string setInputType(int node, const TensorType &type);
    std::string setData(int node, std::uint64_t seed, Fill fill);
    // Takes another value at an input.
    std::string connect(int node, std::size_t input, ValueRef source);
    // All who take one value take the other, which must come before them.
    std::string replace(ValueRef value, ValueRef by);
    // The operator becomes an input of its type; what only it needed stays, as outputs. One output only.
    std::string makeInput(int node);
    // Removes a node none of whose values is taken. The last node stays.
    std::string remove(int node);
    // Removes all that the given nodes do not need.
    std::string keep(std::span<const int> nodes);

    const std::vector<GraphNode> &nodes() const { return m_nodes; }
    const TensorType &type(ValueRef value) const;
    std::vector<TensorType> inputTypes(int node) const;
    // Values that are taken by none, in order.
    std::vector<ValueRef> outputs() const;
    std::vector<int> inputs() const;
    // How often each node's values are taken.
    std::vector<int> outDegrees() const;
    int operators() const; // nodes that are no inputs
    int lowestOpset() const; // that has all its operators and attributes

    // The numbers of an input, of a node's parameter.
    TensorData inputData(int node) const;
    TensorData parameterData(int node, std::size_t parameter) const;

    // The same for graphs that differ only in the order of their nodes, or in their numbers.
    std::uint64_t structureHash() const;
    bool operator==(const OperatorGraph &) const = default;

    nlohmann::json toJson() const;
    // Throws Error{BadData}: another version, unknown operators, anything that is not legal.
    static OperatorGraph fromJson(const nlohmann::json &json);

private:
    bool has(ValueRef value) const;
    // Infers node and all after it in nodes, then takes them over; refused where one is not legal.
    std::string commit(std::vector<GraphNode> nodes, int from);
    std::string commitKept(const std::vector<bool> &kept);

    std::vector<GraphNode> m_nodes;
};

// Proves validity from nothing but the nodes, without the bookkeeping of the edits: order, references,
// attributes, every type inferred from the inputs on, bounds. "" where all is well, else the first fault.
std::string check(const OperatorGraph &graph);

} // namespace mutascope::engines
