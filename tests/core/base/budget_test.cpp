// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/budget.h"
#include "tests/core/base/expect_error.h"
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

TEST(BudgetTest, withoutLimitsIsNeverReached)
{
    Counters counters;
    counters.modelCalls = counters.tests = counters.failing = INT64_MAX;
    counters.seconds = 1e300;
    EXPECT_FALSE(Budget().any());
    EXPECT_FALSE(Budget().reached(counters));
    EXPECT_EQ(Budget().fraction(counters), -1);
}

TEST(BudgetTest, eachLimitStopsAtItsValue)
{
    Counters counters;
    counters.modelCalls = 10;
    counters.seconds = 2.5;
    counters.tests = 8;
    counters.failing = 3;
    counters.verified = counters.profileCalls = counters.verifyCalls = 1000; // counted apart
    EXPECT_TRUE((Budget{10, {}, {}, {}}.reached(counters)));
    EXPECT_FALSE((Budget{11, {}, {}, {}}.reached(counters)));
    EXPECT_TRUE((Budget{{}, 2.5, {}, {}}.reached(counters)));
    EXPECT_FALSE((Budget{{}, 2.6, {}, {}}.reached(counters)));
    EXPECT_TRUE((Budget{{}, {}, 8, {}}.reached(counters)));
    EXPECT_FALSE((Budget{{}, {}, 9, {}}.reached(counters)));
    EXPECT_TRUE((Budget{{}, {}, {}, 3}.reached(counters)));
    EXPECT_FALSE((Budget{{}, {}, {}, 4}.reached(counters)));
    EXPECT_TRUE((Budget{11, 2.6, 8, 4}.reached(counters))); // the first one
}

TEST(BudgetTest, fractionIsTheLargestShare)
{
    Counters counters;
    counters.modelCalls = 10;
    counters.tests = 30;
    EXPECT_DOUBLE_EQ((Budget{100, {}, 40, {}}.fraction(counters)), 0.75);
    EXPECT_DOUBLE_EQ((Budget{5, {}, 40, {}}.fraction(counters)), 1);
    EXPECT_DOUBLE_EQ((Budget{{}, {}, {}, 0}.fraction(counters)), 1);
}

TEST(BudgetTest, jsonRoundTrip)
{
    const Budget budget{20000, 1.5, {}, 7};
    const Budget again = budgetFromJson(nlohmann::json::parse(toJson(budget).dump()));
    EXPECT_EQ(again.modelCalls, budget.modelCalls);
    EXPECT_EQ(again.seconds, budget.seconds);
    EXPECT_EQ(again.tests, budget.tests);
    EXPECT_EQ(again.failures, budget.failures);
}

TEST(BudgetTest, rejectsBadJson)
{
    for (const char *text : {"[]", R"({"tests": -1})", R"({"tests": 1.5})", R"({"seconds": "1"})",
                             R"({"model_calls": 18446744073709551615})", R"({"seconds": 1e999})"})
        expectError(ErrorCode::BadData, "",
                    [&] { budgetFromJson(nlohmann::json::parse(text, nullptr, false)); });
}

TEST(CountersTest, jsonRoundTripOfEveryMember)
{
    const Counters counters{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.5, 13.5, 14.5, 15.5, 16, 17, 18.5};
    const nlohmann::json object = toJson(counters);
    EXPECT_EQ(object.size(), 18u);
    EXPECT_EQ(object.at("model_calls"), 1);
    EXPECT_EQ(object.at("verify_seconds"), 14.5);
    EXPECT_EQ(object.at("seconds_of_last_find"), 15.5);
    EXPECT_EQ(object.at("training_calls"), 17);
    EXPECT_EQ(toJson(countersFromJson(object)), object);
    EXPECT_EQ(countersFromJson(nlohmann::json::object()).tests, 0);
}

} // namespace
} // namespace mutascope
