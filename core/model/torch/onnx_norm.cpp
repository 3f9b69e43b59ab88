// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_code.h"
#include <algorithm>
#include <fmt/format.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

const char *training(const OnnxCode &c)
{
    return c.value(0).kind == OnnxValue::Kind::Images ? "getattr(self, \"training\")" : "False";
}

std::string statistic(OnnxCode &c, std::size_t input, const char *attribute)
{
    return c.isConstant(input) ? c.own(attribute, c.value(input).tensors[0], false) : c.in(input);
}

void batchNorm(OnnxCode &c)
{
    if (c.integer("training_mode", 0) != 0 || c.integer("spatial", 1) != 1)
        c.refuse("is in training mode or not over channels");
    if (c.rank(0) < 2)
        c.broken("normalises what has no channels");
    const std::string weight = c.weight(1, "weight"), bias = c.weight(2, "bias");
    const std::string mean = statistic(c, 3, "running_mean"), variance = statistic(c, 4, "running_var");
    c.result(fmt::format("torch.batch_norm({}, {}, {}, {}, {}, {}, {}, {}, False)", c.in(0), weight, bias,
                         mean, variance, training(c), code(1 - c.real("momentum", 0.9)),
                         code(c.real("epsilon", 1e-5))));
}

void instanceNorm(OnnxCode &c)
{
    const std::string weight = c.weight(1, "weight"), bias = c.weight(2, "bias");
    c.result(fmt::format("torch.instance_norm({}, {}, {}, None, None, True, 0.1, {}, False)", c.in(0), weight,
                         bias, code(c.real("epsilon", 1e-5))));
}

// The first axis of the normalised ones, which must be the last dimensions; or -1.
std::int64_t firstNormalised(const OnnxCode &c)
{
    if (!c.hasAttribute("axes"))
        return c.axis(c.integer("axis", -1), 0);
    Dims axes = c.integers("axes");
    for (std::int64_t &axis : axes)
        axis = c.axis(axis, 0);
    std::sort(axes.begin(), axes.end());
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (axes[i] != c.rank(0) - std::int64_t(axes.size()) + std::int64_t(i))
            return -1;
    return axes.empty() ? -1 : axes.front();
}

// Over other dimensions it is plain arithmetic.
void normaliseByHand(OnnxCode &c)
{
    const std::string axes = code(c.integers("axes"));
    c.line(fmt::format("centred = {0} - torch.mean({0}, {1}, True)", c.in(0), axes));
    c.line(fmt::format("variance = torch.mean(centred * centred, {}, True)", axes));
    c.result(fmt::format("centred / torch.sqrt(variance + {}) * {} + {}", code(c.real("epsilon", 1e-5)),
                         c.in(1), c.in(2)));
}

void layerNorm(OnnxCode &c)
{
    const std::int64_t axis = firstNormalised(c);
    const Dims shape(c.shape(0).begin() + std::max<std::int64_t>(axis, 0), c.shape(0).end());
    const bool fits = axis >= 0 && (!c.has(1) || c.shape(1) == shape) && (!c.has(2) || c.shape(2) == shape);
    if (!fits && c.hasAttribute("axes"))
        return normaliseByHand(c);
    if (!fits || c.value(0).batchDim() >= axis)
        c.refuse("normalises over the images, or with weights of another shape");
    const std::string weight = c.has(1) ? c.weight(1, "weight") : "None";
    const std::string bias = c.has(2) ? c.weight(2, "bias") : "None";
    c.result(fmt::format("torch.layer_norm({}, {}, {}, {}, {}, False)", c.in(0), code(shape), weight, bias,
                         code(c.real("epsilon", 1e-5))));
}

// Local response normalisation of AlexNet: over neighbouring channels.
void lrn(OnnxCode &c)
{
    const std::int64_t size = c.integer("size", 0);
    if (size < 1 || size > 4096 || c.rank(0) != 4)
        c.broken("has no valid number of neighbours");
    const std::int64_t before = (size - 1) / 2, behind = size - 1 - before;
    c.line(fmt::format("squares = torch.unsqueeze({0} * {0}, 1)", c.in(0)));
    c.line(fmt::format("squares = torch.constant_pad_nd(squares, {}, 0.0)",
                       code(Dims{0, 0, 0, 0, before, behind})));
    c.line(fmt::format("mean = torch.squeeze(torch.avg_pool3d(squares, [{}, 1, 1], [1, 1, 1]), 1)", size));
    c.result(fmt::format("{} / torch.pow(mean * {} + {}, {})", c.in(0), code(c.real("alpha", 1e-4)),
                         code(c.real("bias", 1.0)), code(c.real("beta", 0.75))));
}

void lpNormalization(OnnxCode &c)
{
    const std::int64_t power = c.integer("p", 2);
    if (power != 1 && power != 2)
        c.broken("has a norm that ONNX does not know");
    c.result(fmt::format("{0} / torch.norm({0}, {1}, [{2}], True)", c.in(0), power,
                         c.axis(c.integer("axis", -1), 0)));
}

} // namespace

void addNormOperators(OnnxOperators &operators)
{
    operators["BatchNormalization"] = batchNorm;
    operators["InstanceNormalization"] = instanceNorm;
    operators["LayerNormalization"] = layerNorm;
    operators["Fused.LayerNorm"] = layerNorm;
    operators["LRN"] = lrn;
    operators["LpNormalization"] = lpNormalization;
}

} // namespace mutascope
