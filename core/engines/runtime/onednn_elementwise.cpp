// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/onednn_build.h"
#include <algorithm>
#include <limits>

namespace mutascope::engines {

namespace {

using dnnl::algorithm;
using dnnl::prop_kind;

void elementwise(DnnlBuilder &builder, const Step &step, algorithm kind, double alpha = 0, double beta = 0)
{
    const DnnlValue from = builder.input(step, 0);
    const DnnlValue &to = builder.output(step, from.shape);
    const dnnl::eltwise_forward::desc desc(prop_kind::forward_inference, kind, from.memory.get_desc(),
                                           float(alpha), float(beta));
    builder.primitive(dnnl::eltwise_forward({desc, builder.engine()}),
                      {{DNNL_ARG_SRC, from.memory}, {DNNL_ARG_DST, to.memory}});
}

template <algorithm kind> void plain(DnnlBuilder &builder, const Step &step)
{
    elementwise(builder, step, kind);
}

void leakyRelu(DnnlBuilder &builder, const Step &step)
{
    elementwise(builder, step, algorithm::eltwise_relu, step.attributes.real("alpha", 0.01f));
}

void elu(DnnlBuilder &builder, const Step &step)
{
    elementwise(builder, step, algorithm::eltwise_elu, step.attributes.real("alpha", 1));
}

void clip(DnnlBuilder &builder, const Step &step)
{
    const double most = double(std::numeric_limits<float>::max());
    elementwise(builder, step, algorithm::eltwise_clip, step.attributes.real("min", -most),
                step.attributes.real("max", most));
}

Shape padded(Shape shape, std::size_t rank)
{
    shape.insert(shape.begin(), rank - std::min(rank, shape.size()), 1);
    return shape;
}

// Only the second operand may be broadcast.
DnnlValue combined(DnnlBuilder &builder, const Step &step, algorithm kind, DnnlValue a, DnnlValue b,
                   bool commutes)
{
    const auto shape = broadcastOf(a.shape, b.shape);
    if (commutes && shape != a.shape)
        std::swap(a, b);
    if (!shape || shape != a.shape)
        throwNoPrimitive(step, "that broadcasts its first operand");
    const DnnlValue to = builder.scratch(*shape);
    const dnnl::memory::desc left = denseDesc(a.shape);
    const dnnl::memory::desc right = denseDesc(padded(b.shape, std::max<std::size_t>(a.shape.size(), 1)));
    const dnnl::binary::desc desc(kind, left, right, left);
    builder.primitive(dnnl::binary({desc, builder.engine()}),
                      {{DNNL_ARG_SRC_0, a.memory},
                       {DNNL_ARG_SRC_1, builder.described(b.memory, right)},
                       {DNNL_ARG_DST, to.memory}});
    return to;
}

template <algorithm kind, bool commutes> void binary(DnnlBuilder &builder, const Step &step)
{
    DnnlValue result = builder.input(step, 0);
    for (std::size_t i = 1; i < step.inputs.size(); ++i)
        result = combined(builder, step, kind, result, builder.input(step, i), commutes);
    builder.output(step, result.shape) = result;
}

void prelu(DnnlBuilder &builder, const Step &step)
{
    const DnnlValue from = builder.input(step, 0);
    const DnnlValue slope = builder.input(step, 1);
    const DnnlValue &to = builder.output(step, from.shape);
    const dnnl::memory::desc weights = denseDesc(padded(slope.shape, from.shape.size()));
    const dnnl::prelu_forward::desc desc(prop_kind::forward_inference, from.memory.get_desc(), weights);
    builder.primitive(dnnl::prelu_forward({desc, builder.engine()}),
                      {{DNNL_ARG_SRC, from.memory},
                       {DNNL_ARG_WEIGHTS, builder.described(slope.memory, weights)},
                       {DNNL_ARG_DST, to.memory}});
}

} // namespace

void addDnnlElementwise(DnnlOperators &all)
{
    all.insert({{"Relu", plain<algorithm::eltwise_relu>},
                {"Sigmoid", plain<algorithm::eltwise_logistic>},
                {"Tanh", plain<algorithm::eltwise_tanh>},
                {"Exp", plain<algorithm::eltwise_exp>},
                {"Log", plain<algorithm::eltwise_log>},
                {"Sqrt", plain<algorithm::eltwise_sqrt>},
                {"Abs", plain<algorithm::eltwise_abs>},
                {"Softplus", plain<algorithm::eltwise_soft_relu>},
                {"HardSwish", plain<algorithm::eltwise_hardswish>},
                {"Round", plain<algorithm::eltwise_round>},
                {"LeakyRelu", leakyRelu},
                {"Elu", elu},
                {"Clip", clip},
                {"PRelu", prelu},
                {"Add", binary<algorithm::binary_add, true>},
                {"Sum", binary<algorithm::binary_add, true>},
                {"Mul", binary<algorithm::binary_mul, true>},
                {"Max", binary<algorithm::binary_max, true>},
                {"Min", binary<algorithm::binary_min, true>},
                {"Sub", binary<algorithm::binary_sub, false>},
                {"Div", binary<algorithm::binary_div, false>}});
}

} // namespace mutascope::engines
