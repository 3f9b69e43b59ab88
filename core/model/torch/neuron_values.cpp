// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/neuron_values.h"
#include "core/model/torch/channel_means.h"
#include <torch/csrc/jit/runtime/custom_operator.h>
#include <torch/script.h>

namespace mutascope {

namespace {

using torch::jit::pop;
using torch::jit::push;
using torch::jit::Stack;

bool differentiated(const at::Tensor &x)
{
    return at::GradMode::is_enabled() && x.requires_grad();
}

// Maps that the loops of channel_means.h read.
bool hasMaps(const at::Tensor &x)
{
    return x.dim() > 2 && x.numel() > 0 && x.scalar_type() == at::kFloat && x.device().is_cpu()
        && x.layout() == c10::kStrided && !differentiated(x);
}

struct Maps {
    std::int64_t count;
    std::int64_t area;
};

Maps mapsOf(const at::Tensor &x)
{
    const std::int64_t count = x.size(0) * x.size(1);
    return {count, x.numel() / count};
}

at::Tensor meansOfMaps(const at::Tensor &x)
{
    const at::Tensor dense = x.contiguous();
    const Maps maps = mapsOf(dense);
    at::Tensor result = at::empty({dense.size(0), dense.size(1)}, at::kFloat);
    channelMeans(dense.data_ptr<float>(), maps.count, maps.area, result.data_ptr<float>());
    return result;
}

// at::mean would save its input for the backward, which an in-place operator behind this one then changes.
at::Tensor meanOver(const at::Tensor &x, std::int64_t dimension)
{
    return x.sum(dimension).div(x.size(dimension));
}

at::Tensor neuronValues(const at::Tensor &x, bool last)
{
    if (x.dim() <= 2) // a copy: an in-place operator behind this one must not change what was read
        return x.to(at::kFloat, false, true);
    if (last)
        return meanOver(x.reshape({x.size(0), -1, x.size(-1)}), 1).to(at::kFloat);
    return hasMaps(x) ? meansOfMaps(x) : meanOver(x.flatten(2), 2).to(at::kFloat);
}

// relu(x), written to out, and its neuron values.
at::Tensor reluAndMeans(const at::Tensor &x, const at::Tensor &out)
{
    const Maps maps = mapsOf(x);
    at::Tensor means = at::empty({x.size(0), x.size(1)}, at::kFloat);
    reluChannelMeans(x.data_ptr<float>(), maps.count, maps.area, out.data_ptr<float>(),
                     means.data_ptr<float>());
    return means;
}

void readNeurons(Stack &stack)
{
    const bool last = pop(stack).toBool();
    const at::Tensor x = pop(stack).toTensor();
    push(stack, neuronValues(x, last));
}

void readRelu(Stack &stack)
{
    const bool last = pop(stack).toBool();
    const at::Tensor x = pop(stack).toTensor();
    const bool onePass = !last && hasMaps(x) && x.is_contiguous();
    const at::Tensor out = onePass ? at::empty_like(x) : at::relu(x);
    push(stack, out, onePass ? reluAndMeans(x, out) : neuronValues(out, last));
}

void readReluInPlace(Stack &stack)
{
    const bool last = pop(stack).toBool();
    at::Tensor x = pop(stack).toTensor();
    const bool onePass = !last && hasMaps(x) && x.is_contiguous();
    if (!onePass)
        x.relu_();
    at::Tensor values = onePass ? reluAndMeans(x, x) : neuronValues(x, last);
    push(stack, std::move(x), std::move(values));
}

void registerOperators()
{
    constexpr auto aliases = c10::AliasAnalysisKind::FROM_SCHEMA;
    using torch::jit::Operator;
    static const torch::jit::RegisterOperators registered(
        {Operator("mutascope::neuron_values(Tensor x, bool last) -> Tensor", &readNeurons, aliases),
         Operator("mutascope::relu_neuron_values(Tensor x, bool last) -> (Tensor, Tensor)", &readRelu,
                  aliases),
         Operator("mutascope::relu_neuron_values_(Tensor(a!) x, bool last) -> (Tensor(a!), Tensor)",
                  &readReluInPlace, aliases)});
}

c10::Symbol symbol(const char *name)
{
    registerOperators();
    return c10::Symbol::fromQualString(name);
}

} // namespace

c10::Symbol neuronValuesSymbol()
{
    return symbol("mutascope::neuron_values");
}

c10::Symbol reluNeuronValuesSymbol()
{
    return symbol("mutascope::relu_neuron_values");
}

c10::Symbol reluNeuronValuesInPlaceSymbol()
{
    return symbol("mutascope::relu_neuron_values_");
}

} // namespace mutascope
