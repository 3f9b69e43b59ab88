// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/lineage.h"
#include <nlohmann/json_fwd.hpp>

namespace mutascope::deephunter {

// One lineage of the corpus that is to be mutated in this step.
struct Pick {
    std::size_t lineage = 0; // index into the corpus
    int mutants = 0;
    bool gained = false; // one of its mutants went into the corpus
};

// f: how often a seed was fuzzed. Xie et al., section 3.3: 1 - f/gamma, never below the least probability.
double pickProbability(std::int64_t fuzzed, double gamma, double least);

// What is fuzzed next and how much. A schedule owns the order of the corpus and what it counts about it; the
// lineages themselves are the generator's.
class Schedule {
public:
    virtual ~Schedule() = default;
    // Once; may reorder the corpus, which holds the seeds.
    virtual void start(std::vector<Lineage> &corpus, Rng &rng) = 0;
    // Empty: there is nothing left to fuzz.
    virtual std::vector<Pick> pick(const std::vector<Lineage> &corpus, Rng &rng) = 0;
    // After a step: takes the children into the corpus, and out of it what is not worth another look.
    virtual void settle(std::vector<Lineage> &corpus, const std::vector<Pick> &picks,
                        std::vector<Lineage> &&children)
        = 0;
    virtual nlohmann::json save() const = 0;
    // Throws Error{BadData} where the state does not fit a corpus of that size.
    virtual void load(const nlohmann::json &state, std::size_t corpus) = 0;
};

} // namespace mutascope::deephunter
