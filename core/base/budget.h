// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace mutascope {

// What a run has done so far. A model call is one image through one forward (a backward counts one more);
// profiling the criterion, training and re-verifying are counted
// apart.
struct Counters {
    std::int64_t modelCalls = 0;
    std::int64_t tests = 0; // judged mutants
    std::int64_t failing = 0; // of them, failing
    std::int64_t verified = 0; // failing tests that still fail when read back from their PNG
    std::int64_t kept = 0; // tests that went into the generator's queue
    std::int64_t seeds = 0; // seeds the run started with
    std::int64_t seedsFailed = 0; // seeds with at least one failing test
    std::int64_t queue = 0; // present length of the generator's queue
    std::int64_t steps = 0;
    std::int64_t profileCalls = 0;
    std::int64_t verifyCalls = 0;
    double seconds = 0; // wall time of the search, pauses excluded
    double modelSeconds = 0; // of it, inside the model
    double verifySeconds = 0; // verifying behind the search, which is not part of seconds
    double secondsOfLastFind = 0; // value of seconds when a failing or kept test was last found
    std::int64_t trainingSteps = 0; // of a generator that trains; not part of steps, modelCalls and seconds
    std::int64_t trainingCalls = 0; // of the model under test
    double trainingSeconds = 0;
};

// Limits; the run stops at the first one reached. Empty: no limit.
struct Budget {
    std::optional<std::int64_t> modelCalls;
    std::optional<double> seconds;
    std::optional<std::int64_t> tests;
    std::optional<std::int64_t> failures;

    bool any() const { return modelCalls || seconds || tests || failures; }
    bool reached(const Counters &counters) const;
    // 0..1, the largest share used over all limits; -1 without a limit.
    double fraction(const Counters &counters) const;
};

nlohmann::json toJson(const Counters &counters);
Counters countersFromJson(const nlohmann::json &object);
nlohmann::json toJson(const Budget &budget);
Budget budgetFromJson(const nlohmann::json &object);

} // namespace mutascope
