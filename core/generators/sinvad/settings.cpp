// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/settings.h"
#include "core/base/error.h"
#include "core/base/param_builders.h"

namespace mutascope::sinvad {

namespace {

constexpr const char *paper = "Kang et al., SINVAD, ICSEW 2020";
constexpr const char *perSearch = "Kang et al., SINVAD, ICSEW 2020, one value a search";

// What the published programs have for each search; surprise: ours, as theirs has no population.
Settings published(Mode mode)
{
    Settings settings;
    settings.mode = mode;
    if (mode == Mode::Targeted) {
        settings.generations = 100;
        settings.noise = 1.0;
    } else if (mode == Mode::Differential) {
        settings.generations = 5000;
        settings.noise = 1.2;
        settings.reset = 0.2;
    } else if (mode == Mode::Surprise) {
        settings.generations = 100;
        settings.sigma = 5;
    }
    return settings;
}

Mode modeOf(const std::string &search)
{
    if (search == "targeted")
        return Mode::Targeted;
    if (search == "differential")
        return Mode::Differential;
    return search == "surprise" ? Mode::Surprise : Mode::Boundary;
}

std::vector<ParamSpec> searchParams()
{
    return {
        choiceParam("search", {"boundary", "targeted", "differential", "surprise"},
                    {"Search", paper,
                     "What is looked for: the nearest image of another class, one of a given class, one that "
                     "two models disagree on, or one of a given surprise adequacy."}),
        integerParam("target", -1, -1, 1e6,
                     {"Search", paper, "Class a targeted search is to reach; -1: all others in turn."}),
        textParam("other-model", "",
                  {"Search", paper,
                   "Project or model file of the second model of a differential search, which is to keep "
                   "the seed's label."}),
        choiceParam("fitness", {"smooth", "published"},
                    {"Search", "ours, after GenAI test generators (margin); Kang et al.",
                     "smooth: first the margin between the logits, then the distance from the seed; "
                     "published: 999 until the goal is reached, then the distance."}),
        integerParam("generations", 0, 0, 1e6,
                     {"Search", perSearch,
                      "Most generations a seed; 0: 500 for boundary, 100 for targeted and surprise, 5000 for "
                      "differential."}),
        integerParam("rounds", 1, 0, 1e6,
                     {"Search", "ours",
                      "How often the seeds are gone through, each time with other random numbers; 0: until "
                      "the budget ends."}),
    };
}

std::vector<ParamSpec> geneticParams()
{
    return {
        integerParam("population", 50, 2, 100000,
                     {"Genetic algorithm", paper,
                      "Latent vectors of a generation; in a surprise search, steps tried at once."}),
        integerParam("elite", 20, 2, 100000,
                     {"Genetic algorithm", paper, "The best of them, which stay and have children."}),
        realParam("init-noise", -1, -1, 1000,
                  {"Genetic algorithm", perSearch,
                   "Standard deviation of the first population around the seed; -1: 0.7 for boundary, 1 for "
                   "targeted, 1.2 for differential."}),
        realParam("mutation", -1, -1, 1000,
                  {"Genetic algorithm", perSearch,
                   "Standard deviation of a mutation when the search of a seed begins; -1: 0.1, for surprise "
                   "5."}),
        realParam("reset", -1, -1, 1,
                  {"Genetic algorithm", perSearch,
                   "Probability of each coordinate of a child to go back to the seed's, once the goal is "
                   "reached; -1: 0.5, for differential 0.2."}),
    };
}

std::vector<ParamSpec> surpriseParams()
{
    return {
        choiceParam("surprise", {"lsa", "dsa"},
                    {"Surprise", "Kim et al., ICSE 2019",
                     "Surprise adequacy by likelihood or by distance, against the training images."}),
        realParam("surprise-target", 0, -1e9, 1e9,
                  {"Surprise", "ours; Kang et al.: 111",
                   "Surprise that is looked for; 0: what one of 100 held-out images exceeds."}),
        textParam("surprise-layer", "hidden",
                  {"Surprise", "Kim et al., ICSE 2019: one layer, best a deep one",
                   "Activations that are compared: hidden (the last layer that is not as wide as the "
                   "outputs), outputs, all, or the name of a layer.",
                   "", true}),
        integerParam(
            "surprise-images", 5000, 10, 1e9,
            {"Surprise", "ours", "Training images whose activations are compared with.", "images", true}),
    };
}

std::vector<ParamSpec> batchParams()
{
    return {
        integerParam("seeds-at-once", 0, 0, 4096,
                     {"Batches", "ours",
                      "Seeds searched from side by side, their generations in one forward; 0: 8, with a "
                      "convolutional network 2.",
                      "seeds", true}),
        integerParam("latents-at-once", 0, 0, 1e6,
                     {"Batches", "ours",
                      "Latent vectors decoded and judged in one forward; 0: all of a step. 1 is how "
                      "published programs do it.",
                      "vectors", true}),
    };
}

std::vector<ParamSpec> vaeParams()
{
    return {
        choiceParam("vae-network", {"auto", "dense", "convolutional"},
                    {"VAE", paper, "Kind of network; auto: dense for grey images up to 64x64 pixels."}),
        integerParam("vae-latent", 0, 0, 100000,
                     {"VAE", "Kang et al., SINVAD, ICSEW 2020: 400 and 800",
                      "Width of the latent space; 0: 400, convolutional 1024.", "", true}),
        integerParam("vae-hidden", 0, 0, 100000,
                     {"VAE", "Kang et al., SINVAD, ICSEW 2020: 1600 and 4000",
                      "Hidden units; 0: 1600, in a convolutional network none.", "", true}),
        integerParam("vae-channels", 16, 1, 1024,
                     {"VAE", "Kang et al., SINVAD, ICSEW 2020: 32",
                      "Channels of the first convolution; later ones have up to four times as many.", "",
                      true}),
        integerParam(
            "vae-blocks", 1, 0, 16,
            {"VAE", "Kang et al., SINVAD, ICSEW 2020: 2", "Residual blocks at each size.", "", true}),
        realParam("vae-divergence", 0, 0, 1000,
                  {"VAE", "Higgins et al., beta-VAE, ICLR 2017; Kang et al.: 1",
                   "Weight of the divergence from the normal distribution against the reconstruction: less "
                   "makes sharper images; 0: 1, convolutional 0.01.",
                   "", true}),
        integerParam("vae-epochs", 0, 0, 100000,
                     {"VAE", "ours; Kang et al.: 100 and 500", "Epochs of training; 0: 10.", "epochs"}),
        integerParam("vae-batch", 0, 0, 65536,
                     {"VAE", "Kang et al., SINVAD, ICSEW 2020: 128",
                      "Images of a training step; 0: 128, with a convolutional network 32.", "images", true}),
        realParam("vae-rate", 1e-3, 1e-7, 1,
                  {"VAE", "ours; Kang et al.: 0.0002", "Learning rate of Adam.", "", true}),
        integerParam("vae-images", 0, 0, 1e9,
                     {"VAE", "ours", "Training images used, drawn at random; 0: all.", "images", true}),
        integerParam("vae-seed", 1, 0, 1e9,
                     {"VAE", "ours",
                      "Seed of the training; apart from the run's, so that runs share one VAE.", "", true}),
    };
}

void append(std::vector<ParamSpec> &all, const std::vector<ParamSpec> &more)
{
    all.insert(all.end(), more.begin(), more.end());
}

void checkSettings(const Settings &settings)
{
    if (settings.elite > settings.population)
        throw Error(ErrorCode::Usage, "elite is larger than population",
                    "Give a population of at least elite, better twice as many");
    if (settings.mode == Mode::Differential && settings.otherModel.empty())
        throw Error(ErrorCode::Usage, "a differential search needs a second model",
                    "Name a project or a model file with other-model");
}

} // namespace

std::vector<ParamSpec> params()
{
    std::vector<ParamSpec> all = searchParams();
    append(all, geneticParams());
    append(all, surpriseParams());
    append(all, batchParams());
    append(all, vaeParams());
    return all;
}

Settings settingsOf(const ParamSet &params)
{
    Settings settings = published(modeOf(params.text("search")));
    settings.smooth = params.text("fitness") == "smooth";
    settings.population = std::size_t(params.integer("population"));
    settings.elite = std::size_t(params.integer("elite"));
    if (params.integer("generations") > 0)
        settings.generations = int(params.integer("generations"));
    if (params.real("init-noise") >= 0)
        settings.noise = params.real("init-noise");
    if (params.real("mutation") >= 0)
        settings.sigma = params.real("mutation");
    if (params.real("reset") >= 0)
        settings.reset = params.real("reset");
    settings.target = int(params.integer("target"));
    settings.otherModel = params.text("other-model");
    settings.surprise = params.text("surprise") == "dsa" ? "dsc" : "lsc";
    settings.surpriseLayer = params.text("surprise-layer");
    settings.surpriseTarget = params.real("surprise-target");
    settings.surpriseImages = std::size_t(params.integer("surprise-images"));
    settings.seedsAtOnce = std::size_t(params.integer("seeds-at-once"));
    settings.pointsAtOnce = std::size_t(params.integer("latents-at-once"));
    settings.rounds = int(params.integer("rounds"));
    checkSettings(settings);
    return settings;
}

VaeOptions vaeOptionsOf(const ParamSet &params)
{
    VaeOptions options;
    options.network = params.text("vae-network");
    options.latent = int(params.integer("vae-latent"));
    options.hidden = int(params.integer("vae-hidden"));
    options.channels = int(params.integer("vae-channels"));
    options.blocks = int(params.integer("vae-blocks"));
    options.divergence = params.real("vae-divergence");
    options.rate = params.real("vae-rate");
    options.seed = std::uint64_t(params.integer("vae-seed"));
    return options;
}

EpochOptions epochOptionsOf(const ParamSet &params, const Vae &vae)
{
    EpochOptions options;
    const int epochs = int(params.integer("vae-epochs"));
    options.epochs = epochs > 0 ? epochs : 10;
    const std::int64_t batch = params.integer("vae-batch");
    options.batch = batch > 0 ? std::size_t(batch) : vae.usualBatch();
    options.images = std::size_t(params.integer("vae-images"));
    options.seed = std::uint64_t(params.integer("vae-seed"));
    return options;
}

} // namespace mutascope::sinvad
