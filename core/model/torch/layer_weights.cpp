// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/layer_weights.h"
#include <torch/csrc/jit/ir/constants.h>
#include <torch/script.h>

namespace mutascope {

namespace {

using torch::jit::Node;
using torch::jit::Value;

// A constant, or an attribute of the module or of one of its submodules; none if it is computed.
c10::IValue fixedValue(const Value *value, const torch::jit::Module &module)
{
    const Node *node = value->node();
    if (node->kind() == at::prim::Constant)
        return torch::jit::toIValue(value).value_or(c10::IValue());
    if (node->kind() == at::aten::t || node->kind() == at::aten::transpose)
        return fixedValue(node->input(0), module);
    if (node->kind() != at::prim::GetAttr)
        return value->owningGraph()->inputs()[0] == value ? c10::IValue(module._ivalue()) : c10::IValue();
    const c10::IValue owner = fixedValue(node->input(0), module);
    const std::string name = node->s(at::attr::name);
    return owner.isObject() && owner.toObject()->type()->hasAttribute(name) ? owner.toObject()->getAttr(name)
                                                                            : c10::IValue();
}

std::int64_t weightsIn(const Value *value, const torch::jit::Module &module)
{
    const c10::IValue found = fixedValue(value, module);
    return found.isTensor() && found.toTensor().defined() ? found.toTensor().numel() : 0;
}

// input, weight, bias; behind them a normalisation has its running statistics.
bool hasStatistics(const Node *node)
{
    return node->kind() == at::aten::batch_norm || node->kind() == at::aten::instance_norm;
}

std::int64_t weightsOf(const Node *node, const torch::jit::Module &module)
{
    constexpr std::size_t statistics = 3;
    const std::size_t end = hasStatistics(node) ? statistics : node->inputs().size();
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < end; ++i)
        sum += weightsIn(node->input(i), module);
    return sum;
}

bool isProduct(const Node *node)
{
    return node->kind() == at::aten::matmul || node->kind() == at::aten::mm;
}

} // namespace

std::int64_t parametersOf(const Tap &tap, const torch::jit::Module &module)
{
    const Node *node = tap.value->node();
    const bool biasAdded
        = tap.kind == "linear" && !node->inputs().empty() && isProduct(node->input(0)->node());
    return weightsOf(node, module) + (biasAdded ? weightsOf(node->input(0)->node(), module) : 0);
}

std::int64_t parametersOf(const torch::jit::Module &module, const LayerGraph &layers)
{
    std::int64_t sum = 0;
    for (const at::Tensor &tensor : module.parameters())
        sum += tensor.numel();
    if (sum == 0)
        for (const Tap &tap : layers.taps)
            sum += parametersOf(tap, layers.module);
    return sum;
}

} // namespace mutascope
