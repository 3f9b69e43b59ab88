// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/layer_graph.h"
#include <algorithm>
#include <torch/csrc/jit/passes/constant_propagation.h>
#include <torch/csrc/jit/passes/dead_code_elimination.h>
#include <torch/csrc/jit/passes/freeze_module.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/passes/lower_tuples.h>
#include <torch/script.h>
#include <unordered_map>

namespace mutascope {

namespace {

using torch::jit::Node;
using torch::jit::Value;

struct Operation {
    const char *kind;
    const char *name;
};

// In-place forms ("relu_") are found under the name without the underscore.
const std::unordered_map<std::string, Operation> &operations()
{
    static const std::unordered_map<std::string, Operation> table = [] {
        std::unordered_map<std::string, Operation> result;
        const auto add = [&](const char *kind, std::initializer_list<const char *> names) {
            for (const char *name : names)
                result[name] = {kind, name};
        };
        add("conv",
            {"conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"});
        add("linear", {"linear"});
        add("activation",
            {"relu",    "relu6", "leaky_relu", "prelu",    "rrelu",     "elu",        "celu",
             "selu",    "gelu",  "silu",       "mish",     "hardtanh",  "hardswish",  "hardsigmoid",
             "sigmoid", "tanh",  "softplus",   "softsign", "threshold", "log_sigmoid"});
        add("pool",
            {"max_pool1d", "max_pool2d", "max_pool3d", "avg_pool1d", "avg_pool2d", "avg_pool3d",
             "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool2d",
             "lp_pool2d"});
        add("norm", {"batch_norm", "instance_norm", "group_norm", "layer_norm"});
        add("softmax", {"softmax", "log_softmax"});
        result["_convolution"] = result["convolution"] = {"conv", "conv"};
        result["addmm"] = result["matmul"] = result["mm"] = {"linear", "linear"};
        return result;
    }();
    return table;
}

const Operation *operationOf(const Node *node)
{
    if (!node->kind().is_aten() || node->outputs().empty())
        return nullptr;
    std::string name = node->kind().toUnqualString();
    if (!name.empty() && name.back() == '_')
        name.pop_back();
    const auto found = operations().find(name);
    return found == operations().end() ? nullptr : &found->second;
}

bool isFixed(const Value *value)
{
    const auto kind = value->node()->kind();
    if (kind == at::aten::t || kind == at::aten::transpose)
        return isFixed(value->node()->input(0));
    return kind == at::prim::Constant || kind == at::prim::GetAttr;
}

// A matrix product is a linear layer only with fixed weights (two computed factors are attention); a fixed
// bias added right after it belongs to it.
Value *outputOf(Node *node)
{
    Value *output = node->output(0);
    if (node->kind() != at::aten::matmul && node->kind() != at::aten::mm)
        return output;
    if (!isFixed(node->input(1)))
        return nullptr;
    if (output->uses().size() != 1)
        return output;
    Node *next = output->uses()[0].user;
    const bool adds = next->kind() == at::aten::add || next->kind() == at::aten::add_;
    return adds && next->owningBlock() == node->owningBlock() && isFixed(next->input(1)) ? next->output()
                                                                                         : output;
}

// The names of the attributes by which the calls down to the node went.
std::string modulePathOf(const Node *node)
{
    if (!node->callstack())
        return {};
    std::string path;
    for (const auto &entry : (*node->callstack())->vec()) {
        const auto &instance = std::get<2>(entry);
        if (!instance || instance->instance_name().empty() || instance->instance_name() == "SELF")
            continue;
        path += (path.empty() ? "" : ".") + instance->instance_name();
    }
    return path;
}

std::vector<Tap> findTaps(torch::jit::Graph &graph)
{
    std::vector<Tap> taps;
    std::unordered_map<const Value *, bool> channelsLast;
    for (Node *node : graph.nodes()) {
        const Operation *operation = operationOf(node);
        Value *value = operation ? outputOf(node) : nullptr;
        if (!value || !value->type()->cast<c10::TensorType>())
            continue;
        Tap tap{value, operation->kind, operation->name, modulePathOf(node), {}, false};
        const auto source = channelsLast.find(node->input(0));
        tap.channelsLast = tap.kind == "linear" || tap.operation == "layer_norm"
            || (tap.kind != "conv" && tap.kind != "pool" && source != channelsLast.end() && source->second);
        channelsLast[value] = tap.channelsLast;
        taps.push_back(std::move(tap));
    }
    return taps;
}

// Freezing makes weights constants and folds every branch on a setting. A module that changes its own
// attributes cannot be frozen: it is inlined as it is.
torch::jit::Module frozenOrSame(const torch::jit::Module &module)
{
    try {
        return torch::jit::freeze_module(module);
    } catch (const std::exception &) {
        return module;
    }
}

// The class probabilities are neurons as well, also where the model stops at the logits. In a plan that does
// not read them this node is dead code. Returns whether it was added.
bool addSoftmax(torch::jit::Graph &graph)
{
    if (graph.outputs().size() != 1 || !graph.outputs()[0]->type()->cast<c10::TensorType>())
        return false;
    Value *output = graph.outputs()[0];
    const Operation *last = operationOf(output->node());
    if (last && std::string(last->kind) == "softmax")
        return false;
    graph.insert(at::aten::softmax, {output, -1, c10::IValue()});
    return true;
}

void nameSoftmax(std::vector<Tap> &taps)
{
    const auto taken = [](const Tap &tap) { return tap.name == "softmax"; };
    if (std::none_of(taps.begin(), taps.end(), taken))
        taps.back().name = "softmax";
}

// The graph returns the classifier's output alone.
void keepOutput(torch::jit::Graph &graph, const OutputPath &output)
{
    Value *value = output.of(graph);
    if (!value || value == graph.outputs()[0])
        return;
    graph.eraseOutput(0);
    graph.registerOutput(value);
}

} // namespace

LayerGraph makeLayerGraph(const torch::jit::Module &module, const OutputPath &output)
{
    LayerGraph result;
    result.module = frozenOrSame(module);
    result.graph = result.module.get_method("forward").graph()->copy();
    torch::jit::Inline(*result.graph);
    keepOutput(*result.graph, output);
    torch::jit::ConstantPropagation(result.graph);
    torch::jit::LowerSimpleTuples(result.graph);
    torch::jit::EliminateDeadCode(result.graph);
    const bool softmaxAdded = addSoftmax(*result.graph);
    result.taps = findTaps(*result.graph);
    nameTaps(result.taps, module);
    if (softmaxAdded)
        nameSoftmax(result.taps);
    return result;
}

} // namespace mutascope
