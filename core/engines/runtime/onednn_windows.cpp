// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/window.h"
#include "core/engines/runtime/onednn_build.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

using dnnl::algorithm;
using dnnl::prop_kind;

struct Windows {
    Shape kernel, strides, dilations, begin, end; // dilations: one less than ONNX's
    Shape output; // spatial
};

Ints orOnes(const Ints &list, std::size_t size)
{
    return list.empty() ? Ints(size, 1) : list;
}

Windows windowsOf(const Step &step, const Shape &input, const Shape &kernel)
{
    const std::string automatic = step.attributes.word("auto_pad", "NOTSET");
    const std::size_t spatial = kernel.size();
    if (automatic.starts_with("SAME") || input.size() != spatial + 2)
        throwNoPrimitive(step, "with auto_pad");
    if (step.attributes.integer("ceil_mode") == 1)
        throwNoPrimitive(step, "with ceil_mode");
    Windows windows{kernel,
                    orOnes(step.attributes.ints("strides"), spatial),
                    orOnes(step.attributes.ints("dilations"), spatial),
                    {},
                    {},
                    {}};
    Ints pads = step.attributes.ints("pads");
    pads.resize(2 * spatial);
    for (std::size_t i = 0; i < spatial; ++i) {
        const WindowSide side{kernel[i], windows.strides[i], windows.dilations[i]--, pads[i],
                              pads[spatial + i]};
        const std::int64_t count = windowsOver(input[i + 2], side);
        windows.begin.push_back(side.begin);
        // What no window reaches is not padded.
        windows.end.push_back((count - 1) * side.stride + side.reach() - input[i + 2] - side.begin);
        windows.output.push_back(count);
    }
    return windows;
}

Shape joined(std::int64_t images, std::int64_t channels, const Shape &spatial)
{
    Shape shape = {images, channels};
    shape.insert(shape.end(), spatial.begin(), spatial.end());
    return shape;
}

Shape spatialOf(const Shape &shape)
{
    return {shape.begin() + 2, shape.end()};
}

void convolve(DnnlBuilder &builder, const Step &step)
{
    const DnnlValue from = builder.input(step, 0);
    const DnnlValue weights = builder.input(step, 1);
    const Windows windows = windowsOf(step, from.shape, spatialOf(weights.shape));
    const std::int64_t group = step.attributes.integer("group", 1);
    Shape grouped = weights.shape;
    grouped[0] /= group;
    grouped.insert(grouped.begin(), group);
    const dnnl::memory::desc weightDesc = group == 1 ? denseDesc(weights.shape) : denseDesc(grouped);
    const DnnlValue &to = builder.output(step, joined(from.shape[0], weights.shape[0], windows.output));
    const bool biased = DnnlBuilder::has(step, 2);
    const dnnl::memory::desc none;
    const dnnl::memory bias = biased ? builder.input(step, 2).memory : dnnl::memory();
    const dnnl::convolution_forward::desc desc(
        prop_kind::forward_inference, algorithm::convolution_direct, from.memory.get_desc(), weightDesc,
        biased ? bias.get_desc() : none, to.memory.get_desc(), windows.strides, windows.dilations,
        windows.begin, windows.end);
    std::unordered_map<int, dnnl::memory> arguments
        = {{DNNL_ARG_SRC, from.memory},
           {DNNL_ARG_WEIGHTS, builder.described(weights.memory, weightDesc)},
           {DNNL_ARG_DST, to.memory}};
    if (biased)
        arguments[DNNL_ARG_BIAS] = bias;
    builder.primitive(dnnl::convolution_forward({desc, builder.engine()}), std::move(arguments));
}

