// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/params.h"
#include "core/base/param_builders.h"
#include "core/search/mcts.h"

namespace mutascope::deepsmart {

namespace {

constexpr const char *paper = "Demir, Eniser and Sen, DeepSmartFuzzer, 2019, section 3";

std::vector<ParamSpec> batchParams()
{
    return {
        integerParam("batch-size", 64, 1, 4096,
                     {"Batches", paper, "Images that a tree changes together.", "images"}),
        choiceParam("seed-choice", {"random", "clustered"},
                    {"Batches", paper,
                     "Which images a tree starts from: any of the corpus, or any of one k-means cluster."}),
        integerParam(
            "clusters", 20, 1, 1000,
            {"Batches", paper, "Clusters of the seeds' pixels, where seeds are clustered.", "", true}),
        realParam(
            "recent-share", 0.25, 0, 1,
            {"Batches", "ours",
             "Share of a batch that is drawn from the newest kept tests, so that what added coverage is "
             "followed; 0: all of the corpus alike, as published."}),
        integerParam("grid", 3, 1, 16,
                     {"Batches", paper, "Each side of an image is cut into so many parts.", "cells a side"}),
        booleanParam(
            "whole-image", true,
            {"Batches", "ours", "The whole image is a region as well; as published, only the cells are."}),
        realParam("affine-share", 1, 0, 1,
                  {"Batches", "ours",
                   "Share of the trees whose first change may be an affine one of the whole image "
                   "(DeepHunter's translate, scale, shear and rotate, once in a lineage); it needs the "
                   "region 'whole image'; 0: none, as published."}),
        integerParam(
            "affine-iterations", 4, 1, 1000000,
            {"Batches", "ours",
             "Iterations in a tree whose first change may be affine. Nothing follows an affine change, so "
             "its root does not move.",
             "", true}),
        integerParam(
            "longest-path", 32, 1, 100,
            {"Batches", "ours", "Most pairs of region and mutation one after the other.", "pairs", true}),
    };
}

std::vector<ParamSpec> validityParams()
{
    return {
        realParam(
            "alpha", 0.1, 0, 1,
            {"Validity", paper,
             "An image that changes fewer values than this share of its nonzero ones may change them by any "
             "amount."}),
        realParam(
            "beta", 0.5, 0, 1,
            {"Validity", paper,
             "An image that changes more values may change none of them by more than this share of 255."}),
        choiceParam(
            "distance-from", {"root", "seed"},
            {"Validity", paper,
             "What changes are measured against: the image the tree started from, or the seed, so that "
             "generations add up."}),
    };
}

std::vector<ParamSpec> rewardParams()
{
    return {
        choiceParam(
            "reward", {"coverage", "coverage+failures", "shaped"},
            {"Reward", paper,
             "What a batch is worth: the coverage it adds; the same and the images that fail; the same and "
             "how near an uncovered neuron came (criterion nc only)."}),
        realParam(
            "failure-weight", 0.1, 0, 1000,
            {"Reward", "ours",
             "Coverage that a batch counts as where all its images fail for the first time in their tree.",
             "", true}),
        realParam("shaped-threshold", 0.75, 0, 1,
                  {"Reward", paper, "Threshold of neuron coverage, for the shaped reward.", "", true}),
        choiceParam("reward-per", {"call", "batch"},
                    {"Reward", "ours",
                     "Whether a reward counts for each image that was forwarded, as images that a change "
                     "leaves alone cost no model call, or for the whole batch, as published.",
                     "", true}),
        booleanParam("skip-failed", true,
                     {"Reward", "ours",
                      "An image that failed is not changed further in its tree: what descends from it would "
                      "fail for the same reason. As published it is.",
                      "", true}),
        choiceParam(
            "commit", {"all", "best"},
            {"Reward", paper,
             "Whose coverage is added: each batch's that adds any, or only that of the best batch of a tree, "
             "at its end, as published."}),
        choiceParam("count", {"all", "passing"},
                    {"Reward", paper, "Whose coverage counts: that of all images, or of those that pass."}),
        choiceParam(
            "feedback", {"gaining", "all"},
            {"Reward", paper,
             "Which passing images of an added batch join the corpus: those that add coverage, or all.", "",
             true}),
    };
}

// The search as published spends some 225 evaluations on one batch, and as many model calls as DeepHunter has
// for a whole run. Each evaluated batch being added, the root can move at once: what was measured at equal
// calls is in docs/results/mcts.md.
std::vector<ParamSpec> searchParams()
{
    std::vector<ParamSpec> specs = mctsParams();
    for (ParamSpec &spec : specs) {
        if (spec.name == "iterations")
            spec.defaultValue = std::int64_t{2};
        if (spec.name == "depth")
            spec.defaultValue = std::int64_t{8};
        if (spec.name == "prior-weight")
            spec.defaultValue = 0.9;
        if (spec.name == "leaf-batch")
            spec.defaultValue = std::int64_t{2};
    }
    specs.push_back(
        realParam("prior-sharpness", 3, 0.1, 10,
                  {"Tree search", "ours",
                   "Power of what a change brought in earlier trees that its prior follows.", "", true}));
    return specs;
}

} // namespace

std::vector<ParamSpec> params()
{
    std::vector<ParamSpec> specs = batchParams();
    for (const std::vector<ParamSpec> &group : {validityParams(), rewardParams(), searchParams()})
        specs.insert(specs.end(), group.begin(), group.end());
    return specs;
}

Settings settingsOf(const ParamSet &params)
{
    Settings settings;
    settings.rules.grid = int(params.integer("grid"));
    settings.rules.alpha = params.real("alpha");
    settings.rules.beta = params.real("beta");
    settings.rules.fromSeed = params.text("distance-from") == "seed";
    settings.wholeImage = params.boolean("whole-image");
    settings.affineShare = params.real("affine-share");
    settings.affineIterations = int(params.integer("affine-iterations"));
    settings.batchSize = int(params.integer("batch-size"));
    settings.longest = int(params.integer("longest-path"));
    settings.clustered = params.text("seed-choice") == "clustered";
    settings.clusters = int(params.integer("clusters"));
    settings.recentShare = params.real("recent-share");
    const std::string &reward = params.text("reward");
    settings.reward = reward == "shaped" ? Reward::Shaped
        : reward == "coverage"           ? Reward::Coverage
                                         : Reward::Failures;
    settings.perCall = params.text("reward-per") == "call";
    settings.skipFailed = params.boolean("skip-failed");
    settings.sharpness = params.real("prior-sharpness");
    settings.failureWeight = params.real("failure-weight");
    settings.shapedThreshold = params.real("shaped-threshold");
    settings.commitAll = params.text("commit") == "all";
    settings.countFailing = params.text("count") == "all";
    settings.keepAll = params.text("feedback") == "all";
    return settings;
}

} // namespace mutascope::deepsmart
