// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/built_in_layers.h"
#include <cctype>
#include <fmt/format.h>
#include <torch/script.h>

namespace mutascope {

namespace {

using torch::jit::Module;

void defineForward(Module &module, const std::string &body)
{
    module.define("def forward(self, x):\n    " + body + "\n");
}

void addParameter(Module &layer, const std::string &name, const at::Tensor &values)
{
    layer.register_parameter(name, values.set_requires_grad(true), false);
}

// What an operator is called with; groups only where there are some, as a person would write it.
std::string convolutionBody(const ConvolutionShape &shape, bool bias)
{
    const int padding = shape.kernel / 2;
    const std::string groups = shape.groups == 1 ? "" : fmt::format(", [1, 1], {}", shape.groups);
    return fmt::format("return torch.conv2d(x, self.weight, {}, [{}, {}], [{}, {}]{})",
                       bias ? "self.bias" : "None", shape.stride, shape.stride, padding, padding, groups);
}

std::vector<std::int64_t> weightShape(const ConvolutionShape &shape)
{
    return {shape.outputs, shape.inputs / shape.groups, shape.kernel, shape.kernel};
}

// "0" is an attribute's name, but no identifier.
std::string partText(const std::string &name)
{
    const bool identifier = !std::isdigit(static_cast<unsigned char>(name.at(0)));
    return identifier ? "self." + name : fmt::format("getattr(self, \"{}\")", name);
}

} // namespace

Module LayerMaker::empty(const std::string &type) const
{
    return Module(c10::QualifiedName("__torch__." + type), m_unit, true);
}

Module LayerMaker::operation(const std::string &type, const std::string &body, bool noisy) const
{
    Module layer = empty(type);
    if (noisy)
        layer.register_attribute("training", c10::BoolType::get(), true);
    defineForward(layer, body);
    return layer;
}

at::Tensor LayerMaker::draw(const std::vector<std::int64_t> &shape, const WeightDraw &how)
{
    at::Tensor result = at::zeros(shape, at::kFloat);
    if (how.kind == WeightDraw::Kind::Zero)
        return result;
    float *values = result.data_ptr<float>();
    for (std::int64_t i = 0; i < result.numel(); ++i) {
        const double drawn
            = how.kind == WeightDraw::Kind::Uniform ? 2.0 * m_rng.uniform() - 1.0 : m_rng.normal();
        values[i] = float(drawn * how.spread);
    }
    return result;
}

Module LayerMaker::convolution(const ConvolutionShape &shape, const WeightDraw &weight)
{
    Module layer = empty("Conv2d");
    addParameter(layer, "weight", draw(weightShape(shape), weight));
    defineForward(layer, convolutionBody(shape, false));
    return layer;
}

Module LayerMaker::convolution(const ConvolutionShape &shape, const WeightDraw &weight,
                               const WeightDraw &bias)
{
    Module layer = empty("Conv2d");
    addParameter(layer, "weight", draw(weightShape(shape), weight));
    addParameter(layer, "bias", draw({shape.outputs}, bias));
    defineForward(layer, convolutionBody(shape, true));
    return layer;
}

Module LayerMaker::linear(int inputs, int outputs, const WeightDraw &weight, const WeightDraw &bias)
{
    Module layer = empty("Linear");
    addParameter(layer, "weight", draw({outputs, inputs}, weight));
    addParameter(layer, "bias", draw({outputs}, bias));
    defineForward(layer, "return torch.linear(x, self.weight, self.bias)");
    return layer;
}

Module LayerMaker::batchNorm(int channels) const
{
    Module layer = empty("BatchNorm2d");
    layer.register_attribute("training", c10::BoolType::get(), true);
    addParameter(layer, "weight", at::ones({channels}));
    addParameter(layer, "bias", at::zeros({channels}));
    layer.register_buffer("running_mean", at::zeros({channels}));
    layer.register_buffer("running_var", at::ones({channels}));
    defineForward(layer,
                  "return torch.batch_norm(x, self.weight, self.bias, self.running_mean, self.running_var, "
                  "self.training, 0.1, 0.00001, False)");
    return layer;
}

Module LayerMaker::normalize(int channels) const
{
    Module layer = empty("Normalize");
    layer.register_buffer("mean", at::zeros({1, channels, 1, 1}));
    layer.register_buffer("deviation", at::ones({1, channels, 1, 1}));
    defineForward(layer, "return torch.div(torch.sub(x, self.mean), self.deviation)");
    return layer;
}

Module LayerMaker::dropout(double probability) const
{
    return operation("Dropout", fmt::format("return torch.dropout(x, {}, self.training)", probability), true);
}

void ModuleChain::add(const std::string &name, const Module &part)
{
    hold(name, part);
    then(fmt::format("x = {}.forward(x)", partText(name)));
}

void ModuleChain::hold(const std::string &name, const Module &part)
{
    m_module.register_module(name, part);
}

void ModuleChain::then(const std::string &statement)
{
    m_forward += "    " + statement + "\n";
}

Module ModuleChain::finish()
{
    m_module.define("def forward(self, x):\n" + m_forward + "    return x\n");
    return m_module;
}

} // namespace mutascope
