// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/max_pooling.h"
#include <limits>
#include <torch/csrc/jit/runtime/custom_operator.h>
#include <torch/script.h>

namespace mutascope {

namespace {

using torch::jit::pop;

struct Pooling {
    std::vector<std::int64_t> kernel, stride, padding, dilation;
    bool ceilMode = false;
};

// A list of one value holds for both sides.
std::int64_t sideOf(const std::vector<std::int64_t> &sides, std::size_t side)
{
    return sides.size() == 1 ? sides.front() : sides.at(side);
}

bool isPair(const std::vector<std::int64_t> &sides)
{
    return sides.size() == 1 || sides.size() == 2;
}

// Everything else is left to LibTorch, its complaints about impossible arguments included.
bool isPlain(const at::Tensor &x, const Pooling &pooling)
{
    if (at::GradMode::is_enabled() && x.requires_grad())
        return false;
    if (x.dim() != 4 || x.numel() == 0 || x.scalar_type() != at::kFloat || !x.device().is_cpu()
        || x.layout() != c10::kStrided || !x.is_contiguous() || pooling.ceilMode)
        return false;
    if (!isPair(pooling.kernel) || !isPair(pooling.stride) || !isPair(pooling.padding)
        || !isPair(pooling.dilation))
        return false;
    for (std::size_t side = 0; side < 2; ++side) {
        const std::int64_t kernel = sideOf(pooling.kernel, side);
        const std::int64_t padding = sideOf(pooling.padding, side);
        if (kernel < 1 || sideOf(pooling.stride, side) < 1 || sideOf(pooling.dilation, side) != 1
            || padding < 0 || 2 * padding > kernel || x.size(std::int64_t(side) + 2) + 2 * padding < kernel)
            return false;
    }
    return true;
}

// The maximum over windows along one dimension.
at::Tensor maximaAlong(const at::Tensor &x, std::int64_t dimension, std::int64_t kernel, std::int64_t stride)
{
    const std::int64_t last = (x.size(dimension) - kernel) / stride * stride;
    const auto shifted = [&](std::int64_t by) { return x.slice(dimension, by, by + last + 1, stride); };
    if (kernel == 1)
        return shifted(0).contiguous();
    at::Tensor result = at::maximum(shifted(0), shifted(1));
    for (std::int64_t by = 2; by < kernel; ++by)
        at::maximum_out(result, result, shifted(by));
    return result;
}

at::Tensor padded(const at::Tensor &x, const Pooling &pooling)
{
    const std::int64_t rows = sideOf(pooling.padding, 0);
    const std::int64_t columns = sideOf(pooling.padding, 1);
    if (rows == 0 && columns == 0)
        return x;
    return at::constant_pad_nd(x, {columns, columns, rows, rows}, -std::numeric_limits<float>::infinity());
}

at::Tensor maxPooled(const at::Tensor &x, const Pooling &pooling)
{
    if (!isPlain(x, pooling))
        return at::max_pool2d(x, pooling.kernel, pooling.stride, pooling.padding, pooling.dilation,
                              pooling.ceilMode);
    const at::Tensor rows
        = maximaAlong(padded(x, pooling), 2, sideOf(pooling.kernel, 0), sideOf(pooling.stride, 0));
    return maximaAlong(rows, 3, sideOf(pooling.kernel, 1), sideOf(pooling.stride, 1));
}

void pool(torch::jit::Stack &stack)
{
    Pooling pooling;
    pooling.ceilMode = pop(stack).toBool();
    pooling.dilation = pop(stack).toIntVector();
    pooling.padding = pop(stack).toIntVector();
    pooling.stride = pop(stack).toIntVector();
    pooling.kernel = pop(stack).toIntVector();
    if (pooling.stride.empty())
        pooling.stride = pooling.kernel;
    const at::Tensor x = pop(stack).toTensor();
    torch::jit::push(stack, maxPooled(x, pooling));
}

} // namespace

c10::Symbol maxPoolingSymbol()
{
    static const torch::jit::RegisterOperators registered({torch::jit::Operator(
        "mutascope::max_pool2d(Tensor x, int[2] kernel_size, int[2] stride=[], int[2] padding=0, "
        "int[2] dilation=1, bool ceil_mode=False) -> Tensor",
        &pool, c10::AliasAnalysisKind::FROM_SCHEMA)});
    return c10::Symbol::fromQualString("mutascope::max_pool2d");
}

} // namespace mutascope
