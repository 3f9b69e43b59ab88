// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/plan.h"
#include "core/base/error.h"
#include "core/model/torch/max_pooling.h"
#include "core/model/torch/neuron_values.h"
#include <fmt/format.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/script.h>
#include <unordered_map>

namespace mutascope {

namespace {

// loadModule() made sure that there are defaults.
std::vector<c10::IValue> defaultArguments(const torch::jit::Module &module)
{
    const auto &arguments = module.get_method("forward").function().getSchema().arguments();
    std::vector<c10::IValue> result;
    for (std::size_t i = 2; i < arguments.size(); ++i) // behind self and the images
        result.push_back(arguments[i].default_value().value());
    return result;
}

// The value is read right behind its node: a later in-place operator must not change what is read.
torch::jit::Value *readBehind(torch::jit::Graph &graph, torch::jit::Value *value, torch::jit::Value *last)
{
    torch::jit::Node *reader = graph.create(neuronValuesSymbol(), {value, last}, 1);
    graph.insertNode(reader);
    return reader->output();
}

// In place of a relu stands an operator that reads its neurons as well, without another pass through memory.
torch::jit::Value *readInstead(torch::jit::Graph &graph, torch::jit::Node *relu, torch::jit::Value *last)
{
    const bool inPlace = relu->kind() == at::aten::relu_;
    torch::jit::Node *both = graph.create(
        inPlace ? reluNeuronValuesInPlaceSymbol() : reluNeuronValuesSymbol(), {relu->input(0), last}, 2);
    graph.insertNode(both);
    both->output(0)->setType(relu->output()->type());
    relu->output()->replaceAllUsesWith(both->output(0));
    relu->destroy();
    return both->output(1);
}

void registerTap(torch::jit::Graph &graph, torch::jit::Value *value, bool channelsLast)
{
    torch::jit::Node *node = value->node();
    const torch::jit::WithInsertPoint after(node->next());
    torch::jit::Value *last = graph.insertConstant(channelsLast);
    const bool relu = node->kind() == at::aten::relu || node->kind() == at::aten::relu_;
    graph.registerOutput(relu ? readInstead(graph, node, last) : readBehind(graph, value, last));
}

void usePooling(torch::jit::Block &block)
{
    for (auto place = block.nodes().begin(); place != block.nodes().end();) {
        torch::jit::Node *node = *place++;
        for (torch::jit::Block *inner : node->blocks())
            usePooling(*inner);
        if (node->kind() != at::aten::max_pool2d)
            continue;
        torch::jit::Node *pooling = node->owningGraph()->create(maxPoolingSymbol(), node->inputs(), 1);
        pooling->insertBefore(node);
        pooling->output()->setType(node->output()->type());
        node->output()->replaceAllUsesWith(pooling->output());
        node->destroy();
    }
}

} // namespace

Plan::Plan(const LayerGraph &layers, const std::vector<std::size_t> &taps, Reads reads)
    : m_module(layers.module), m_defaults(defaultArguments(layers.module))
{
    std::unordered_map<torch::jit::Value *, torch::jit::Value *> copies;
    auto graph = std::make_shared<torch::jit::Graph>();
    graph->block()->cloneFrom(layers.graph->block(), nullptr);
    auto copied = graph->nodes().begin();
    for (torch::jit::Node *node : layers.graph->nodes()) {
        for (std::size_t i = 0; i < node->outputs().size(); ++i)
            copies[node->output(i)] = (*copied)->output(i);
        ++copied;
    }
    for (const std::size_t tap : taps) {
        torch::jit::Value *value = copies.at(layers.taps[tap].value);
        if (reads == Reads::NeuronValues)
            registerTap(*graph, value, layers.taps[tap].channelsLast);
        else
            graph->registerOutput(value);
    }
    usePooling(*graph->block());
    torch::jit::runRequiredPasses(graph);
    m_code = torch::jit::Code(graph, "forward");
}

std::vector<at::Tensor> Plan::run(const at::Tensor &input) const
{
    torch::jit::Stack stack{m_module._ivalue(), input};
    stack.insert(stack.end(), m_defaults.begin(), m_defaults.end());
    torch::jit::InterpreterState(m_code).run(stack);
    std::vector<at::Tensor> result;
    for (c10::IValue &value : stack) {
        if (!value.isTensor())
            throw Error(
                ErrorCode::BadModel,
                fmt::format("the model's output is a {}, not a tensor [images, classes]", value.tagKind()),
                "Export a model whose forward returns the logits");
        result.push_back(std::move(value).toTensor());
    }
    return result;
}

} // namespace mutascope
