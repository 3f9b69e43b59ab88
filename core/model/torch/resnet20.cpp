// SPDX-License-Identifier: GPL-3.0-or-later
// He, Zhang, Ren, Sun: Deep residual learning for image recognition, CVPR 2016, section 4.2 (CIFAR-10, n =
// 3). Shortcuts are the paper's option A there: identity; where the size halves, every second pixel, and
// zeros for the new channels. So no shortcut has weights.
#include "core/model/torch/resnet20.h"
#include "core/model/torch/built_in_layers.h"
#include <cmath>
#include <fmt/format.h>

namespace mutascope {

namespace {

using torch::jit::Module;

constexpr int blocksOfStage = 3;

Module relu(const LayerMaker &make)
{
    return make.operation("ReLU", "return torch.relu(x)");
}

Module convolution(LayerMaker &make, int inputs, int outputs, int stride)
{
    const ConvolutionShape shape{inputs, outputs, 3, stride};
    return make.convolution(shape, WeightDraw::normal(std::sqrt(2.0 / double(shape.inputsOfUnit()))));
}

std::string shortcut(int inputs, int outputs)
{
    if (inputs == outputs)
        return "shortcut = x";
    const int before = (outputs - inputs) / 2; // zeros on both sides, as published weights have it
    return fmt::format("shortcut = torch.constant_pad_nd(x[:, :, ::2, ::2], [0, 0, 0, 0, {}, {}])", before,
                       outputs - inputs - before);
}

Module block(LayerMaker &make, int inputs, int outputs)
{
    ModuleChain chain(make, "BasicBlock");
    chain.then(shortcut(inputs, outputs));
    chain.add("conv1", convolution(make, inputs, outputs, inputs == outputs ? 1 : 2));
    chain.add("bn1", make.batchNorm(outputs));
    chain.add("relu1", relu(make));
    chain.add("conv2", convolution(make, outputs, outputs, 1));
    chain.add("bn2", make.batchNorm(outputs));
    chain.then("x = torch.add(x, shortcut)");
    chain.add("relu2", relu(make));
    return chain.finish();
}

Module stage(LayerMaker &make, int inputs, int outputs)
{
    ModuleChain chain(make, "Sequential");
    for (int i = 0; i < blocksOfStage; ++i)
        chain.add(std::to_string(i), block(make, i == 0 ? inputs : outputs, outputs));
    return chain.finish();
}

} // namespace

Module makeResNet20(const ImageShape &input, int classes, std::uint64_t seed)
{
    LayerMaker make(seed);
    ModuleChain net(make, "ResNet20");
    net.add("normalize", make.normalize(input.channels));
    net.add("conv1", convolution(make, input.channels, 16, 1));
    net.add("bn1", make.batchNorm(16));
    net.add("relu", relu(make));
    net.add("layer1", stage(make, 16, 16));
    net.add("layer2", stage(make, 16, 32));
    net.add("layer3", stage(make, 32, 64));
    net.add("avgpool", make.operation("AveragePool", "return torch.adaptive_avg_pool2d(x, [1, 1])"));
    net.then("x = torch.flatten(x, 1)");
    const auto draw = WeightDraw::uniform(1.0 / std::sqrt(64.0));
    net.add("fc", make.linear(64, classes, draw, draw));
    return net.finish();
}

} // namespace mutascope
