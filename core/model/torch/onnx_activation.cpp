// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_code.h"
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <torch/torch.h>

namespace mutascope {

namespace {

using Formats = std::map<std::string, const char *>;

// "Fused..." stand for several nodes of the file (see fusion.h).
const Formats formats{
    {"Fused.Gelu", "torch.gelu({})"},     {"Fused.Mish", "torch.mish({})"}, {"Fused.Silu", "torch.silu({})"},
    {"HardSwish", "torch.hardswish({})"}, {"Relu", "torch.relu({})"},       {"Sigmoid", "torch.sigmoid({})"},
    {"Softplus", "torch.softplus({})"},   {"Tanh", "torch.tanh({})"},
};

void activation(OnnxCode &c)
{
    c.result(fmt::format(fmt::runtime(formats.at(c.op())), c.in(0)));
}

void leakyRelu(OnnxCode &c)
{
    c.result(fmt::format("torch.leaky_relu({}, {})", c.in(0), code(c.real("alpha", 0.01))));
}

void elu(OnnxCode &c)
{
    c.result(fmt::format("torch.elu({}, {})", c.in(0), code(c.real("alpha", 1.0))));
}

void celu(OnnxCode &c)
{
    c.result(fmt::format("torch.celu({}, {})", c.in(0), code(c.real("alpha", 1.0))));
}

// An elu of its own scales.
void selu(OnnxCode &c)
{
    const double alpha = c.real("alpha", 1.67326319217681884765625);
    const double gamma = c.real("gamma", 1.05070102214813232421875);
    c.result(fmt::format("torch.elu({}, {}, {})", c.in(0), code(alpha), code(gamma)));
}

void thresholdedRelu(OnnxCode &c)
{
    c.result(fmt::format("torch.threshold({}, {}, 0.0)", c.in(0), code(c.real("alpha", 1.0))));
}

void softsign(OnnxCode &c)
{
    c.result(fmt::format("{0} / (torch.abs({0}) + 1.0)", c.in(0)));
}

// One slope for all, or one a channel: what prelu takes. Any other shape is plain arithmetic.
void prelu(OnnxCode &c)
{
    const Dims &slope = c.shape(1);
    std::int64_t slopes = 1;
    for (const std::int64_t dim : slope)
        slopes *= dim;
    const std::int64_t rank = c.rank(0), place = std::int64_t(slope.size()) - (rank - 1);
    const bool channels
        = rank > 1 && place >= 0 && slope[std::size_t(place)] == slopes && slopes == c.shape(0)[1];
    if (c.isConstant(1) && (slopes == 1 || channels) && rank > 1) {
        const std::string weight = c.own("weight", c.value(1).tensors[0].flatten(), true);
        c.result(fmt::format("torch.prelu({}, {})", c.in(0), weight));
    } else {
        c.result(
            fmt::format("torch.clamp({0}, min=0.0) + {1} * torch.clamp({0}, max=0.0)", c.in(0), c.in(1)));
    }
}

void hardSigmoid(OnnxCode &c)
{
    const double alpha = c.real("alpha", 0.2), beta = c.real("beta", 0.5);
    if (std::abs(alpha - 1.0 / 6.0) < 1e-6 && std::abs(beta - 0.5) < 1e-6)
        c.result(fmt::format("torch.hardsigmoid({})", c.in(0)));
    else
        c.result(fmt::format("torch.hardtanh({} * {} + {}, 0.0, 1.0)", c.in(0), code(alpha), code(beta)));
}

// A limit: attribute until opset 10, then an input; infinite where it is left out.
double limit(OnnxCode &c, const char *attribute, std::size_t input, double open)
{
    if (c.hasAttribute(attribute)) {
        const double value = c.real(attribute, open);
        return std::abs(value) >= double(std::numeric_limits<float>::max()) ? open : value;
    }
    if (!c.has(input))
        return open;
    const auto value = c.number(input);
    if (!value)
        c.refuse("takes its limits from the images");
    return *value;
}

// Both limits: the activation (ReLU6 is one), else arithmetic.
void clip(OnnxCode &c)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double low = limit(c, "min", 1, -infinity), high = limit(c, "max", 2, infinity);
    const bool real = at::isFloatingType(c.value(0).type);
    const auto number = [&](double value) { return real ? code(value) : code(std::int64_t(value)); };
    if (std::isfinite(low) && std::isfinite(high))
        c.result(real && low <= high
                     ? fmt::format("torch.hardtanh({}, {}, {})", c.in(0), code(low), code(high))
                     : fmt::format("torch.clamp({}, {}, {})", c.in(0), number(low), number(high)));
    else if (std::isfinite(low))
        c.result(fmt::format("torch.clamp({}, min={})", c.in(0), number(low)));
    else if (std::isfinite(high))
        c.result(fmt::format("torch.clamp({}, max={})", c.in(0), number(high)));
    else
        c.result(c.in(0));
}

// Until opset 12 the tensor counts as a matrix, cut before the axis.
void softmax(OnnxCode &c)
{
    const char *function = c.op() == "Softmax" ? "softmax" : "log_softmax";
    const bool matrix = c.opset() < 13;
    const std::int64_t axis = c.axis(c.integer("axis", matrix ? 1 : -1), 0);
    if (!matrix || axis == c.rank(0) - 1)
        c.result(fmt::format("torch.{}({}, {}, None)", function, c.in(0), axis));
    else
        c.result(fmt::format("torch.reshape(torch.{0}(torch.flatten({1}, {2}), {2}, None), torch.size({1}))",
                             function, c.in(0), axis));
}

void dropout(OnnxCode &c)
{
    double ratio = c.real("ratio", 0.5);
    if (c.has(1))
        ratio = c.number(1).value_or(0.5);
    if (!(ratio >= 0 && ratio < 1))
        c.broken("drops a share that is none");
    c.result(fmt::format("torch.dropout({}, {}, getattr(self, \"training\"))", c.in(0), code(ratio)));
}

} // namespace

void addActivationOperators(OnnxOperators &operators)
{
    for (const auto &[op, format] : formats)
        operators[op] = activation;
    operators["LeakyRelu"] = leakyRelu;
    operators["Elu"] = elu;
    operators["Celu"] = celu;
    operators["Selu"] = selu;
    operators["ThresholdedRelu"] = thresholdedRelu;
    operators["Softsign"] = softsign;
    operators["PRelu"] = prelu;
    operators["HardSigmoid"] = hardSigmoid;
    operators["Clip"] = clip;
    operators["Softmax"] = softmax;
    operators["LogSoftmax"] = softmax;
    operators["Dropout"] = dropout;
}

} // namespace mutascope
