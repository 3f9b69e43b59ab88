// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/training_params.h"
#include "core/base/param_builders.h"
#include <algorithm>

namespace mutascope {

namespace {

constexpr const char *cosine = "Loshchilov, Hutter: SGDR, ICLR 2017";
constexpr const char *residual = "He et al., CVPR 2016, section 4.2";
constexpr const char *large = "Goyal et al.: Accurate, large minibatch SGD, 2017, section 2.2";
constexpr const char *inception
    = "Szegedy et al.: Rethinking the inception architecture, CVPR 2016, section 7";

ParamSpec optimizerParam(const TrainOptions &defaults)
{
    std::vector<std::string> choices = {"adam", "adamw", "sgd"};
    std::rotate(choices.begin(), std::ranges::find(choices, defaults.optimizer), choices.end());
    return choiceParam("optimizer", choices,
                       {"Optimisation", "Kingma, Ba, ICLR 2015; Loshchilov, Hutter, ICLR 2019",
                        "Rule of the steps: Adam, Adam with decoupled weight decay, or gradient descent with "
                        "momentum"});
}

std::vector<ParamSpec> optimisationParams(const TrainOptions &defaults)
{
    return {
        optimizerParam(defaults),
        realParam("learning-rate", defaults.learningRate, 1e-12, 1e30,
                  {"Optimisation", cosine, "Step size after the warm-up; falls to 0 along half a cosine"}),
        realParam("momentum", defaults.momentum, 0, 0.999,
                  {"Optimisation", residual, "Share of the last step that sgd takes again", "", true}),
        realParam("weight-decay", defaults.weightDecay, 0, 1,
                  {"Optimisation", residual, "Pull of all weights towards 0", "", true}),
        realParam("warmup-epochs", defaults.warmupEpochs, 0, 1000,
                  {"Optimisation", large, "Epochs in which the learning rate rises from 0", "epochs", true}),
        realParam(
            "label-smoothing", defaults.labelSmoothing, 0, 0.5,
            {"Optimisation", inception, "Share of the target that goes to all classes alike", "", true}),
    };
}

std::vector<ParamSpec> augmentationParams(const TrainOptions &defaults)
{
    return {
        integerParam("crop-padding", defaults.cropPadding, 0, 1024,
                     {"Augmentation", residual,
                      "Training images are padded with black by as much and cut out again at a random place",
                      "px"}),
        booleanParam(
            "flip", defaults.flip,
            {"Augmentation", residual,
             "Mirror half of the training images; false where left and right matter, as with digits"}),
    };
}

} // namespace

std::vector<ParamSpec> trainingParams(const TrainOptions &defaults)
{
    std::vector<ParamSpec> specs = {
        integerParam("epochs", defaults.epochs, 1, 1e6,
                     {"Length", "ours", "Passes over the training images"}),
        integerParam("batch-size", defaults.batchSize, 1, 65536,
                     {"Length", "ours", "Images a step; fewer need less memory", "images"}),
        integerParam("patience", defaults.patience, 0, 1e6,
                     {"Length", "ours", "Epochs without better validation accuracy before stopping, 0: never",
                      "epochs"}),
        realParam("budget-time", defaults.seconds, 0, 1e9,
                  {"Length", "ours", "No epoch begins that would not be over by then, 0: no limit", "s"}),
        realParam(
            "validation-share", defaults.validationShare, 0, 0.9,
            {"Length", "ours", "Share of the training images held out to choose the best epoch", "", true}),
    };
    for (const auto &group : {optimisationParams(defaults), augmentationParams(defaults)})
        specs.insert(specs.end(), group.begin(), group.end());
    return specs;
}

TrainOptions trainOptions(const std::string &architecture, const ParamSet &params)
{
    TrainOptions options;
    options.architecture = architecture;
    options.epochs = int(params.integer("epochs"));
    options.batchSize = int(params.integer("batch-size"));
    options.patience = int(params.integer("patience"));
    options.seconds = params.real("budget-time");
    options.validationShare = params.real("validation-share");
    options.optimizer = params.text("optimizer");
    options.learningRate = params.real("learning-rate");
    options.momentum = params.real("momentum");
    options.weightDecay = params.real("weight-decay");
    options.warmupEpochs = params.real("warmup-epochs");
    options.labelSmoothing = params.real("label-smoothing");
    options.cropPadding = int(params.integer("crop-padding"));
    options.flip = params.boolean("flip");
    return options;
}

ParamSet paramsOf(const TrainOptions &options)
{
    const auto integer = [](int value) { return ParamValue(std::int64_t(value)); };
    ParamSet params(architectureInfo(options.architecture).params);
    params.set("epochs", integer(options.epochs));
    params.set("batch-size", integer(options.batchSize));
    params.set("patience", integer(options.patience));
    params.set("budget-time", options.seconds);
    params.set("validation-share", options.validationShare);
    params.set("optimizer", options.optimizer);
    params.set("learning-rate", options.learningRate);
    params.set("momentum", options.momentum);
    params.set("weight-decay", options.weightDecay);
    params.set("warmup-epochs", options.warmupEpochs);
    params.set("label-smoothing", options.labelSmoothing);
    params.set("crop-padding", integer(options.cropPadding));
    params.set("flip", ParamValue(options.flip));
    return params;
}

} // namespace mutascope
