// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/cagfuzz/params.h"
#include "core/base/param_builders.h"

namespace mutascope::cagfuzz {

namespace {

constexpr const char *paper = "Zhang et al., CAGFuzz (arXiv 1911.07931)";
constexpr const char *cycleGan = "Zhu et al., CycleGAN, ICCV 2017";
constexpr const char *training = "Example generator";
constexpr const char *search = "Search";
constexpr const char *constraint = "Similarity";

std::vector<ParamSpec> trainingParams()
{
    return {
        choiceParam("pairs", {"classes", "class-halves", "halves"},
                    {training, paper,
                     "The two groups images are translated between: neighbouring classes, two halves of each "
                     "class, or two halves of all images."}),
        integerParam("epochs", 10, 1, 10'000, {training, "ours", "Passes over the images of a pair."}),
        integerParam("training-images", 1000, 0, 1e9,
                     {training, "ours", "Images of each pair that are learned from, 0: all.", "images"}),
        integerParam(
            "batch", 4, 2, 4096,
            {training, "ours", "Images a training step; about half of them are of each group.", "images"}),
        integerParam("width", 0, 0, 512,
                     {training, "ours",
                      "Channels of the networks' first level, 0: 16 for images up to 64 pixels, else 32.",
                      "channels", true}),
        realParam(
            "cycle-weight", 10, 0, 1e6,
            {training, cycleGan, "Weight of the way there and back against the adversarial loss.", "", true}),
        realParam("identity-weight", 1, 0, 1e6,
                  {training, paper, "Weight of leaving images of the target group as they are.", "", true}),
        realParam("dropout", 0.2, 0, 0.9,
                  {training, "ours",
                   "Share of channels dropped on the way up, in training and when candidates are made: what "
                   "makes them differ."}),
        realParam("rate", 2e-4, 1e-8, 1, {training, cycleGan, "Learning rate of Adam.", "", true}),
        integerParam("training-seed", 1, 0, 9e15,
                     {training, "ours",
                      "Seed of the training; runs of different seeds share the networks it leads to.", "",
                      true}),
    };
}

std::vector<ParamSpec> searchParams()
{
    return {
        choiceParam("selection", {"recent", "uniform"},
                    {search, paper,
                     "How inputs are drawn from the queue: the later added, the likelier, or all alike."}),
        integerParam("inputs-per-step", 8, 1, 4096,
                     {search, "ours", "Inputs whose candidates share one forward.", "inputs", true}),
        integerParam("candidates", 4, 1, 256,
                     {search, "ours",
                      "Candidates of an input: in both directions in turn, with different dropped channels.",
                      "candidates"}),
        integerParam("rounds", 2, 1, 16,
                     {search, "ours",
                      "Times an image is sent there and back, at most; candidates take turns from 1 on.",
                      "rounds"}),
        realParam("similarity", 0.85, -1, 1,
                  {constraint, "ours; the published code names no threshold",
                   "Least cosine between the deep features of a candidate and of its seed."}),
        textParam("features", "model",
                  {constraint, paper,
                   "Whose features: 'model' is the model under test; else a project or model file for the "
                   "same images, such as a VGG."}),
        textParam("feature-layer", "penultimate",
                  {constraint, paper,
                   "Layers the features are read from: 'penultimate' is the one before the last dense "
                   "layer.",
                   "", true}),
    };
}

Pairing pairingOf(const std::string &name)
{
    if (name == "class-halves")
        return Pairing::ClassHalves;
    return name == "halves" ? Pairing::Halves : Pairing::Classes;
}

} // namespace

std::vector<ParamSpec> params()
{
    std::vector<ParamSpec> specs = trainingParams();
    const std::vector<ParamSpec> more = searchParams();
    specs.insert(specs.end(), more.begin(), more.end());
    return specs;
}

Settings settingsOf(const ParamSet &params)
{
    Settings settings;
    settings.pairs = params.text("pairs");
    settings.pairing = pairingOf(settings.pairs);
    settings.network = {int(params.integer("width")),
                        params.real("cycle-weight"),
                        params.real("identity-weight"),
                        params.real("dropout"),
                        params.real("rate"),
                        std::uint64_t(params.integer("training-seed"))};
    settings.training.epochs = int(params.integer("epochs"));
    settings.training.batch = std::size_t(params.integer("batch"));
    settings.training.images = std::size_t(params.integer("training-images"));
    settings.training.seed = settings.network.seed;
    settings.recent = params.text("selection") == "recent";
    settings.inputs = std::size_t(params.integer("inputs-per-step"));
    settings.candidates = std::size_t(params.integer("candidates"));
    settings.rounds = int(params.integer("rounds"));
    settings.similarity = params.real("similarity");
    settings.features = params.text("features");
    settings.featureLayer = params.text("feature-layer");
    return settings;
}

} // namespace mutascope::cagfuzz