void pool(DnnlBuilder &builder, const Step &step, algorithm kind, const Windows &windows)
{
    const DnnlValue from = builder.input(step, 0);
    const DnnlValue &to = builder.output(step, joined(from.shape[0], from.shape[1], windows.output));
    const dnnl::pooling_v2_forward::desc desc(prop_kind::forward_inference, kind, from.memory.get_desc(),
                                              to.memory.get_desc(), windows.strides, windows.kernel,
                                              windows.dilations, windows.begin, windows.end);
    builder.primitive(dnnl::pooling_v2_forward({desc, builder.engine()}),
                      {{DNNL_ARG_SRC, from.memory}, {DNNL_ARG_DST, to.memory}});
}

Windows ownWindows(DnnlBuilder &builder, const Step &step)
{
    return windowsOf(step, builder.input(step, 0).shape, step.attributes.ints("kernel_shape"));
}

void maxPool(DnnlBuilder &builder, const Step &step)
{
    pool(builder, step, algorithm::pooling_max, ownWindows(builder, step));
}

void averagePool(DnnlBuilder &builder, const Step &step)
{
    const bool counts = step.attributes.integer("count_include_pad") == 1;
    pool(builder, step,
         counts ? algorithm::pooling_avg_include_padding : algorithm::pooling_avg_exclude_padding,
         ownWindows(builder, step));
}

template <algorithm kind> void global(DnnlBuilder &builder, const Step &step)
{
    const Shape spatial = spatialOf(builder.input(step, 0).shape);
    const Shape ones(spatial.size(), 1), zeros(spatial.size(), 0);
    pool(builder, step, kind, {spatial, ones, zeros, zeros, zeros, ones});
}

void lrn(DnnlBuilder &builder, const Step &step)
{
    const DnnlValue from = builder.input(step, 0);
    const std::int64_t size = step.attributes.integer("size", 1);
    if (size % 2 == 0)
        throwNoPrimitive(step, "of an even size");
    const DnnlValue &to = builder.output(step, from.shape);
    const dnnl::lrn_forward::desc desc(
        prop_kind::forward_inference, algorithm::lrn_across_channels, from.memory.get_desc(), size,
        float(step.attributes.real("alpha", 1e-4)), float(step.attributes.real("beta", 0.75)),
        float(step.attributes.real("bias", 1)));
    builder.primitive(dnnl::lrn_forward({desc, builder.engine()}),
                      {{DNNL_ARG_SRC, from.memory}, {DNNL_ARG_DST, to.memory}});
}

// Scales and shifts are one tensor there.
void batchNorm(DnnlBuilder &builder, const Step &step)
{
    const DnnlValue from = builder.input(step, 0);
    const std::int64_t channels = from.shape.at(1);
    const DnnlValue both = builder.scratch({2, channels});
    float *numbers = static_cast<float *>(both.memory.get_data_handle());
    for (std::size_t i = 0; i < 2; ++i) {
        const auto *given = static_cast<const float *>(builder.input(step, 1 + i).memory.get_data_handle());
        numbers = std::copy(given, given + channels, numbers);
    }
    const DnnlValue &to = builder.output(step, from.shape);
    const dnnl::batch_normalization_forward::desc desc(
        prop_kind::forward_inference, from.memory.get_desc(), float(step.attributes.real("epsilon", 1e-5)),
        dnnl::normalization_flags::use_global_stats | dnnl::normalization_flags::use_scale_shift);
    builder.primitive(dnnl::batch_normalization_forward({desc, builder.engine()}),
                      {{DNNL_ARG_SRC, from.memory},
                       {DNNL_ARG_MEAN, builder.input(step, 3).memory},
                       {DNNL_ARG_VARIANCE, builder.input(step, 4).memory},
                       {DNNL_ARG_SCALE_SHIFT, both.memory},
                       {DNNL_ARG_DST, to.memory}});
}

} // namespace

void addDnnlWindows(DnnlOperators &all)
{
    all.insert({{"Conv", convolve},
                {"MaxPool", maxPool},
                {"AveragePool", averagePool},
                {"GlobalMaxPool", global<algorithm::pooling_max>},
                {"GlobalAveragePool", global<algorithm::pooling_avg_include_padding>},
                {"LRN", lrn},
                {"BatchNormalization", batchNorm}});
}

} // namespace mutascope::engines
