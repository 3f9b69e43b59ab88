// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/known_issues.h"
#include "tests/support/fake_judge.h"
#include <gtest/gtest.h>

namespace mutascope::engines {
namespace {

std::vector<OperatorUse> uses(const std::vector<std::string> &names)
{
    std::vector<OperatorUse> all;
    for (const std::string &name : names)
        all.push_back({name, 1, 1, {}, 0, {}});
    return all;
}

Verdict refusing(const std::string &op)
{
    Verdict verdict;
    verdict.engines.push_back(
        {"a", {failureOf("a", FailureStage::Conversion, Symptom::Refused, op, 3)}, 0, ""});
    return verdict;
}

Verdict agreeing()
{
    Verdict verdict;
    verdict.engines.push_back({"a", {}, 0, ""});
    return verdict;
}

TEST(KnownIssues, AnOperatorThatAlwaysFailsAlikeIsOneAfterSoManyModels)
{
    KnownIssues known(5, 0.9);
    for (int i = 0; i < 4; ++i)
        known.note(uses({"Tile", "Relu"}), refusing("Tile"));
    EXPECT_FALSE(known.masked("Tile"));
    known.note(uses({"Tile"}), refusing("Tile"));
    EXPECT_TRUE(known.masked("Tile"));
    EXPECT_FALSE(known.masked("Relu")) << "the refusal says nothing about it";
    ASSERT_EQ(known.issues().size(), 1U);
    EXPECT_EQ(known.issues()[0].models, 5);
    EXPECT_EQ(known.issues()[0].failures, 5);
}

TEST(KnownIssues, AnOperatorThatSometimesWorksIsNone)
{
    KnownIssues known(5, 0.9);
    for (int i = 0; i < 40; ++i)
        known.note(uses({"Div"}), i % 4 == 0 ? agreeing() : refusing("Div"));
    EXPECT_FALSE(known.masked("Div"));
}

TEST(KnownIssues, RefusalsForAnotherOperatorDoNotClearIt)
{
    KnownIssues known(5, 0.9);
    for (int i = 0; i < 5; ++i)
        known.note(uses({"Tile", "Clip"}), refusing("Tile"));
    for (int i = 0; i < 50; ++i)
        known.note(uses({"Tile", "Clip"}), refusing("Clip"));
    EXPECT_TRUE(known.masked("Tile"));
    EXPECT_TRUE(known.masked("Clip"));
}

TEST(KnownIssues, NoneIsMaskedWhereMaskingIsOff)
{
    KnownIssues known(0, 0.9);
    for (int i = 0; i < 100; ++i)
        known.note(uses({"Tile"}), refusing("Tile"));
    EXPECT_FALSE(known.masked("Tile"));
}

TEST(KnownIssues, SurvivesSavingAndLoading)
{
    KnownIssues known(3, 0.9);
    for (int i = 0; i < 3; ++i)
        known.note(uses({"Tile", "Relu"}), refusing("Tile"));
    StateWriter out;
    known.save(out);
    KnownIssues loaded(3, 0.9);
    StateReader in(out.bytes());
    loaded.load(in);
    EXPECT_EQ(in.remaining(), 0U);
    EXPECT_TRUE(loaded.masked("Tile"));
    EXPECT_EQ(loaded.issues()[0].signature, known.issues()[0].signature);
}

} // namespace
} // namespace mutascope::engines
