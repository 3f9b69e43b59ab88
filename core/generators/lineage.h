// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"
#include "core/generators/refusals.h"
#include <memory>
#include <optional>

namespace mutascope {

// What a mutant descends from. A lineage without an affine step may take a pixel or an affine one; after its
// one affine step, only pixel ones. The affine step is applied to the reference too, so that distances
// compare like with like.
struct Lineage {
    int seed = 0; // index into GeneratorContext::seeds
    TestId test = 0; // the stored test, 0: the seed itself
    std::shared_ptr<const Image> reference; // the seed's image, affine step applied
    std::shared_ptr<const Image> image;
    std::optional<Mutation> affine;
    // Distance to the reference; once there was an affine step: the distance before it ("carried").
    std::int64_t usedL0 = 0;
    int usedLinf = 0;
    // Of this image against this reference; shared by copies, so one that gets another image needs its own.
    // Not saved, since it changes no test.
    std::shared_ptr<Refusals> refusals = std::make_shared<Refusals>();
};

// A mutant that the constraint allows, not judged yet.
struct Mutant {
    Mutation mutation;
    Image image;
    std::shared_ptr<const Image> reference; // null: the image itself (affine step of an unchanged seed)
    bool affine = false;
    std::int64_t usedL0 = 0;
    int usedLinf = 0;
};

// One a seed, in their order; image and reference are the same object.
std::vector<Lineage> seedLineages(const std::vector<Seed> &seeds);

// The child's lineage. The mutant's image has gone into a candidate meanwhile and comes back as `image`.
Lineage childOf(const Lineage &parent, Mutant &&mutant, Image &&image, TestId test);

// The reference of a lineage, made again from its seed.
std::shared_ptr<const Image> replayReference(const std::shared_ptr<const Image> &seed,
                                             const std::optional<Mutation> &affine);

} // namespace mutascope
