// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/mutation_totals.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

std::string rejected(const MutationTotals &totals)
{
    if (totals.tooFar >= totals.unchanged)
        return "alpha and beta allow less change than the mutators make; raise them or narrow the grids";
    return "the mutators left the images as they were; widen the grids or choose other mutators";
}

std::string barren(const MutationTotals &totals)
{
    const std::int64_t draws = totals.tooFar + totals.unchanged;
    if (totals.tries == 0)
        return "no mutator could be applied; choose at least one pixel mutator or unchanged seeds";
    if (totals.tests == 0)
        return fmt::format("all {} mutants drawn were rejected: {}", draws, rejected(totals));
    return fmt::format("the last {} steps had all their mutants rejected: {}", totals.barrenSteps,
                       rejected(totals));
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

std::string MutationTotals::diagnosis(bool keeps) const
{
    if (barrenSteps > 0 && (exhausted() || tests == 0))
        return barren(*this);
    if (tests == 0 || failing > 0)
        return {};
    const char *coverage = keeps && kept == 0 ? " and none added coverage" : "";
    return fmt::format("none of the {} tests failed{}: the model withstands changes of this size; "
                       "raise beta, widen the grids or search longer",
                       tests, coverage);
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
