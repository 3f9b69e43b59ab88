// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_window.h"
#include <algorithm>
#include <fmt/format.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

Dims kernelOf(const OnnxCode &c)
{
    const Dims &weight = c.shape(1);
    if (weight.size() < 3)
        c.broken("has a weight that is no convolution's");
    return {weight.begin() + 2, weight.end()};
}

std::string biasOf(OnnxCode &c, std::size_t input)
{
    return c.has(input) ? c.weight(input, "bias") : "None";
}

void convolution(OnnxCode &c)
{
    const OnnxWindow window = windowOf(c, kernelOf(c));
    if (window.kernel != kernelOf(c))
        c.broken("has a kernel of another size than its weight");
    std::string input = c.in(0);
    if (!window.symmetric())
        input = fmt::format("torch.constant_pad_nd({}, {}, 0)", input, code(window.padList()));
    const Dims padding = window.symmetric() ? window.begin : Dims(window.dims(), 0);
    const std::string weight = c.weight(1, "weight");
    c.result(fmt::format("torch.conv{}d({}, {}, {}, {}, {}, {}, {})", window.dims(), input, weight,
                         biasOf(c, 2), code(window.strides), code(padding), code(window.dilations),
                         c.integer("group", 1)));
}

// Padding of a transposed convolution cuts its result; where it is uneven, a pad by negative numbers does.
void transposedConvolution(OnnxCode &c)
{
    const OnnxWindow window = windowOf(c, kernelOf(c));
    if (c.hasAttribute("output_shape") || c.text("auto_pad", "NOTSET") != "NOTSET")
        c.refuse("finds out its padding from a wanted size");
    const Dims padding = window.symmetric() ? window.begin : Dims(window.dims(), 0);
    const std::string weight = c.weight(1, "weight");
    std::string result = fmt::format("torch.conv_transpose{}d({}, {}, {}, {}, {}, {}, {}, {})", window.dims(),
                                     c.in(0), weight, biasOf(c, 2), code(window.strides), code(padding),
                                     code(c.integers("output_padding", Dims(window.dims(), 0))),
                                     c.integer("group", 1), code(window.dilations));
    if (!window.symmetric()) {
        Dims cut = window.padList();
        for (std::int64_t &side : cut)
            side = -side;
        result = fmt::format("torch.constant_pad_nd({}, {}, 0)", result, code(cut));
    }
    c.result(result);
}

// A fixed matrix is the weight of a linear layer, which has it the other way round.
std::string linearWeight(OnnxCode &c, bool transposed, double factor)
{
    at::Tensor weight = c.value(1).tensors[0];
    if (!transposed)
        weight = weight.t().contiguous();
    if (factor != 1)
        weight = weight * factor;
    return c.own("weight", weight, true);
}

// The bias of a linear layer of so many units, where this constant can be one.
std::optional<at::Tensor> linearBias(const OnnxCode &c, std::size_t input, std::int64_t units)
{
    if (!c.isConstant(input))
        return std::nullopt;
    const at::Tensor bias = c.value(input).tensors[0];
    if (bias.numel() == 1)
        return bias.flatten().expand({units}).contiguous();
    return bias.numel() == units && bias.size(-1) == units ? std::optional(bias.flatten()) : std::nullopt;
}

void gemm(OnnxCode &c)
{
    if (c.rank(0) != 2 || c.rank(1) != 2)
        c.broken("multiplies what is no matrix");
    const double alpha = c.real("alpha", 1), beta = c.real("beta", 1);
    const bool transA = c.integer("transA", 0) != 0, transB = c.integer("transB", 0) != 0;
    const std::int64_t units = c.shape(1)[transB ? 0 : 1];
    const std::string input = transA ? fmt::format("torch.t({})", c.in(0)) : c.in(0);
    const auto bias = c.has(2) ? linearBias(c, 2, units) : std::nullopt;
    if (c.isConstant(1) && (!c.has(2) || bias)) {
        const std::string weight = linearWeight(c, transB, alpha);
        const std::string added = bias ? c.own("bias", beta == 1 ? *bias : *bias * beta, true) : "None";
        return c.result(fmt::format("torch.linear({}, {}, {})", input, weight, added));
    }
    std::string result
        = fmt::format("torch.matmul({}, {})", input, transB ? fmt::format("torch.t({})", c.in(1)) : c.in(1));
    if (alpha != 1)
        result = fmt::format("{} * {}", result, code(alpha));
    if (c.has(2))
        result = fmt::format("{} + {} * {}", result, c.in(2), code(beta));
    c.result(result);
}

void checkProduct(const OnnxCode &c)
{
    const Dims &a = c.shape(0), &b = c.shape(1);
    if (a.empty() || b.empty())
        c.broken("multiplies a single number as a matrix");
    Dims result = a.size() >= b.size() ? a : b;
    if (b.size() > 1)
        result.back() = b.back();
    if (a.size() > 1 && result.size() > 1)
        result[result.size() - 2] = a[a.size() - 2];
    c.checkElements(result);
}

// With a third input: the bias, added by a node of its own in the file.
void matmul(OnnxCode &c)
{
    checkProduct(c);
    if (c.isConstant(1) && !c.isConstant(0) && c.rank(1) == 2) {
        const std::string weight = linearWeight(c, false, 1);
        const auto bias = c.has(2) ? linearBias(c, 2, c.shape(1)[1]) : std::nullopt;
        if (!c.has(2) || bias) {
            const std::string added = bias ? c.own("bias", *bias, true) : "None";
            return c.result(fmt::format("torch.linear({}, {}, {})", c.in(0), weight, added));
        }
    }
    const std::string product = fmt::format("torch.matmul({}, {})", c.in(0), c.in(1));
    c.result(c.has(2) ? fmt::format("{} + {}", product, c.in(2)) : product);
}

// The equation is checked letter by letter: it is the only text of the file that gets into the code.
void einsum(OnnxCode &c)
{
    const std::string equation = c.text("equation", "");
    const std::string allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,-> ";
    if (equation.empty() || equation.find_first_not_of(allowed) != std::string::npos)
        c.broken("has no valid equation");
    std::vector<std::string> inputs;
    for (std::size_t i = 0; i < c.inputs(); ++i)
        inputs.push_back(c.in(i));
    c.result(fmt::format("torch.einsum(\"{}\", {})", equation, code(inputs)));
}

} // namespace

void addLayerOperators(OnnxOperators &operators)
{
    operators["Conv"] = convolution;
    operators["ConvTranspose"] = transposedConvolution;
    operators["Gemm"] = gemm;
    operators["MatMul"] = matmul;
    operators["Fused.Linear"] = matmul;
    operators["Einsum"] = einsum;
}

} // namespace mutascope
