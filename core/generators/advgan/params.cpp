// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/advgan/params.h"
#include "core/base/error.h"
#include "core/base/param_builders.h"
#include <cmath>
#include <fmt/format.h>

namespace mutascope::advgan {

namespace {

constexpr const char *paper = "Xiao et al., AdvGAN, IJCAI 2018";
constexpr const char *carlini = "Carlini and Wagner, Towards Evaluating the Robustness, S&P 2017";
constexpr double greyDistance = 76.5; // 0.3 of 255
constexpr double colourDistance = 8;

std::vector<ParamSpec> attackParams()
{
    return {
        realParam("distance", 0, 0, 255,
                  {"Attack", paper,
                   "No value changes by more than this; 0: 76.5 (0.3) for grey images, 8 for colour.",
                   "of 255"}),
        integerParam("target", -1, -1, 100000,
                     {"Attack", paper, "Class that images are to be taken for; -1: any but their own."}),
        realParam("kappa", 2, 0, 1000,
                  {"Attack", carlini,
                   "By how much the wrong class's logit is to lead: a lead survives rounding to grey levels.",
                   "logits"}),
        choiceParam("mode", {"white-box", "black-box"},
                    {"Attack", paper,
                     "Learn from the model's gradients, or from those of a copy that is trained on its "
                     "answers. Once trained, the generator needs neither."}),
        choiceParam("distillation", {"dynamic", "static"},
                    {"Attack", paper,
                     "Black-box: the copy goes on learning from perturbed images beside the generator, or "
                     "learns before it and from data only."}),
        integerParam("seeds-per-step", 64, 1, 65536,
                     {"Attack", "ours", "Seeds that share one forward.", "seeds", true}),
    };
}

std::vector<ParamSpec> trainingParams()
{
    return {
        integerParam("epochs", 10, 1, 10000, {"Training", "ours", "Epochs of the generator.", "epochs"}),
        integerParam("batch", 128, 2, 65536, {"Training", paper, "Images of a mini-batch.", "images"}),
        integerParam(
            "training-images", 0, 0, 1e9,
            {"Training", "ours", "Training images used, drawn by the run's seed; 0: all.", "images"}),
        integerParam("patience", 3, 0, 10000,
                     {"Training", "ours",
                      "Ends the training after so many epochs without a higher success rate; 0: never.",
                      "epochs"}),
        realParam("rate", 1e-3, 1e-7, 1, {"Training", paper, "Learning rate of Adam."}),
        realParam("slow-after", 0.8, 0, 1,
                  {"Training", "ours", "Share of the epochs after which the rate is a tenth.", "", true}),
        integerParam("width", 8, 1, 256,
                     {"Training", "ours", "Channels of the first layers; more for large or varied images.",
                      "channels", true}),
        booleanParam("skips", false,
                     {"Training", "ours, after Ronneberger et al., U-Net, MICCAI 2015",
                      "Connections past the generator's narrowest part, so that what it changes can follow "
                      "fine structures: for colour images.",
                      "", true}),
        integerParam(
            "distillation-epochs", 3, 1, 10000,
            {"Training", "ours", "Black-box: epochs of the copy before the generator's.", "epochs", true}),
        realParam("distillation-rate", 1e-3, 1e-7, 1,
                  {"Training", "ours", "Black-box: learning rate of the copy.", "", true}),
    };
}

std::vector<ParamSpec> lossParams()
{
    return {
        realParam("adversarial-weight", 1, 0, 1e6,
                  {"Losses", "ours", "Weight of the margin that the model still has for the right class."}),
        realParam("gan-weight", 1, 0, 1e6,
                  {"Losses", paper, "Weight of looking like an image of the data set."}),
        realParam("hinge-weight", 1, 0, 1e6, {"Losses", paper, "Weight of the perturbation's size."}),
        realParam(
            "hinge-start", 0.5, 0, 1,
            {"Losses", "ours",
             "L2 norm from which on the size counts, as a share of the largest that the distance allows.", "",
             true}),
        realParam(
            "saturation-weight", 0, 0, 1e6,
            {"Losses", "ours",
             "Weight of how far the generator is into its tangent's flat ends, where it stops learning: "
             "for small distances.",
             "", true}),
        realParam(
            "discriminator-rest", 0.01, 0, 2,
            {"Losses", "ours", "The discriminator does not learn while its loss is below this.", "", true}),
    };
}

double distanceOf(const ParamSet &params, const ImageShape &shape)
{
    const double chosen = params.real("distance");
    if (chosen > 0)
        return chosen;
    return shape.channels == 1 ? greyDistance : colourDistance;
}

int boundOf(const ParamSet &params, const ImageShape &shape)
{
    const double distance = distanceOf(params, shape);
    if (distance < 1)
        throw Error(
            ErrorCode::Usage,
            fmt::format("a distance of {} is less than one grey level: nothing would change", distance),
            "Set distance to 1 or more, or to 0 for the default");
    return int(std::floor(distance)); // whole grey levels, so that rounding cannot exceed it
}

AttackGoal goalOf(const ParamSet &params, int classes)
{
    const std::int64_t target = params.integer("target");
    if (target >= classes)
        throw Error(ErrorCode::Usage,
                    fmt::format("class {} cannot be the target, the model has {} classes", target, classes),
                    fmt::format("Set target to 0 ... {}, or to -1", classes - 1));
    return {int(target), params.real("kappa")};
}

Distillation distillationOf(const ParamSet &params)
{
    if (params.text("mode") == "white-box")
        return Distillation::None;
    return params.text("distillation") == "static" ? Distillation::Static : Distillation::Dynamic;
}

const char *nameOf(Distillation distillation)
{
    switch (distillation) {
    case Distillation::None:
        return "none";
    case Distillation::Static:
        return "static";
    case Distillation::Dynamic:
        break;
    }
    return "dynamic";
}

} // namespace

std::vector<ParamSpec> params()
{
    std::vector<ParamSpec> all = attackParams();
    for (const auto &some : {trainingParams(), lossParams()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

TrainingPlan planOf(const ParamSet &params, const ModelSpec &model, std::uint64_t runSeed)
{
    TrainingPlan plan;
    plan.nets.shape = model.input;
    plan.nets.bound = boundOf(params, model.input);
    plan.nets.width = int(params.integer("width"));
    plan.nets.skips = params.boolean("skips");
    plan.nets.goal = goalOf(params, model.classes);
    plan.nets.adversarialWeight = params.real("adversarial-weight");
    plan.nets.ganWeight = params.real("gan-weight");
    plan.nets.hingeWeight = params.real("hinge-weight");
    plan.nets.hingeStart = params.real("hinge-start");
    plan.nets.saturationWeight = params.real("saturation-weight");
    plan.nets.rate = params.real("rate");
    plan.nets.slowShare = params.real("slow-after");
    plan.nets.discriminatorRest = params.real("discriminator-rest");
    plan.nets.seed = runSeed;
    plan.distillation = distillationOf(params);
    if (plan.distillation != Distillation::None) {
        plan.distillationEpochs = int(params.integer("distillation-epochs"));
        plan.distillationRate = params.real("distillation-rate");
    }
    plan.epochs = int(params.integer("epochs"));
    plan.patience = int(params.integer("patience"));
    plan.batch = std::size_t(params.integer("batch"));
    plan.images = std::size_t(params.integer("training-images"));
    return plan;
}

nlohmann::json describe(const TrainingPlan &plan, const DatasetSpec &data, const ModelSpec &model)
{
    const AdvGanOptions &nets = plan.nets;
    nlohmann::json description = {{"data", data.sha256},
                                  {"model",
                                   {{"sha256", model.sha256},
                                    {"output", model.output},
                                    {"scale", model.scale},
                                    {"mean", model.mean},
                                    {"std", model.std},
                                    {"channel_order", model.channelOrder}}},
                                  {"shape", nets.shape.text()},
                                  {"bound", nets.bound},
                                  {"width", nets.width},
                                  {"target", nets.goal.target},
                                  {"kappa", nets.goal.kappa},
                                  {"weights", {nets.adversarialWeight, nets.ganWeight, nets.hingeWeight}},
                                  {"hinge_start", nets.hingeStart},
                                  {"rate", nets.rate},
                                  {"slow_after", nets.slowShare},
                                  {"discriminator_rest", nets.discriminatorRest},
                                  {"distillation", nameOf(plan.distillation)},
                                  {"distillation_epochs", plan.distillationEpochs},
                                  {"distillation_rate", plan.distillationRate},
                                  {"epochs", plan.epochs},
                                  {"patience", plan.patience},
                                  {"batch", plan.batch},
                                  {"images", plan.images},
                                  {"seed", nets.seed},
                                  {"threads", trainingThreads()}};
    // Only where they are used, so that networks made before there were such settings are found again.
    if (nets.skips)
        description["skips"] = true;
    if (nets.saturationWeight != 0)
        description["saturation_weight"] = nets.saturationWeight;
    if (plan.distillation != Distillation::None)
        description["copy"] = {{"classes", model.classes}};
    return description;
}

} // namespace mutascope::advgan
