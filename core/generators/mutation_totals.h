// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// How the draws of one step went.
struct TryCount {
    std::vector<std::int64_t> perOperator; // same order as MutationPlan::operators()
    std::int64_t tries = 0;
    std::int64_t tooFar = 0; // rejected by the constraint
    std::int64_t unchanged = 0; // rejected because nothing changed
    std::int64_t accepted = 0;

    void add(const TryCount &other); // of the same plan
};

// What a generator's own parameters can change about its mutants; a message names no others.
struct MutationAdvice {
    bool keeps = false; // the generator has a queue that grows
    std::string larger; // how mutants may be changed more: "raise 'beta'"
    std::string nearer; // where mutants were too far from their seeds
    std::string other; // where mutators changed nothing
};

// Totals of a run, for its diagnosis. Saved with the generator.
struct MutationTotals {
    // Where no mutant is allowed for so many steps in a row, none will be: hundreds of draws went into each.
    static constexpr std::int64_t barrenLimit = 20;

    std::int64_t tries = 0;
    std::int64_t tooFar = 0;
    std::int64_t unchanged = 0;
    std::int64_t tests = 0;
    std::int64_t failing = 0;
    std::int64_t kept = 0;
    std::int64_t barrenSteps = 0; // the last steps in a row without one allowed mutant

    void add(const TryCount &count);
    void judged(const Evaluation &evaluation);
    bool exhausted() const { return barrenSteps >= barrenLimit; }
    // One sentence why so little was found, or "".
    std::string diagnosis(const MutationAdvice &advice) const;
    bool operator==(const MutationTotals &) const = default;
};
nlohmann::json toJson(const MutationTotals &totals);
// Throws Error{BadData}.
MutationTotals mutationTotalsFromJson(const nlohmann::json &object);

} // namespace mutascope
