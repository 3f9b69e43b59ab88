// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/params.h"
#include "core/base/error.h"
#include "core/base/param_builders.h"
#include <algorithm>

namespace mutascope::deepfault {

namespace {

constexpr const char *paper = "Eniser et al., DeepFault, FASE 2019";

std::vector<ParamSpec> rankingParams()
{
    const char *group = "Suspicious neurons";
    return {
        choiceParam(
            "measure", {"tarantula", "ochiai", "dstar", "random"},
            {group, "Eniser et al., DeepFault, FASE 2019, section 4.1",
             "How suspicious a neuron is of the failures; random is the baseline: neurons that are not "
             "among the most suspicious ones."}),
        realParam("exponent", 3, 0.5, 10, {group, paper, "The exponent of D*.", "", true}),
        choiceParam("scope", {"class", "all"},
                    {group, paper,
                     "One ranking for the inputs of each class, or one over the inputs of all classes."}),
        integerParam("neurons", 10, 1, 65536,
                     {group, paper, "Most suspicious neurons whose mean value is raised.", "neurons"}),
        textParam("layers", "auto",
                  {group, "ours",
                   "Hidden layers whose neurons are ranked: names, kinds or patterns with *, separated by "
                   "commas; auto: what goes into the activations."}),
    };
}

std::vector<ParamSpec> spectrumParams()
{
    const char *group = "Activity spectrum";
    return {
        choiceParam("spectrum", {"test", "train", "both"},
                    {group, paper,
                     "Images over which activity is counted; where too few of them fail the other ones are "
                     "added."}),
        integerParam("spectrum-limit", 10000, 0, 1e9,
                     {group, "ours",
                      "At most so many images of a split, spread over it, one model call each; 0: all.",
                      "images"}),
        integerParam("minimum-failed", 10, 1, 1e6,
                     {group, "ours", "Failed inputs that a ranking should rest on.", "inputs"}),
        realParam("noise", 0, 0, 255,
                  {group, "ours",
                   "Where both splits together have too few failed inputs, copies with normal noise of this "
                   "standard deviation are added; 0: none.",
                   "of 255"}),
    };
}

std::vector<ParamSpec> synthesisParams()
{
    const char *group = "Synthesis";
    return {
        realParam("step", 10, 1e-6, 1e9,
                  {group, paper, "Factor of the gradient, for pixels between 0 and 1."}),
        realParam("distance", 0, 0, 255,
                  {group, paper,
                   "No pixel moves further from its seed's; 0: 25.5 for grey images, 8 for colour.",
                   "of 255"}),
        integerParam("steps", 1, 1, 1000,
                     {group, "ours",
                      "Iterations that follow the gradient, each with its share of step and distance; 1 is "
                      "DeepFault as published.",
                      "iterations"}),
        choiceParam("direction", {"raw", "sign"},
                    {group, "ours",
                     "Move by the gradient itself, or every pixel by the same amount along its sign."}),
        integerParam(
            "rounds", 0, 0, 65536,
            {group, "ours",
             "How often all seeds are taken, each time with the next neurons of the ranking; 0: until "
             "it ends.",
             "rounds"}),
        integerParam(
            "seeds-per-step", 0, 0, 65536,
            {group, "ours", "Seeds that share one gradient; 0: chosen for the model's size.", "seeds", true}),
    };
}

void append(std::vector<ParamSpec> &target, const std::vector<ParamSpec> &source)
{
    target.insert(target.end(), source.begin(), source.end());
}

// Values that a forward computes over all layers.
double valuesOf(const Model &model)
{
    double values = 1;
    for (const LayerInfo &layer : model.layers()) {
        double size = 1;
        for (const std::int64_t extent : layer.shape)
            size *= double(std::max<std::int64_t>(extent, 1));
        values += size;
    }
    return values;
}

// So many images that a step takes about 100 ms: a network of LeNet-5's size takes the most, one of
// ResNet-20's some tens.
std::size_t imagesForAStep(double values, double most)
{
    constexpr double least = 8;
    return std::size_t(std::clamp(most * 26'000 / values, least, most));
}

} // namespace

std::vector<ParamSpec> params()
{
    std::vector<ParamSpec> specs = rankingParams();
    append(specs, spectrumParams());
    append(specs, synthesisParams());
    return specs;
}

namespace {

GatheringRule gatheringOf(const ParamSet &params, const Model &model)
{
    GatheringRule rule;
    rule.split = params.text("spectrum");
    rule.limit = std::size_t(params.integer("spectrum-limit"));
    rule.portion = imagesForAStep(valuesOf(model), 1024);
    rule.minimumFailed = std::uint32_t(params.integer("minimum-failed"));
    rule.eachClass = params.text("scope") == "class";
    rule.noise = params.real("noise");
    return rule;
}

AscentRule ascentOf(const ParamSet &params, const Model &model)
{
    AscentRule rule;
    rule.step = params.real("step");
    rule.distance = params.real("distance");
    if (rule.distance == 0)
        rule.distance = model.spec().input.channels == 1 ? 25.5 : 8;
    if (rule.distance < 1)
        throw Error(ErrorCode::Usage, "a distance below one grey level leaves every image as it is",
                    "Set distance to 1 or more, or to 0 for the one that fits the data");
    rule.iterations = int(params.integer("steps"));
    rule.sign = params.text("direction") == "sign";
    return rule;
}

} // namespace

Settings settingsOf(const ParamSet &params, const Model &model)
{
    Settings settings;
    settings.rule = {measureNamed(params.text("measure")), params.real("exponent"),
                     std::size_t(params.integer("neurons"))};
    settings.eachClass = params.text("scope") == "class";
    settings.layers = params.text("layers");
    settings.gathering = gatheringOf(params, model);
    settings.ascent = ascentOf(params, model);
    settings.rounds = std::size_t(params.integer("rounds"));
    settings.seedsPerStep = std::size_t(params.integer("seeds-per-step"));
    if (settings.seedsPerStep == 0)
        settings.seedsPerStep = imagesForAStep(valuesOf(model) * settings.ascent.iterations, 256);
    return settings;
}

} // namespace mutascope::deepfault
