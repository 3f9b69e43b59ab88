// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/float32.h"
#include <algorithm>
#include <torch/script.h>

namespace mutascope {

namespace {

using torch::jit::Block;
using torch::jit::Node;

bool needsChange(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.is_floating_point() && tensor.scalar_type() != at::kFloat;
}

void changeWeights(const torch::jit::Module &module)
{
    const auto change = [](at::Tensor tensor) {
        if (needsChange(tensor))
            tensor.set_data(tensor.to(at::kFloat));
    };
    for (const at::Tensor &parameter : module.parameters())
        change(parameter);
    for (const at::Tensor &buffer : module.buffers())
        change(buffer);
}

// A frozen module's weights stand in its code.
void changeConstant(Node *node)
{
    if (!node->hasAttribute(c10::attr::value)
        || node->kindOf(c10::attr::value) != torch::jit::AttributeKind::t)
        return;
    const at::Tensor value = node->t(c10::attr::value);
    if (!needsChange(value))
        return;
    node->t_(c10::attr::value, value.to(at::kFloat));
    node->output()->inferTypeFrom(node->t(c10::attr::value));
}

bool isHalf(const c10::IValue &value)
{
    if (!value.isInt())
        return false;
    const auto type = at::ScalarType(value.toInt());
    return type == at::kHalf || type == at::kBFloat16;
}

void changeConversion(Node *node)
{
    const auto *schema = node->maybeSchema();
    if (!schema)
        return;
    // An operator of any number of inputs (a message put together) names fewer arguments than it gets.
    const std::size_t named = std::min(node->inputs().size(), schema->arguments().size());
    for (std::size_t i = 0; i < named; ++i) {
        const auto value = torch::jit::toIValue(node->input(i));
        if (schema->arguments()[i].name() != "dtype" || !value || !isHalf(*value))
            continue;
        const torch::jit::WithInsertPoint before(node);
        node->replaceInput(i, node->owningGraph()->insertConstant(std::int64_t(at::kFloat)));
    }
}

void changeBlock(Block *block)
{
    for (Node *node : block->nodes()) {
        if (node->kind() == at::prim::Constant)
            changeConstant(node);
        else
            changeConversion(node);
        for (Block *inner : node->blocks())
            changeBlock(inner);
    }
}

} // namespace

void useFloat32(torch::jit::Module &module)
{
    changeWeights(module);
    for (const torch::jit::Module &part : module.modules())
        for (const torch::jit::Method &method : part.get_methods())
            changeBlock(method.graph()->block());
}

} // namespace mutascope
