// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/onednn_build.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

using dnnl::algorithm;
using dnnl::prop_kind;

void multiply(DnnlBuilder &builder, const DnnlValue &to, const dnnl::memory &a, const dnnl::memory &b,
              const dnnl::memory &bias = {})
{
    const dnnl::matmul::desc desc = bias
        ? dnnl::matmul::desc(a.get_desc(), b.get_desc(), bias.get_desc(), to.memory.get_desc())
        : dnnl::matmul::desc(a.get_desc(), b.get_desc(), to.memory.get_desc());
    std::unordered_map<int, dnnl::memory> arguments
        = {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, to.memory}};
    if (bias)
        arguments[DNNL_ARG_BIAS] = bias;
    builder.primitive(dnnl::matmul({desc, builder.engine()}), std::move(arguments));
}

Shape padded(Shape shape, std::size_t rank)
{
    shape.insert(shape.begin(), rank - std::min(rank, shape.size()), 1);
    return shape;
}

void matMul(DnnlBuilder &builder, const Step &step)
{
    const DnnlValue a = builder.input(step, 0);
    const DnnlValue b = builder.input(step, 1);
    const std::size_t rank = std::max(a.shape.size(), b.shape.size());
    const Shape left = padded(a.shape, rank), right = padded(b.shape, rank);
    Shape result = broadcastOf({left.begin(), left.end() - 2}, {right.begin(), right.end() - 2}).value();
    result.push_back(left[rank - 2]);
    result.push_back(right[rank - 1]);
    const DnnlValue &to = builder.output(step, result);
    multiply(builder, to, builder.described(a.memory, denseDesc(left)),
             builder.described(b.memory, denseDesc(right)));
}

dnnl::memory turned(const DnnlBuilder &builder, const DnnlValue &value, bool turn)
{
    const Shape &s = value.shape;
    return turn ? builder.described(value.memory, stridedDesc({s[1], s[0]}, {1, s[1]})) : value.memory;
}

void gemm(DnnlBuilder &builder, const Step &step)
{
    if (step.attributes.real("alpha", 1) != 1 || step.attributes.real("beta", 1) != 1)
        throwNoPrimitive(step, "with factors");
    const DnnlValue a = builder.input(step, 0);
    const DnnlValue b = builder.input(step, 1);
    const dnnl::memory left = turned(builder, a, step.attributes.integer("transA") == 1);
    const dnnl::memory right = turned(builder, b, step.attributes.integer("transB") == 1);
    dnnl::memory bias;
    if (DnnlBuilder::has(step, 2)) {
        const DnnlValue &given = builder.input(step, 2);
        if (given.shape.size() != 1)
            throwNoPrimitive(step, "with a bias of that shape");
        bias = builder.described(given.memory, denseDesc({1, given.shape[0]}));
    }
    const DnnlValue &to = builder.output(step, {left.get_desc().dims()[0], right.get_desc().dims()[1]});
    multiply(builder, to, left, right, bias);
}

std::int64_t axisOf(const Step &step, const Shape &shape)
{
    const std::int64_t axis = step.attributes.integer("axis", -1);
    return axis < 0 ? axis + std::int64_t(shape.size()) : axis;
}

template <typename Primitive> void along(DnnlBuilder &builder, const Step &step)
{
    const DnnlValue from = builder.input(step, 0);
    if (!step.attributes.contains("axis"))
        throwNoPrimitive(step, "without an axis");
    const DnnlValue &to = builder.output(step, from.shape);
    const typename Primitive::desc desc(prop_kind::forward_inference, from.memory.get_desc(),
                                        int(axisOf(step, from.shape)));
    builder.primitive(Primitive({desc, builder.engine()}),
                      {{DNNL_ARG_SRC, from.memory}, {DNNL_ARG_DST, to.memory}});
}

template <algorithm kind> void reduce(DnnlBuilder &builder, const Step &step)
{
    const DnnlValue from = builder.input(step, 0);
    const Ints &axes = step.attributes.ints("axes");
    Shape kept = from.shape, shape;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::int64_t index = std::int64_t(i);
        const bool reduced = axes.empty() || std::ranges::find(axes, index) != axes.end()
            || std::ranges::find(axes, index - std::int64_t(kept.size())) != axes.end();
        if (!reduced || step.attributes.integer("keepdims", 1) == 1)
            shape.push_back(reduced ? 1 : kept[i]);
        kept[i] = reduced ? 1 : kept[i];
    }
    if (kept == from.shape)
        return builder.view(step, shape);
    const DnnlValue &to = builder.output(step, shape);
    const dnnl::memory::desc full = denseDesc(kept);
    const dnnl::reduction::desc desc(kind, from.memory.get_desc(), full, 2, 0);
    builder.primitive(dnnl::reduction({desc, builder.engine()}),
                      {{DNNL_ARG_SRC, from.memory}, {DNNL_ARG_DST, builder.described(to.memory, full)}});
}

} // namespace

void addDnnlMatrices(DnnlOperators &all)
{
    all.insert({{"MatMul", matMul},
                {"Gemm", gemm},
                {"Softmax", along<dnnl::softmax_forward>},
                {"LogSoftmax", along<dnnl::logsoftmax_forward>},
                {"ReduceMax", reduce<algorithm::reduction_max>},
                {"ReduceMin", reduce<algorithm::reduction_min>},
                {"ReduceMean", reduce<algorithm::reduction_mean>},
                {"ReduceSum", reduce<algorithm::reduction_sum>},
                {"ReduceProd", reduce<algorithm::reduction_mul>},
                {"ReduceL2", reduce<algorithm::reduction_norm_lp_sum>}});
}

} // namespace mutascope::engines
