// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/model/training.h"
#include "core/model/training_params.h"

namespace mutascope {

namespace {

std::vector<ArchitectureInfo> leNets()
{
    const std::string paper
        = "LeCun, Bottou, Bengio, Haffner: Gradient-based learning applied to document recognition, "
          "Proc. IEEE 86(11), 1998";
    const std::vector<ParamSpec> params = trainingParams(TrainOptions());
    return {
        {"lenet1", "two convolutions (4 and 12 channels) and the output layer", paper, params},
        {"lenet4", "two convolutions (6 and 16 channels), 84 units and the output layer", paper, params},
        {"lenet5", "two convolutions (6 and 16 channels), 120 and 84 units and the output layer", paper,
         params},
    };
}

// What the deep networks share: stochastic gradient descent as in the ResNet paper, to the schedule's end.
TrainOptions deepOptions()
{
    TrainOptions options;
    options.batchSize = 128;
    options.optimizer = "sgd";
    options.cropPadding = 4;
    options.flip = true;
    options.patience = 0;
    return options;
}

ArchitectureInfo resNet20()
{
    TrainOptions options = deepOptions();
    options.epochs = 160;
    options.learningRate = 0.1;
    options.weightDecay = 1e-4;
    options.warmupEpochs = 1;
    return {"resnet20", "residual network of 20 layers for small colour images (0.27 million weights)",
            "He, Zhang, Ren, Sun: Deep residual learning for image recognition, CVPR 2016, section 4.2",
            trainingParams(options)};
}

ArchitectureInfo vgg16()
{
    TrainOptions options = deepOptions();
    options.epochs = 100;
    options.learningRate = 0.05;
    options.weightDecay = 5e-4;
    options.warmupEpochs = 2;
    return {"vgg16",
            "13 convolutions of 3x3 with batch normalisation and one dense layer (14.7 million weights)",
            "Simonyan, Zisserman: Very deep convolutional networks for large-scale image recognition, "
            "ICLR 2015, configuration D",
            trainingParams(options)};
}

ArchitectureInfo efficientNetB3()
{
    TrainOptions options = deepOptions();
    options.epochs = 100;
    options.batchSize = 16; // 6 GB at 300x300
    options.optimizer = "adamw";
    options.learningRate = 1e-3;
    options.weightDecay = 0.01;
    options.warmupEpochs = 3;
    options.labelSmoothing = 0.1;
    return {"efficientnet-b3",
            "inverted residuals with squeeze-and-excitation, scaled for 300x300 (12.2 million weights at "
            "1,000 classes)",
            "Tan, Le: EfficientNet: Rethinking model scaling for convolutional neural networks, ICML 2019",
            trainingParams(options)};
}

} // namespace

const std::vector<ArchitectureInfo> &architectures()
{
    static const std::vector<ArchitectureInfo> list = [] {
        std::vector<ArchitectureInfo> result = leNets();
        for (const auto &deep : {resNet20(), vgg16(), efficientNetB3()})
            result.push_back(deep);
        return result;
    }();
    return list;
}

const ArchitectureInfo &architectureInfo(const std::string &id)
{
    std::vector<std::string> known;
    for (const ArchitectureInfo &info : architectures()) {
        if (info.id == id)
            return info;
        known.push_back(info.id);
    }
    throwUnknownName("architecture", id, known);
}

} // namespace mutascope
