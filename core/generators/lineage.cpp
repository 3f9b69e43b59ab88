// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/lineage.h"

namespace mutascope {

std::vector<Lineage> seedLineages(const std::vector<Seed> &seeds)
{
    std::vector<Lineage> lineages(seeds.size());
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        lineages[i].seed = int(i);
        lineages[i].image = std::make_shared<const Image>(seeds[i].image);
        lineages[i].reference = lineages[i].image;
    }
    return lineages;
}

Lineage childOf(const Lineage &parent, Mutant &&mutant, Image &&image, TestId test)
{
    Lineage child;
    child.seed = parent.seed;
    child.test = test;
    child.image = std::make_shared<const Image>(std::move(image));
    child.reference = mutant.reference ? std::move(mutant.reference) : child.image;
    child.affine = parent.affine;
    if (mutant.affine)
        child.affine = std::move(mutant.mutation);
    child.usedL0 = mutant.usedL0;
    child.usedLinf = mutant.usedLinf;
    return child;
}

std::shared_ptr<const Image> replayReference(const std::shared_ptr<const Image> &seed,
                                             const std::optional<Mutation> &affine)
{
    return affine ? std::make_shared<const Image>(applyMutation(*seed, *affine)) : seed;
}

} // namespace mutascope
