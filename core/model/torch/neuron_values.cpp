// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/neuron_values.h"
#include <ATen/Parallel.h>
#include <algorithm>
#include <torch/csrc/jit/runtime/custom_operator.h>
#include <torch/script.h>

namespace mutascope {

namespace {

// Sixteen independent sums: the compiler keeps them in vector registers, which a single sum forbids (float
// addition is not associative), and rounding errors stay small.
float meanOf(const float *values, std::int64_t count)
{
    constexpr std::int64_t lanes = 16;
    float sums[lanes] = {};
    const std::int64_t whole = count - count % lanes;
    for (std::int64_t i = 0; i < whole; i += lanes)
        for (std::int64_t lane = 0; lane < lanes; ++lane)
            sums[lane] += values[i + lane];
    double total = 0;
    for (const float sum : sums)
        total += double(sum);
    for (std::int64_t i = whole; i < count; ++i)
        total += double(values[i]);
    return float(total / double(count));
}

// Some microseconds of work, more than starting a thread's share costs.
std::int64_t mapsATask(std::int64_t area)
{
    return std::max<std::int64_t>(1, 65536 / std::max<std::int64_t>(1, area));
}

// at::mean over two dimensions of small maps costs several times as much.
at::Tensor channelMeans(const at::Tensor &x)
{
    const at::Tensor dense = x.contiguous();
    const std::int64_t maps = dense.size(0) * dense.size(1);
    const std::int64_t area = maps == 0 ? 0 : dense.numel() / maps;
    at::Tensor result = at::empty({dense.size(0), dense.size(1)}, at::kFloat);
    const float *values = dense.data_ptr<float>();
    float *means = result.data_ptr<float>();
    at::parallel_for(0, maps, mapsATask(area), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t map = begin; map < end; ++map)
            means[map] = meanOf(values + map * area, area);
    });
    return result;
}

at::Tensor neuronValues(const at::Tensor &x, bool last)
{
    if (x.dim() <= 2) // a copy: an in-place operator behind this one must not change what was read
        return x.to(at::kFloat, false, true);
    if (last)
        return x.reshape({x.size(0), -1, x.size(-1)}).mean(1).to(at::kFloat);
    if (x.scalar_type() != at::kFloat || !x.device().is_cpu()
        || (at::GradMode::is_enabled() && x.requires_grad()))
        return x.flatten(2).mean(2).to(at::kFloat);
    return channelMeans(x);
}

void run(torch::jit::Stack &stack)
{
    const bool last = torch::jit::pop(stack).toBool();
    const at::Tensor x = torch::jit::pop(stack).toTensor();
    torch::jit::push(stack, neuronValues(x, last));
}

} // namespace

c10::Symbol neuronValuesSymbol()
{
    static const torch::jit::RegisterOperators registered(
        {torch::jit::Operator("mutascope::neuron_values(Tensor x, bool last) -> Tensor", &run,
                              c10::AliasAnalysisKind::FROM_SCHEMA)});
    static const auto symbol = c10::Symbol::fromQualString("mutascope::neuron_values");
    return symbol;
}

} // namespace mutascope
