// SPDX-License-Identifier: GPL-3.0-or-later
// Simonyan, Zisserman: Very deep convolutional networks for large-scale image recognition, ICLR 2015,
// configuration D, with batch normalisation. The three dense layers, made for 7x7 features of 224x224 images,
// are what has 124 of its 138 million weights; as usual on CIFAR, global average pooling (which changes
// nothing at 32x32, where the features are 1x1) and one dense layer take their place.
#include "core/model/torch/vgg16.h"
#include "core/model/torch/built_in_layers.h"
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace mutascope {

namespace {

struct Stage {
    int channels = 0;
    int convolutions = 0;
};

constexpr std::array<Stage, 5> stages = {{{64, 2}, {128, 2}, {256, 3}, {512, 3}, {512, 3}}};

void addConvolution(ModuleChain &net, LayerMaker &make, const std::string &number, int inputs, int outputs)
{
    const ConvolutionShape shape{inputs, outputs};
    const auto weight = WeightDraw::normal(std::sqrt(2.0 / double(shape.outputsOfUnit())));
    net.add("conv" + number, make.convolution(shape, weight, {}));
    net.add("bn" + number, make.batchNorm(outputs));
    net.add("relu" + number, make.operation("ReLU", "return torch.relu(x)"));
}

} // namespace

torch::jit::Module makeVgg16(const ImageShape &input, int classes, std::uint64_t seed)
{
    LayerMaker make(seed);
    ModuleChain net(make, "VGG16");
    net.add("normalize", make.normalize(input.channels));
    int channels = input.channels;
    int side = std::min(input.height, input.width);
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
        for (int i = 0; i < stages[stage].convolutions; ++i) {
            addConvolution(net, make, fmt::format("{}_{}", stage + 1, i + 1), channels,
                           stages[stage].channels);
            channels = stages[stage].channels;
        }
        if (side >= 2)
            net.add(fmt::format("pool{}", stage + 1),
                    make.operation("MaxPool2d", "return torch.max_pool2d(x, [2, 2])"));
        side /= 2;
    }
    net.add("avgpool", make.operation("AveragePool", "return torch.adaptive_avg_pool2d(x, [1, 1])"));
    net.then("x = torch.flatten(x, 1)");
    net.add("logits", make.linear(channels, classes, WeightDraw::normal(0.01), {}));
    return net.finish();
}

} // namespace mutascope
