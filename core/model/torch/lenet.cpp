// SPDX-License-Identifier: GPL-3.0-or-later
// The DeepSmartFuzzer variants of LeCun's networks: "same" 5x5 convolutions, ReLU, 2x2 max pooling.
#include "core/model/torch/lenet.h"
#include "core/base/error.h"
#include "core/model/torch/built_in_layers.h"
#include <cmath>
#include <fmt/format.h>
#include <vector>

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
    throw Error(ErrorCode::Internal, fmt::format("'{}' is no LeNet", architecture));
}

// Uniform in +-1/sqrt(inputs of a unit), for the bias too.
class LeNetChain {
public:
    LeNetChain(const std::string &name, std::uint64_t seed) : m_maker(seed), m_chain(m_maker, name) { }

    void convolution(const std::string &name, int inputs, int outputs)
    {
        const ConvolutionShape shape{inputs, outputs, 5};
        const WeightDraw draw = drawFor(shape.inputsOfUnit());
        m_chain.add(name, m_maker.convolution(shape, draw, draw));
    }
    void linear(const std::string &name, int inputs, int outputs)
    {
        const WeightDraw draw = drawFor(inputs);
        m_chain.add(name, m_maker.linear(inputs, outputs, draw, draw));
    }
    void relu(const std::string &name)
    {
        m_chain.add(name, m_maker.operation("ReLU", "return torch.relu(x)"));
    }
    void pool(const std::string &name)
    {
        m_chain.add(name, m_maker.operation("MaxPool2d", "return torch.max_pool2d(x, [2, 2])"));
    }
    void flatten() { m_chain.then("x = torch.flatten(x, 1)"); }
    torch::jit::Module finish() { return m_chain.finish(); }

private:
    static WeightDraw drawFor(std::int64_t inputs)
    {
        return WeightDraw::uniform(1.0 / std::sqrt(double(inputs)));
    }

    LayerMaker m_maker;
    ModuleChain m_chain;
};

} // namespace

torch::jit::Module makeLeNet(const std::string &architecture, const ImageShape &input, int classes,
                             std::uint64_t seed)
{
    const Sizes sizes = sizesOf(architecture);
    LeNetChain net(architecture, seed);
    net.convolution("conv1", input.channels, sizes.channels1);
    net.relu("relu1");
    net.pool("pool1");
    net.convolution("conv2", sizes.channels1, sizes.channels2);
    net.relu("relu2");
    net.pool("pool2");
    net.flatten();
    int units = sizes.channels2 * (input.height / 4) * (input.width / 4);
    for (std::size_t i = 0; i < sizes.hidden.size(); ++i) {
        net.linear(fmt::format("fc{}", i + 1), units, sizes.hidden[i]);
        net.relu(fmt::format("relu{}", i + 3));
        units = sizes.hidden[i];
    }
    net.linear("logits", units, classes);
    return net.finish();
}

} // namespace mutascope
