// SPDX-License-Identifier: GPL-3.0-or-later
// The DeepSmartFuzzer variants of LeCun's networks: "same" 5x5 convolutions, ReLU, 2x2 max pooling. They are
// written as TorchScript source, so that a saved file carries its own forward and needs no class of ours.
#include "core/model/torch/lenet.h"
#include "core/base/error.h"
#include "core/base/rng.h"
#include "core/model/training.h"
#include <cmath>
#include <fmt/format.h>
#include <torch/script.h>

namespace mutascope {

namespace {

struct Sizes {
    int channels1 = 0;
    int channels2 = 0;
    std::vector<int> hidden; // units of fc1, fc2, ...
};

Sizes sizesOf(const std::string &architecture)
{
    if (architecture == "lenet1")
        return {4, 12, {}};
    if (architecture == "lenet4")
        return {6, 16, {84}};
    if (architecture == "lenet5")
        return {6, 16, {120, 84}};
    std::vector<std::string> known;
    for (const ArchitectureInfo &info : architectures())
        known.push_back(info.id);
    throwUnknownName("architecture", architecture, known);
}

class Builder {
public:
    Builder(const std::string &name, std::uint64_t seed) : m_module(make(name)), m_rng(seed) { }

    void convolution(const std::string &name, int inputs, int outputs)
    {
        torch::jit::Module layer = make("Conv2d");
        weights(layer, {outputs, inputs, 5, 5});
        add(name, layer, "return torch.conv2d(x, self.weight, self.bias, [1, 1], [2, 2])");
    }
    void linear(const std::string &name, int inputs, int outputs)
    {
        torch::jit::Module layer = make("Linear");
        weights(layer, {outputs, inputs});
        add(name, layer, "return torch.linear(x, self.weight, self.bias)");
    }
    void relu(const std::string &name) { add(name, make("ReLU"), "return torch.relu(x)"); }
    void pool(const std::string &name) { add(name, make("MaxPool2d"), "return torch.max_pool2d(x, [2, 2])"); }
    void flatten() { m_forward += "    x = torch.flatten(x, 1)\n"; }

    torch::jit::Module finish()
    {
        m_module.define("def forward(self, x):\n" + m_forward + "    return x\n");
        return m_module;
    }

private:
    torch::jit::Module make(const std::string &type) const
    {
        return torch::jit::Module(c10::QualifiedName("__torch__." + type), m_unit, true);
    }

    void add(const std::string &name, torch::jit::Module layer, const std::string &body)
    {
        layer.define("def forward(self, x):\n    " + body + "\n");
        m_module.register_module(name, layer);
        m_forward += fmt::format("    x = self.{}.forward(x)\n", name);
    }

    // Uniform in +-1/sqrt(inputs of a unit), for the bias too.
    void weights(torch::jit::Module &layer, const std::vector<std::int64_t> &shape)
    {
        at::Tensor weight = at::empty(shape, at::kFloat);
        at::Tensor bias = at::empty({shape[0]}, at::kFloat);
        const double bound = 1.0 / std::sqrt(double(weight.numel() / shape[0]));
        fill(weight, bound);
        fill(bias, bound);
        layer.register_parameter("weight", weight.set_requires_grad(true), false);
        layer.register_parameter("bias", bias.set_requires_grad(true), false);
    }

    void fill(at::Tensor &tensor, double bound)
    {
        float *values = tensor.data_ptr<float>();
        for (std::int64_t i = 0; i < tensor.numel(); ++i)
            values[i] = float((2.0 * m_rng.uniform() - 1.0) * bound);
    }

    std::shared_ptr<torch::jit::CompilationUnit> m_unit = std::make_shared<torch::jit::CompilationUnit>();
    torch::jit::Module m_module;
    Rng m_rng;
    std::string m_forward;
};

void checkSizes(const ImageShape &input, int classes)
{
    if (input.height < 4 || input.width < 4 || input.channels < 1)
        throw Error(ErrorCode::Usage, fmt::format("images of {} are too small for a LeNet", input.text()),
                    "Use images of at least 4x4 pixels");
    if (classes < 2)
        throw Error(ErrorCode::Usage, fmt::format("a classifier needs at least 2 classes, got {}", classes));
}

} // namespace

torch::jit::Module makeLeNet(const std::string &architecture, const ImageShape &input, int classes,
                             std::uint64_t seed)
{
    const Sizes sizes = sizesOf(architecture);
    checkSizes(input, classes);
    Builder builder(architecture, seed);
    builder.convolution("conv1", input.channels, sizes.channels1);
    builder.relu("relu1");
    builder.pool("pool1");
    builder.convolution("conv2", sizes.channels1, sizes.channels2);
    builder.relu("relu2");
    builder.pool("pool2");
    builder.flatten();
    int units = sizes.channels2 * (input.height / 4) * (input.width / 4);
    for (std::size_t i = 0; i < sizes.hidden.size(); ++i) {
        builder.linear(fmt::format("fc{}", i + 1), units, sizes.hidden[i]);
        builder.relu(fmt::format("relu{}", i + 3));
        units = sizes.hidden[i];
    }
    builder.linear("logits", units, classes);
    return builder.finish();
}

} // namespace mutascope
