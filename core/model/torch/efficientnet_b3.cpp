// SPDX-License-Identifier: GPL-3.0-or-later
// Tan, Le: EfficientNet: Rethinking model scaling for convolutional neural networks, ICML 2019: table 1 (B0),
// widened by 1.2 and deepened by 1.4. Blocks: Sandler et al., MobileNetV2, CVPR 2018; squeeze-and-excitation:
// Hu et al., CVPR 2018; drop-connect as in section 5.2 drops a block's whole residual for an image.
#include "core/model/torch/efficientnet_b3.h"
#include "core/model/torch/built_in_layers.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace mutascope {

namespace {

using torch::jit::Module;

constexpr double width = 1.2;
constexpr double depth = 1.4;
constexpr double dropoutShare = 0.3;
constexpr double dropConnectShare = 0.2; // of the last block; falls linearly to 0 at the first

struct StageOfB0 {
    int expansion = 0;
    int kernel = 0;
    int stride = 0;
    int channels = 0;
    int blocks = 0;
};

constexpr std::array<StageOfB0, 7> stagesOfB0 = {{{1, 3, 1, 16, 1},
                                                  {6, 3, 2, 24, 2},
                                                  {6, 5, 2, 40, 2},
                                                  {6, 3, 2, 80, 3},
                                                  {6, 5, 1, 112, 3},
                                                  {6, 5, 2, 192, 4},
                                                  {6, 3, 1, 320, 1}}};

struct Block {
    int inputs = 0;
    int outputs = 0;
    int expansion = 0;
    int kernel = 0;
    int stride = 0;
    double drop = 0;
};

// The nearest multiple of 8, but no more than a tenth below.
int widened(int channels)
{
    const double wanted = channels * width;
    const int rounded = std::max(8, int(wanted + 4) / 8 * 8);
    return rounded < 0.9 * wanted ? rounded + 8 : rounded;
}

int deepened(int blocks)
{
    return int(std::ceil(blocks * depth));
}

int blocksInAll()
{
    int sum = 0;
    for (const StageOfB0 &stage : stagesOfB0)
        sum += deepened(stage.blocks);
    return sum;
}

WeightDraw drawFor(const ConvolutionShape &shape)
{
    return WeightDraw::normal(std::sqrt(2.0 / double(shape.outputsOfUnit())));
}

Module silu(const LayerMaker &make)
{
    return make.operation("SiLU", "return torch.silu(x)");
}

Module averagePool(const LayerMaker &make)
{
    return make.operation("AveragePool", "return torch.adaptive_avg_pool2d(x, [1, 1])");
}

// name_conv, name_bn and, unless the block is to stay linear there, name_silu.
void addConvolution(ModuleChain &chain, LayerMaker &make, const std::string &name,
                    const ConvolutionShape &shape, bool activation = true)
{
    chain.add(name + "_conv", make.convolution(shape, drawFor(shape)));
    chain.add(name + "_bn", make.batchNorm(shape.outputs));
    if (activation)
        chain.add(name + "_silu", silu(make));
}

Module squeezeExcite(LayerMaker &make, int channels, int squeezed)
{
    const ConvolutionShape reduce{channels, squeezed, 1};
    const ConvolutionShape expand{squeezed, channels, 1};
    ModuleChain chain(make, "SqueezeExcite");
    chain.then("features = x");
    chain.add("pool", averagePool(make));
    chain.add("reduce", make.convolution(reduce, drawFor(reduce), {}));
    chain.add("silu", silu(make));
    chain.add("expand", make.convolution(expand, drawFor(expand), {}));
    chain.add("sigmoid", make.operation("Sigmoid", "return torch.sigmoid(x)"));
    chain.then("x = torch.mul(x, features)");
    return chain.finish();
}

Module dropConnect(const LayerMaker &make, double share)
{
    const double kept = 1.0 - share;
    return make.operation("DropConnect",
                          fmt::format("if self.training:\n"
                                      "        kept = torch.rand([x.size(0), 1, 1, 1])\n"
                                      "        kept = torch.floor(torch.add(kept, {0}))\n"
                                      "        x = torch.mul(torch.div(x, {0}), kept)\n"
                                      "    return x",
                                      kept),
                          true);
}

Module invertedResidual(LayerMaker &make, const Block &block)
{
    const int expanded = block.inputs * block.expansion;
    const bool residual = block.stride == 1 && block.inputs == block.outputs;
    ModuleChain chain(make, "MBConv");
    if (residual)
        chain.then("shortcut = x");
    if (block.expansion > 1)
        addConvolution(chain, make, "expand", {block.inputs, expanded, 1});
    addConvolution(chain, make, "depthwise", {expanded, expanded, block.kernel, block.stride, expanded});
    chain.add("se", squeezeExcite(make, expanded, std::max(1, block.inputs / 4)));
    addConvolution(chain, make, "project", {expanded, block.outputs, 1}, false);
    if (residual) {
        if (block.drop > 0)
            chain.add("drop", dropConnect(make, block.drop));
        chain.then("x = torch.add(x, shortcut)");
    }
    return chain.finish();
}

// Numbers the blocks through all stages, for their share of dropped residuals.
class Stages {
public:
    Stages(LayerMaker &make, int inputs) : m_make(make), m_channels(inputs) { }

    Module next(const StageOfB0 &stage)
    {
        ModuleChain chain(m_make, "Sequential");
        for (int i = 0; i < deepened(stage.blocks); ++i) {
            const Block block{
                m_channels,   widened(stage.channels),   stage.expansion,
                stage.kernel, i == 0 ? stage.stride : 1, dropConnectShare * m_done++ / blocksInAll()};
            chain.add(std::to_string(i), invertedResidual(m_make, block));
            m_channels = block.outputs;
        }
        return chain.finish();
    }
    int channels() const { return m_channels; }

private:
    LayerMaker &m_make;
    int m_channels;
    int m_done = 0;
};

} // namespace

Module makeEfficientNetB3(const ImageShape &input, int classes, std::uint64_t seed)
{
    LayerMaker make(seed);
    ModuleChain net(make, "EfficientNetB3");
    net.add("normalize", make.normalize(input.channels));
    addConvolution(net, make, "stem", {input.channels, widened(32), 3, 2});
    Stages stages(make, widened(32));
    for (std::size_t i = 0; i < stagesOfB0.size(); ++i)
        net.add(fmt::format("stage{}", i + 1), stages.next(stagesOfB0[i]));
    const int features = 4 * stages.channels();
    addConvolution(net, make, "head", {stages.channels(), features, 1});
    net.add("avgpool", averagePool(make));
    net.then("x = torch.flatten(x, 1)");
    net.add("dropout", make.dropout(dropoutShare));
    const auto weight = WeightDraw::uniform(1.0 / std::sqrt(double(classes)));
    net.add("logits", make.linear(features, classes, weight, {}));
    return net.finish();
}

} // namespace mutascope
