// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/operations.h"
#include <fmt/format.h>

namespace mutascope::deepsmart {

namespace {

struct Grid {
    const char *mutator;
    std::vector<const char *> values;
};

// DeepHunter's grids without what changes nothing; rotations five degrees apart instead of one.
const Grid grids[] = {
    {"translate", {"-3", "-2", "-1", "1", "2"}},
    {"scale", {"0.7", "0.8", "0.9", "1.1"}},
    {"shear", {"-0.6", "-0.5", "-0.4", "-0.3", "-0.2", "-0.1", "0.1", "0.2", "0.3", "0.4", "0.5"}},
    {"rotate",
     {"-50", "-45", "-40", "-35", "-30", "-25", "-20", "-15", "-10", "-5", "5", "10", "15", "20", "25", "30",
      "35", "40", "45"}},
};

struct Affine {
    std::string name;
    std::unique_ptr<Mutator> mutator;
    Mutation mutation;
};

// A grid of one value draws that value, whatever the generator of random numbers says.
std::vector<Affine> makeAll()
{
    std::vector<Affine> all;
    Rng rng(0);
    for (const Grid &grid : grids)
        for (const char *value : grid.values) {
            auto mutator = mutatorInfo(grid.mutator).create(value);
            Mutation mutation = mutator->draw(rng);
            all.push_back(
                {fmt::format("{} {}", grid.mutator, value), std::move(mutator), std::move(mutation)});
        }
    return all;
}

const std::vector<Affine> &all()
{
    static const std::vector<Affine> made = makeAll();
    return made;
}

const Affine &affine(int operation)
{
    return all().at(std::size_t(operation - regional::operations));
}

} // namespace

int operationCount()
{
    return regional::operations + int(all().size());
}

std::string operationName(int operation)
{
    return isAffine(operation) ? affine(operation).name : regional::operationName(operation);
}

const Mutation &affineMutation(int operation)
{
    return affine(operation).mutation;
}

Image moved(const Image &image, int operation)
{
    return affine(operation).mutator->apply(image, affine(operation).mutation);
}

} // namespace mutascope::deepsmart
