// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/attributes.h"
#include "core/engines/graph/tensor_type.h"
#include <ATen/core/Tensor.h>
#include <map>

// The operators of the table in LibTorch's operations: what the float64 reference and the engines that are
// LibTorch share. Written from ONNX's operator specification; nothing here looks at the numbers of an input,
// so that a trace of it holds for all inputs.
namespace mutascope::engines {

using Tensors = std::vector<at::Tensor>;

// One node to be computed.
struct Call {
    const Attributes &attributes; // of ONNX's, those that are there
    const Tensors &inputs; // by ONNX position; undefined where there is none
    int opset = 13;
    at::ScalarType real = at::kFloat; // what float32 is computed in
    // Resize: source coordinates that are not exact in float32 are moved by this much, relative.
    double jitter = 0;

    const at::Tensor &in(std::size_t position = 0) const { return inputs.at(position); }
    bool has(std::size_t position) const { return position < inputs.size() && inputs[position].defined(); }
    std::int64_t rank() const { return in().dim(); }
    // An axis counted from the front; extra: of a dimension to be made.
    std::int64_t axis(std::int64_t fallback, std::int64_t extra = 0) const
    {
        const std::int64_t given = attributes.integer("axis", fallback);
        return given < 0 ? given + rank() + extra : given;
    }
};

using Evaluate = Tensors (*)(const Call &);
using Evaluators = std::map<std::string, Evaluate>;

// One for every operator of the table.
const Evaluators &evaluators();

at::ScalarType torchType(ElementType element);

// Numbers of ours as a tensor that a trace keeps as a constant: of at::tensor it would only keep that memory
// was asked for.
at::Tensor constant(const Ints &numbers);
at::Tensor constant(const Reals &numbers);

void addElementwise(Evaluators &all);
void addBinary(Evaluators &all);
void addActivations(Evaluators &all);
void addConvolutions(Evaluators &all);
void addPoolings(Evaluators &all);
void addNormalizations(Evaluators &all);
void addReductions(Evaluators &all);
void addArrangements(Evaluators &all);
void addSelections(Evaluators &all);
void addResamplings(Evaluators &all);
void addConversions(Evaluators &all);

template <at::Tensor (*operation)(const at::Tensor &)> Tensors unary(const Call &call)
{
    return {operation(call.in())};
}

template <at::Tensor (*operation)(const at::Tensor &, const at::Tensor &)> Tensors binary(const Call &call)
{
    return {operation(call.in(0), call.in(1))};
}

} // namespace mutascope::engines
