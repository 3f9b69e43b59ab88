// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/mutate/grid.h"
#include "core/mutate/mutator.h"

namespace mutascope {

// What sets one mutator apart from another: they all draw one value from a grid.
struct GridMutatorSpec {
    GridRule rule; // its mutator is the id
    MutatorKind kind = MutatorKind::Pixel;
    const char *valueName = ""; // key in Mutation::values
    bool noisy = false; // draws per pixel, from Mutation::noiseSeed
    Image (*change)(const Image &image, double value, std::uint64_t noiseSeed) = nullptr;
};

// The spec must outlive the mutator. Throws Error{Usage} on a bad grid.
std::unique_ptr<Mutator> makeGridMutator(const GridMutatorSpec &spec, const std::string &grid);

} // namespace mutascope
