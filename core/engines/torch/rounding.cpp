// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/rounding.h"
#include <set>
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

constexpr double move = 2.4e-7; // two ulp of float32 at 1

const std::set<std::string> exact = {"Abs",
                                     "Neg",
                                     "Ceil",
                                     "Floor",
                                     "Round",
                                     "Sign",
                                     "Identity",
                                     "Not",
                                     "IsNaN",
                                     "IsInf",
                                     "Max",
                                     "Min",
                                     "Greater",
                                     "Less",
                                     "Equal",
                                     "And",
                                     "Or",
                                     "Xor",
                                     "Where",
                                     "GreaterOrEqual",
                                     "LessOrEqual",
                                     "Relu",
                                     "ThresholdedRelu",
                                     "Clip",
                                     "Dropout",
                                     "MaxPool",
                                     "GlobalMaxPool",
                                     "ReduceMax",
                                     "ReduceMin",
                                     "ArgMax",
                                     "ArgMin",
                                     "TopK",
                                     "Hardmax",
                                     "DepthToSpace",
                                     "SpaceToDepth",
                                     "Cast",
                                     "Shape",
                                     "Size",
                                     "Mod"};
const std::set<std::string> correctlyRounded
    = {"Add",       "Sub",   "Mul",    "Sum",         "ReduceSum",       "CumSum",
       "LeakyRelu", "PRelu", "Shrink", "HardSigmoid", "DequantizeLinear"};

bool isReal(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.scalar_type() == at::kDouble;
}

} // namespace

Rounding roundingOf(const Operator &op)
{
    if (exact.contains(op.name) || op.kind == OperatorKind::Arrangement || op.kind == OperatorKind::Selection)
        return Rounding::None;
    return correctlyRounded.contains(op.name) ? Rounding::WhereInexact : Rounding::Always;
}

Interpreter::Hooks Moves::hooks()
{
    Interpreter::Hooks hooks;
    hooks.before = [this](const Step &step, Tensors &inputs) { before(step, inputs); };
    hooks.after = [this](const Step &step, const Tensors &, Tensors &outputs) { after(step, outputs); };
    hooks.jitter = m_direction == Direction::Up ? 1e-5 : m_direction == Direction::Down ? -1e-5 : 0;
    return hooks;
}

at::Tensor Moves::factors(const at::Tensor &like, bool atRandom)
{
    if (!atRandom && m_direction != Direction::Random)
        return at::full(like.sizes(), m_direction == Direction::Up ? 1 + move : 1 - move, like.options());
    at::Tensor result = at::empty(like.sizes(), at::kDouble);
    double *numbers = result.data_ptr<double>();
    for (std::int64_t i = 0, count = result.numel(); i < count;) {
        std::uint32_t bits = m_rng.next32();
        for (int bit = 0; bit < 32 && i < count; ++bit, bits >>= 1)
            numbers[i++] = (bits & 1) != 0 ? 1 + move : 1 - move;
    }
    return result;
}

// What a sum loses where large terms cancel shows when the terms are moved, not when the sum is.
void Moves::before(const Step &step, Tensors &inputs)
{
    if (roundingOf(*step.op) == Rounding::Always && isReal(inputs[0]))
        inputs[0] = at::mul(inputs[0], factors(inputs[0], true));
}

void Moves::after(const Step &step, Tensors &outputs)
{
    const Rounding rounding = roundingOf(*step.op);
    for (at::Tensor &output : outputs) {
        if (rounding == Rounding::None || !isReal(output))
            continue;
        const at::Tensor moved = at::mul(output, factors(output, false));
        if (rounding == Rounding::Always) {
            output = moved;
            continue;
        }
        const at::Tensor held = output.to(at::kFloat).to(at::kDouble);
        output = at::where(at::eq(held, output), output, moved);
    }
}

} // namespace mutascope::engines
