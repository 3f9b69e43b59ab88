// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/budget.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

// Calls visit(key, member) for every counter: the JSON form is written once for both directions.
template <typename AnyCounters, typename Visitor> void forEachCounter(AnyCounters &counters, Visitor visit)
{
    visit("model_calls", counters.modelCalls);
    visit("tests", counters.tests);
    visit("failing", counters.failing);
    visit("verified", counters.verified);
    visit("kept", counters.kept);
    visit("seeds", counters.seeds);
    visit("seeds_failed", counters.seedsFailed);
    visit("queue", counters.queue);
    visit("steps", counters.steps);
    visit("profile_calls", counters.profileCalls);
    visit("verify_calls", counters.verifyCalls);
    visit("training_steps", counters.trainingSteps);
    visit("training_calls", counters.trainingCalls);
    visit("training_seconds", counters.trainingSeconds);
    visit("seconds", counters.seconds);
    visit("model_seconds", counters.modelSeconds);
    visit("verify_seconds", counters.verifySeconds);
    visit("seconds_of_last_find", counters.secondsOfLastFind);
}

template <typename AnyBudget, typename Visitor> void forEachLimit(AnyBudget &budget, Visitor visit)
{
    visit("model_calls", budget.modelCalls);
    visit("seconds", budget.seconds);
    visit("tests", budget.tests);
    visit("failures", budget.failures);
}

void checkObject(const nlohmann::json &object, const char *what)
{
    if (!object.is_object())
        throw Error(ErrorCode::BadData,
                    std::string(what) + " must be a JSON object, not " + object.type_name());
}

// Counts are whole, both kinds are finite and not negative.
template <typename Number>
void readNumber(const nlohmann::json &value, const std::string &key, Number &number)
{
    const bool whole = value.is_number_integer();
    const bool fits = std::is_integral_v<Number> ? whole : value.is_number();
    const bool tooLarge = value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX;
    const bool negative = fits && value.get<double>() < 0;
    if (!fits || tooLarge || negative || !std::isfinite(value.get<double>()))
        throw Error(ErrorCode::BadData, "'" + key + "' is " + value.dump() + ", not a number of 0 or more");
    number = value.get<Number>();
}

template <typename Number> double share(const std::optional<Number> &limit, Number used)
{
    if (!limit)
        return -1;
    return *limit <= 0 ? 1 : std::min(1.0, double(used) / double(*limit));
}

} // namespace

bool Budget::reached(const Counters &counters) const
{
    return (modelCalls && counters.modelCalls >= *modelCalls) || (seconds && counters.seconds >= *seconds)
        || (tests && counters.tests >= *tests) || (failures && counters.failing >= *failures);
}

double Budget::fraction(const Counters &counters) const
{
    return std::max({share(modelCalls, counters.modelCalls), share(seconds, counters.seconds),
                     share(tests, counters.tests), share(failures, counters.failing)});
}

nlohmann::json toJson(const Counters &counters)
{
    nlohmann::json out = nlohmann::json::object();
    forEachCounter(counters, [&](const char *key, const auto &value) { out[key] = value; });
    return out;
}

Counters countersFromJson(const nlohmann::json &object)
{
    checkObject(object, "counters");
    Counters out;
    forEachCounter(out, [&](const char *key, auto &value) {
        if (object.contains(key)) // a counter added later than the file: 0
            readNumber(object.at(key), key, value);
    });
    return out;
}

nlohmann::json toJson(const Budget &budget)
{
    nlohmann::json out = nlohmann::json::object();
    forEachLimit(budget, [&](const char *key, const auto &limit) {
        if (limit)
            out[key] = *limit;
    });
    return out;
}

Budget budgetFromJson(const nlohmann::json &object)
{
    checkObject(object, "a budget");
    Budget out;
    forEachLimit(out, [&](const char *key, auto &limit) {
        if (object.contains(key) && !object.at(key).is_null())
            readNumber(object.at(key), key, limit.emplace());
    });
    return out;
}

} // namespace mutascope
