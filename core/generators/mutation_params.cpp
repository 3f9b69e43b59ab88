// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/generators/mutation_plan.h"

namespace mutascope {

namespace {

constexpr const char *paper = "Xie et al., DeepHunter, ISSTA 2019, section 3.2";

ParamSpec gridParam(const MutatorInfo &mutator)
{
    ParamSpec spec = textParam(mutator.id + "-grid", mutator.grid,
                               {"Mutator grids", mutator.source.c_str(), "", mutator.gridUnit.c_str(), true});
    spec.tooltip = "Values that '" + mutator.id + "' draws from: first:last:step or a list a,b,c.";
    return spec;
}

} // namespace

std::vector<ParamSpec> mutationParams()
{
    std::vector<ParamSpec> specs{
        realParam("alpha", 0.02, 0, 1,
                  {"Validity", paper,
                   "A mutant that changes less than this share of its values may change "
                   "them by any amount."}),
        realParam("beta", 0.2, 0, 1,
                  {"Validity", paper,
                   "A mutant that changes more values may change none of them by this "
                   "share of 255 or more."}),
        integerParam(
            "tries", 50, 1, 100000,
            {"Validity", paper, "Draws of a mutator before a seed is given up for the step.", "draws", true}),
        textParam("pixel-mutators", "contrast,brightness,blur,noise",
                  {"Mutators", paper,
                   "Mutators that a lineage may take any number of times, by comma, or "
                   "none."}),
        textParam("affine-mutators", "translate,scale,shear,rotate",
                  {"Mutators", paper,
                   "Mutators that a lineage takes once at most, applied to its reference "
                   "too, by comma, or none."}),
    };
    for (const MutatorInfo &mutator : mutators())
        specs.push_back(gridParam(mutator));
    return specs;
}

MutationAdvice mutationAdvice(bool keeps, bool constrained)
{
    const std::string grids = "widen the mutators' grids ('brightness-grid' and others)";
    return {keeps, constrained ? "raise 'beta', " + grids : grids,
            "raise 'alpha' and 'beta', or narrow the mutators' grids",
            grids + ", or name other mutators in 'pixel-mutators'"};
}

} // namespace mutascope
