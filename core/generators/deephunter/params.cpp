// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deephunter/params.h"
#include "core/base/param_builders.h"
#include "core/generators/deephunter/batch_pool.h"
#include "core/generators/deephunter/seed_queue.h"
#include "core/generators/mutation_plan.h"

namespace mutascope::deephunter {

namespace {

constexpr const char *paper = "Xie et al., DeepHunter, ISSTA 2019, section 3.3";
constexpr const char *firstVersion = "DeepHunter 1.0, as in DeepSmartFuzzer's comparison (arXiv 1911.10621)";

std::vector<ParamSpec> queueParams()
{
    return {
        choiceParam("mode", {"queue", "pool"},
                    {"Seed selection", firstVersion,
                     "What is fuzzed next: single seeds from a queue, or batches from a pool."}),
        choiceParam("selection", {"prob", "uniform", "tensorfuzz", "deeptest"},
                    {"Seed selection", paper,
                     "Queue only: sweep and take each seed with its probability; any seed; one of the five "
                     "newest or any one; or the newest, dropped once it adds no coverage."}),
        realParam("gamma", 5, 0.1, 1e6,
                  {"Seed selection", paper,
                   "A seed fuzzed f times is taken with probability 1 - f/gamma, down to the least one.",
                   "times"}),
        realParam("min-probability", 0.3, 0.001, 1,
                  {"Seed selection", paper, "Least probability, however often a seed was fuzzed."}),
        integerParam("mutants-per-seed", 20, 1, 4096,
                     {"Seed selection", paper, "Queue only: mutants made of a seed each time it is chosen.",
                      "mutants"}),
        integerParam("seeds-per-step", 8, 1, 1024,
                     {"Seed selection", "ours",
                      "Queue only: seeds whose mutants share one forward; 1 is the loop as published, more "
                      "is faster.",
                      "seeds", true}),
    };
}

std::vector<ParamSpec> poolParams()
{
    return {
        integerParam(
            "pool-batch", 64, 1, 65536,
            {"Batch pool", firstVersion, "Pool only: seeds in a batch at the start.", "images", true}),
        integerParam(
            "pool-sample", 16, 1, 65536,
            {"Batch pool", firstVersion, "Pool only: images drawn from the chosen batch.", "images", true}),
        integerParam("pool-mutants", 64, 1, 65536,
                     {"Batch pool", firstVersion,
                      "Pool only: mutants shared out among these, in proportion to the change each has left.",
                      "mutants", true}),
    };
}

Selection selectionOf(const std::string &name)
{
    if (name == "uniform")
        return Selection::Uniform;
    if (name == "tensorfuzz")
        return Selection::TensorFuzz;
    return name == "deeptest" ? Selection::DeepTest : Selection::Probability;
}

} // namespace

std::vector<ParamSpec> params()
{
    std::vector<ParamSpec> specs = queueParams();
    for (const std::vector<ParamSpec> &group : {poolParams(), mutationParams()})
        specs.insert(specs.end(), group.begin(), group.end());
    return specs;
}

std::unique_ptr<Schedule> makeSchedule(const ParamSet &params)
{
    if (params.text("mode") == "pool") {
        PoolSettings pool;
        pool.gamma = params.real("gamma");
        pool.leastProbability = params.real("min-probability");
        pool.beta = params.real("beta");
        pool.batchSize = int(params.integer("pool-batch"));
        pool.sample = int(params.integer("pool-sample"));
        pool.mutants = int(params.integer("pool-mutants"));
        return std::make_unique<BatchPool>(pool);
    }
    QueueSettings queue;
    queue.selection = selectionOf(params.text("selection"));
    queue.gamma = params.real("gamma");
    queue.leastProbability = params.real("min-probability");
    queue.seedsPerStep = int(params.integer("seeds-per-step"));
    queue.mutantsPerSeed = int(params.integer("mutants-per-seed"));
    return std::make_unique<SeedQueue>(queue);
}

} // namespace mutascope::deephunter
