// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/mutation_totals.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

std::string rejected(const MutationTotals &totals, const MutationAdvice &advice)
{
    if (totals.tooFar >= totals.unchanged)
        return "less change is allowed than the mutators make; " + advice.nearer;
    return "the mutators left the images as they were; " + advice.other;
}

std::string barren(const MutationTotals &totals, const MutationAdvice &advice)
{
    const std::int64_t draws = totals.tooFar + totals.unchanged;
    if (totals.tries == 0)
        return "no mutator could be applied; " + advice.other;
    if (totals.tests == 0)
        return fmt::format("all {} mutants drawn were rejected: {}", draws, rejected(totals, advice));
    return fmt::format("the last {} steps had all their mutants rejected: {}", totals.barrenSteps,
                       rejected(totals, advice));
}

} // namespace

void TryCount::add(const TryCount &other)
{
    for (std::size_t i = 0; i < perOperator.size(); ++i)
        perOperator[i] += other.perOperator.at(i);
    tries += other.tries;
    tooFar += other.tooFar;
    unchanged += other.unchanged;
    accepted += other.accepted;
}

void MutationTotals::add(const TryCount &count)
{
    tries += count.tries;
    tooFar += count.tooFar;
    unchanged += count.unchanged;
    barrenSteps = count.accepted > 0 ? 0 : barrenSteps + 1;
}

void MutationTotals::judged(const Evaluation &evaluation)
{
    tests += std::int64_t(evaluation.verdicts.size());
    failing += std::count_if(evaluation.verdicts.begin(), evaluation.verdicts.end(),
                             [](const Verdict &verdict) { return verdict.failing; });
}

std::string MutationTotals::diagnosis(const MutationAdvice &advice) const
{
    if (barrenSteps > 0 && (exhausted() || tests == 0))
        return barren(*this, advice);
    if (tests == 0 || failing > 0)
        return {};
    return fmt::format("none of the {} tests failed{}: the model withstands changes of this size; "
                       "{} or search longer",
                       tests, advice.keeps && kept == 0 ? " and none added coverage" : "", advice.larger);
}

nlohmann::json toJson(const MutationTotals &totals)
{
    return {{"tries", totals.tries},
            {"too_far", totals.tooFar},
            {"unchanged", totals.unchanged},
            {"tests", totals.tests},
            {"failing", totals.failing},
            {"kept", totals.kept},
            {"barren_steps", totals.barrenSteps}};
}

MutationTotals mutationTotalsFromJson(const nlohmann::json &object)
{
    MutationTotals totals;
    totals.tries = savedValue<std::int64_t>(object, "tries");
    totals.tooFar = savedValue<std::int64_t>(object, "too_far");
    totals.unchanged = savedValue<std::int64_t>(object, "unchanged");
    totals.tests = savedValue<std::int64_t>(object, "tests");
    totals.failing = savedValue<std::int64_t>(object, "failing");
    totals.kept = savedValue<std::int64_t>(object, "kept");
    totals.barrenSteps = savedValue<std::int64_t>(object, "barren_steps");
    return totals;
}

} // namespace mutascope
