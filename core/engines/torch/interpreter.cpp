// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/interpreter.h"
#include "core/base/error.h"
#include "core/engines/graph/values.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

ElementType elementOf(at::ScalarType type)
{
    for (int i = 0; i < elementTypes; ++i)
        if (torchType(ElementType(i)) == type)
            return ElementType(i);
    throw Error(ErrorCode::Unsupported, "LibTorch gave a tensor of a type that graphs do not have");
}

std::vector<std::vector<int>> lastUses(const Program &program)
{
    std::vector<std::size_t> last(std::size_t(program.slots), program.steps.size());
    for (std::size_t i = 0; i < program.steps.size(); ++i)
        for (const int slot : program.steps[i].inputs)
            if (slot >= 0)
                last[std::size_t(slot)] = i;
    for (const Slot &output : program.outputs)
        last[std::size_t(output.slot)] = program.steps.size();
    std::vector<std::vector<int>> result(program.steps.size() + 1);
    for (std::size_t slot = 0; slot < last.size(); ++slot)
        result[last[slot]].push_back(int(slot));
    return result;
}

Evaluate evaluatorOf(const Step &step)
{
    const auto found = evaluators().find(step.op->name);
    if (found == evaluators().end())
        throw Error(ErrorCode::Unsupported, fmt::format("{} has no evaluator", step.op->name));
    return found->second;
}

} // namespace

at::Tensor toTensor(const TensorData &data, at::ScalarType real)
{
    at::Tensor tensor = at::empty(data.type.shape, at::TensorOptions().dtype(torchType(data.type.element)));
    std::memcpy(tensor.data_ptr(), data.bytes.data(), data.bytes.size());
    return data.type.element == ElementType::Float ? tensor.to(real) : tensor;
}

TensorData toData(const at::Tensor &tensor)
{
    const at::Tensor dense = (tensor.layout() == at::kStrided ? tensor : tensor.to_dense()).contiguous();
    TensorData data{{elementOf(dense.scalar_type()), {dense.sizes().begin(), dense.sizes().end()}}, {}};
    data.bytes.resize(dense.nbytes());
    std::memcpy(data.bytes.data(), dense.data_ptr(), data.bytes.size());
    return data;
}

Tensors anyInputs(const Program &program)
{
    Tensors inputs;
    for (const Slot &slot : program.inputs)
        inputs.push_back(toTensor(makeValues(slot.type, Fill::Ordinary, {}, Rng(1))));
    return inputs;
}

Interpreter::Interpreter(Program program, at::ScalarType real)
    : m_program(std::move(program)), m_real(real), m_constants(std::size_t(m_program.slots)),
      m_lastUses(lastUses(m_program))
{
    for (const auto &[slot, data] : m_program.constants)
        m_constants[std::size_t(slot)] = toTensor(data, real);
    for (const Step &step : m_program.steps)
        m_evaluators.push_back(evaluatorOf(step));
}

void Interpreter::runStep(std::size_t index, const Hooks &hooks, Tensors &values) const
{
    const Step &step = m_program.steps[index];
    Tensors inputs;
    for (const int slot : step.inputs)
        inputs.push_back(slot < 0 ? at::Tensor() : values[std::size_t(slot)]);
    const auto last = std::ranges::find_if(inputs.rbegin(), inputs.rend(),
                                           [](const at::Tensor &tensor) { return tensor.defined(); });
    inputs.erase(last.base(), inputs.end());
    if (hooks.before)
        hooks.before(step, inputs);
    const std::optional<Tensors> given = hooks.instead ? hooks.instead(step, inputs) : std::nullopt;
    Tensors outputs = given
        ? *given
        : m_evaluators[index]({step.attributes, inputs, m_program.opset, m_real, hooks.jitter});
    if (hooks.after)
        hooks.after(step, inputs, outputs);
    for (std::size_t i = 0; i < step.outputs.size() && i < outputs.size(); ++i)
        if (step.outputs[i] >= 0)
            values[std::size_t(step.outputs[i])] = outputs[i];
}

Tensors Interpreter::run(const Tensors &inputs, const Hooks &hooks, bool all) const
{
    const at::NoGradGuard noGradients;
    Tensors values = m_constants;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        values[std::size_t(m_program.inputs[i].slot)] = inputs[i];
    for (std::size_t i = 0; i < m_program.steps.size(); ++i) {
        runStep(i, hooks, values);
        for (const int slot : m_lastUses[i])
            if (!all)
                values[std::size_t(slot)].reset();
    }
    return values;
}

Tensors Interpreter::run(const Tensors &inputs, const Hooks &hooks) const
{
    const Tensors values = run(inputs, hooks, false);
    Tensors outputs;
    for (const Slot &output : m_program.outputs)
        outputs.push_back(values[std::size_t(output.slot)]);
    return outputs;
}

Tensors Interpreter::inputsFrom(const std::vector<NamedTensor> &inputs) const
{
    Tensors result;
    for (const Slot &slot : m_program.inputs) {
        const auto found = std::ranges::find(inputs, slot.name, &NamedTensor::name);
        if (found == inputs.end() || found->data.type != slot.type)
            throw Error(ErrorCode::BadData,
                        fmt::format("the input {} is missing, or not {}", slot.name, toText(slot.type)));
        result.push_back(toTensor(found->data, m_real));
    }
    return result;
}

} // namespace mutascope::engines
