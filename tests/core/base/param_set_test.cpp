// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_spec.h"
#include "tests/core/base/expect_error.h"
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

ParamSpec spec(const char *name, ParamType type, ParamValue value)
{
    ParamSpec out;
    out.name = name;
    out.type = type;
    out.defaultValue = std::move(value);
    return out;
}

ParamSet sample()
{
    ParamSpec count = spec("batch-size", ParamType::Integer, std::int64_t{20});
    count.minimum = 1;
    count.maximum = 1000;
    ParamSpec alpha = spec("alpha", ParamType::Real, 0.02);
    alpha.minimum = 0;
    alpha.maximum = 1;
    alpha.unit = "of the pixels";
    ParamSpec select = spec("select", ParamType::Choice, std::string("prob"));
    select.choices = {"prob", "uniform", "tensorfuzz"};
    return ParamSet({count, alpha, select, spec("any", ParamType::Integer, std::int64_t{0}),
                     spec("keep", ParamType::Boolean, true), spec("name", ParamType::Text, std::string())});
}

void expectIllegal(const std::string &name, const std::string &text)
{
    ParamSet set = sample();
    const std::string before = set.toJson().dump();
    expectError(ErrorCode::Usage, "'" + text + "' is not allowed", [&] { set.set(name, text); });
    EXPECT_EQ(set.toJson().dump(), before);
}

TEST(ParamSetTest, startsWithTheDefaults)
{
    const ParamSet set = sample();
    EXPECT_EQ(set.integer("batch-size"), 20);
    EXPECT_EQ(set.real("alpha"), 0.02);
    EXPECT_EQ(set.real("batch-size"), 20.0);
    EXPECT_EQ(set.text("select"), "prob");
    EXPECT_TRUE(set.boolean("keep"));
    EXPECT_TRUE(set.contains("name"));
    EXPECT_FALSE(set.contains("Name"));
}

TEST(ParamSetTest, parsesText)
{
    ParamSet set = sample();
    set.set("batch-size", "1000");
    set.set("alpha", "1e-1");
    set.set("keep", "Off");
    set.set("select", "uniform");
    set.set("name", "a = b");
    set.set("any", "-9223372036854775808");
    EXPECT_EQ(set.integer("batch-size"), 1000);
    EXPECT_EQ(set.real("alpha"), 0.1);
    EXPECT_FALSE(set.boolean("keep"));
    EXPECT_EQ(set.text("select"), "uniform");
    EXPECT_EQ(set.text("name"), "a = b");
    EXPECT_EQ(set.integer("any"), INT64_MIN);
    set.set("any", "+7");
    EXPECT_EQ(set.integer("any"), 7);
}

TEST(ParamSetTest, rejectsWhatIsNoInteger)
{
    for (const char *text : {"", " 3", "3 ", "3x", "3.0", "1e3", "0x10", "--3", "+-3", "+", "nan"})
        expectIllegal("any", text);
    expectIllegal("any", "9223372036854775808"); // 2^63
    expectIllegal("any", "99999999999999999999999");
}

TEST(ParamSetTest, rejectsWhatIsNoReal)
{
    for (const char *text : {"", "nan", "inf", "-inf", "0.5x", "0,5", " 0.5", ".", "1e999"})
        expectIllegal("alpha", text);
}

TEST(ParamSetTest, rejectsWhatIsOutOfRange)
{
    for (const char *text : {"0", "1001", "-1"})
        expectIllegal("batch-size", text);
    for (const char *text : {"-0.001", "1.0000001"})
        expectIllegal("alpha", text);
    expectIllegal("keep", "maybe");
    ParamSet set = sample();
    expectError(ErrorCode::Usage, "a whole number from 1 to 1000", [&] { set.set("batch-size", "0"); });
    expectError(ErrorCode::Usage, "from 0 to 1 of the pixels", [&] { set.set("alpha", "2"); });
}

TEST(ParamSetTest, namesTheNearestKeyAndChoice)
{
    ParamSet set = sample();
    expectError(ErrorCode::Usage, "Did you mean 'batch-size'?", [&] { set.set("batch_sise", "3"); });
    expectError(ErrorCode::Usage, "unknown parameter 'zzz'", [&] { set.set("zzz", "3"); });
    expectError(ErrorCode::Usage, "batch-size, alpha, select", [&] { set.set("zzz", "3"); });
    expectError(ErrorCode::Usage, "Did you mean 'uniform'?", [&] { set.set("select", "unifrom"); });
    expectError(ErrorCode::Usage, "one of: prob, uniform, tensorfuzz", [&] { set.set("select", "best"); });
}

TEST(ParamSetTest, convertsValuesOnlyWithoutLoss)
{
    ParamSet set = sample();
    set.set("batch-size", ParamValue(3.0));
    set.set("alpha", ParamValue(std::int64_t{1}));
    EXPECT_EQ(set.integer("batch-size"), 3);
    EXPECT_EQ(set.real("alpha"), 1.0);
    expectError(ErrorCode::Usage, "3.5", [&] { set.set("batch-size", ParamValue(3.5)); });
    expectError(ErrorCode::Usage, "true", [&] { set.set("batch-size", ParamValue(true)); });
    expectError(ErrorCode::Usage, "nan",
                [&] { set.set("alpha", ParamValue(std::numeric_limits<double>::quiet_NaN())); });
}

TEST(ParamSetTest, jsonRoundTrip)
{
    ParamSet set = sample(), again = sample();
    set.set("alpha", "0.3");
    set.set("name", "x");
    set.set("any", "9223372036854775807");
    again.merge(nlohmann::json::parse(set.toJson().dump()));
    EXPECT_EQ(again.toJson(), set.toJson());
    EXPECT_EQ(again.integer("any"), INT64_MAX);
}

TEST(ParamSetTest, mergeIsAllOrNothing)
{
    ParamSet set = sample();
    const auto merge = [&](const char *text) { set.merge(nlohmann::json::parse(text)); };
    expectError(ErrorCode::Usage, "alpha", [&] { merge(R"({"any": 5, "alpha": 7})"); });
    expectError(ErrorCode::Usage, "unknown parameter", [&] { merge(R"({"any": 5, "beta": 7})"); });
    expectError(ErrorCode::Usage, "not allowed", [&] { merge(R"({"any": null})"); });
    expectError(ErrorCode::Usage, "not allowed", [&] { merge(R"({"any": 18446744073709551615})"); });
    expectError(ErrorCode::Usage, "JSON object", [&] { merge("[1]"); });
    EXPECT_EQ(set.integer("any"), 0);
}

TEST(ParamSetTest, wrongDeclarationsAndReadsAreOurFault)
{
    const ParamSpec real = spec("a", ParamType::Real, 1.0);
    ParamSpec narrow = real;
    narrow.maximum = 0.5;
    expectError(ErrorCode::Internal, "'a'", [&] { ParamSet({real, real}); });
    expectError(ErrorCode::Internal, "'a'", [&] { ParamSet({narrow}); });
    expectError(ErrorCode::Internal, "another type", [] { sample().boolean("alpha"); });
    expectError(ErrorCode::Internal, "never declared", [] { sample().value("beta"); });
}

} // namespace
} // namespace mutascope
