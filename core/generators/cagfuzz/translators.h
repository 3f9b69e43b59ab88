// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/artefact_training.h"
#include "core/generators/cagfuzz/params.h"
#include <map>
#include <optional>

namespace mutascope::cagfuzz {

// The CycleGANs of all pairs of groups, trained one after the other on data alone.
class Translators {
public:
    static constexpr const char *mutator = "cyclegan"; // name of what they do to an image

    // Throws Error{Usage} as makePairs() does.
    Translators(const Settings &settings, const Dataset &train, const std::vector<Seed> &seeds);

    // Looks for trained networks, up to the first pair that has none.
    void begin(RunData &data, TestBench &bench);
    bool training() const { return m_next < m_pairs.size(); }
    void step(TestBench &bench, RunData &data);

    // The n-th candidate of an image of the class: pair, direction, rounds and dropped channels.
    Mutation draw(int label, std::size_t n, Rng &rng) const;
    // Images after their mutations, row by row. Throws Error{BadData} on one that is not of draw().
    ImageBatch apply(const ImageBatch &images, const std::vector<Mutation> &mutations) const;

    // What tells other networks apart, for the saved state.
    std::string keys() const;

private:
    struct Pair {
        Pair(const Dataset &train, GroupPair groupPair, const Settings &settings);
        GroupPair groups;
        PairView view;
        CycleGan network;
        ArtefactTraining training;
    };

    const int m_rounds;
    std::vector<std::unique_ptr<Pair>> m_pairs; // they refer to themselves
    std::map<int, std::pair<std::size_t, bool>> m_home; // class -> pair, and whether it is the second group
    std::size_t m_next = 0; // the pair in training
};

} // namespace mutascope::cagfuzz
