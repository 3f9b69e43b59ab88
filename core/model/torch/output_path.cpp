// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/output_path.h"
#include "core/base/error.h"
#include <algorithm>
#include <fmt/format.h>
#include <torch/script.h>

namespace mutascope {

namespace {

using torch::jit::Graph;
using torch::jit::Value;

struct Found {
    std::string text;
    std::vector<c10::IValue> steps;
    at::Tensor tensor;
};

constexpr std::size_t deepest = 8; // a list may hold itself

void collect(const c10::IValue &value, const Found &here, std::vector<Found> &all);

void collectStep(const c10::IValue &value, const std::string &name, const c10::IValue &step,
                 const Found &here, std::vector<Found> &all)
{
    Found next = here;
    next.text += (next.text.empty() ? "" : ".") + name;
    next.steps.push_back(step);
    collect(value, next, all);
}

std::string fieldName(const c10::ivalue::Tuple &tuple, std::size_t index)
{
    const auto &schema = tuple.type()->schema();
    return schema && index < schema->arguments().size() ? schema->arguments()[index].name()
                                                        : std::to_string(index);
}

void collect(const c10::IValue &value, const Found &here, std::vector<Found> &all)
{
    if (here.steps.size() > deepest)
        return;
    if (value.isTensor()) {
        all.push_back({here.text, here.steps, value.toTensor()});
    } else if (value.isTuple()) {
        const auto tuple = value.toTuple();
        for (std::size_t i = 0; i < tuple->elements().size(); ++i)
            collectStep(tuple->elements()[i], fieldName(*tuple, i), std::int64_t(i), here, all);
    } else if (value.isList()) {
        for (std::size_t i = 0; i < value.toListRef().size(); ++i)
            collectStep(value.toListRef()[i], std::to_string(i), std::int64_t(i), here, all);
    } else if (value.isGenericDict()) {
        for (const auto &entry : value.toGenericDict())
            if (entry.key().isString())
                collectStep(entry.value(), entry.key().toStringRef(), entry.key(), here, all);
    }
}

std::vector<Found> tensorsIn(const c10::IValue &returned)
{
    std::vector<Found> all;
    collect(returned, {}, all);
    return all;
}

std::string shapeText(const at::Tensor &tensor)
{
    std::string text;
    for (const std::int64_t side : tensor.sizes())
        text += (text.empty() ? "" : ", ") + std::to_string(side);
    return "[" + text + "]";
}

[[noreturn]] void throwNoOutput(const c10::IValue &returned, const std::vector<Found> &all,
                                std::size_t images, const std::string &wanted)
{
    std::string listed;
    for (const Found &found : all)
        listed += fmt::format("{}'{}' {}", listed.empty() ? "" : ", ", found.text, shapeText(found.tensor));
    if (returned.isTensor() && !wanted.empty())
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model has no output '{}': it returns one tensor", wanted),
                    "Leave the output out");
    const std::string what = wanted.empty()
        ? fmt::format("the model returns a {} without one row of outputs an image, [{}, classes]",
                      returned.tagKind(), images)
        : fmt::format("the model has no output '{}'", wanted);
    throw Error(ErrorCode::BadModel, what,
                listed.empty() ? "Export a model whose forward returns the logits"
                               : "It returns " + listed + "; choose one of them as output");
}

// What was put into the container where it is made and nothing changed it since; otherwise null. Reading it
// from there leaves what else was put in without use, and it is not computed.
Value *putIn(Value *container, const c10::IValue &step)
{
    const torch::jit::Node *node = container->node();
    if (container->uses().size() != 1)
        return nullptr;
    if (node->kind() == at::prim::DictConstruct) {
        for (std::size_t i = 0; i + 1 < node->inputs().size(); i += 2)
            if (const auto key = torch::jit::toIValue(node->input(i)); key && *key == step)
                return node->input(i + 1);
        return nullptr;
    }
    const bool positions
        = node->kind() == at::prim::TupleConstruct || node->kind() == at::prim::ListConstruct;
    return positions ? node->input(std::size_t(step.toInt())) : nullptr;
}

Value *inserted(Graph &graph, Value *value, const c10::IValue &step)
{
    if (Value *known = putIn(value, step))
        return known;
    const auto tuple = value->type()->cast<c10::TupleType>();
    if (!tuple)
        return graph.insert(at::aten::__getitem__, {value, step});
    const c10::TypePtr type = tuple->elements().at(std::size_t(step.toInt()));
    return graph.insertNode(graph.createTupleIndex(value, graph.insertConstant(step), type))->output();
}

c10::IValue stepInto(const c10::IValue &value, const c10::IValue &step)
{
    if (value.isGenericDict() && step.isString())
        return value.toGenericDict().at(step);
    const auto index = step.isInt() ? std::size_t(step.toInt()) : std::size_t(-1);
    if (value.isTuple() && index < value.toTuple()->elements().size())
        return value.toTuple()->elements()[index];
    if (value.isList() && index < value.toListRef().size())
        return value.toListRef()[index];
    return {};
}

} // namespace

OutputPath::OutputPath(const c10::IValue &returned, std::size_t images, const std::string &wanted)
{
    const std::vector<Found> all = tensorsIn(returned);
    const auto fits = [&](const Found &found) {
        if (!wanted.empty())
            return found.text == wanted;
        return found.tensor.dim() == 2 && found.tensor.size(0) == std::int64_t(images)
            && found.tensor.size(1) > 1;
    };
    auto chosen = std::find_if(all.begin(), all.end(), fits);
    if (chosen == all.end() && wanted.empty() && returned.isTensor())
        chosen = all.begin(); // the only one: what is wrong with it is told by whoever reads it
    if (chosen == all.end())
        throwNoOutput(returned, all, images, wanted);
    m_text = chosen->text;
    m_steps = chosen->steps;
}

at::Tensor OutputPath::of(const c10::IValue &returned) const
{
    c10::IValue value = returned;
    for (const c10::IValue &step : m_steps)
        value = stepInto(value, step);
    if (!value.isTensor())
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model's output{} is a {}, not a tensor [images, classes]",
                                m_text.empty() ? "" : " '" + m_text + "'", value.tagKind()),
                    "Export a model whose forward returns the logits");
    return value.toTensor();
}

Value *OutputPath::of(Graph &graph) const
{
    if (graph.outputs().size() != 1)
        return nullptr;
    Value *value = graph.outputs()[0];
    for (const c10::IValue &step : m_steps)
        value = inserted(graph, value, step);
    if (!m_steps.empty() && !value->type()->cast<c10::TensorType>())
        value = graph.insertUncheckedCast(value, c10::TensorType::get());
    return value;
}

} // namespace mutascope
