// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/session_store.h"
#include <functional>
#include <set>

namespace mutascope {

// An image known by what it shows: seeds of different runs, and images of the training and test data, are
// the same where their pixels are.
using ImageKey = std::string;
ImageKey imageKey(const Image &image);

// The failing tests of some runs, in their order, with the seeds they come from.
struct FailingTests {
    ImageBatch images;
    std::vector<int> labels; // of the seeds: what the tests should be classified as
    std::vector<std::size_t> seedOf; // index into seeds
    ImageBatch seeds; // each once, also where several runs had it
    std::vector<int> seedLabels;
    std::vector<ImageKey> seedKeys;

    std::size_t count() const { return labels.size(); }
};

// Of the failing tests: all, or those people call valid and of the seed's class (see
// SessionStore::humanVerdicts): where they differ about the class, the label may be wrong.
enum class TestValidity { Any, KeptByPeople };

// Throws Error{NotFound} where the runs have none, Error{BadData} where their images differ in shape.
FailingTests failingTestsOf(const SessionStore &store, const std::vector<std::int64_t> &runs,
                            TestValidity validity = TestValidity::Any);

// Tests whose seed is chosen; the seeds stay.
FailingTests selected(const FailingTests &tests, const std::vector<bool> &seedChosen);

// Which seeds are held out: the given share of them, drawn from the seed of the random numbers. At least one
// is held out and one is not. Throws Error{Usage} where there are fewer than two.
std::vector<bool> heldOutSeeds(std::size_t seeds, double share, std::uint64_t seed);

} // namespace mutascope
