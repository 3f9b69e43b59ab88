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
        all.push_back({name, 1, 1, {}, 0, {}, int(all.size())});
    return all;
}

Verdict refusing(const std::string &op, int node = 0)
{
    Verdict verdict;
    verdict.engines.push_back(
        {"a", {failureOf("a", FailureStage::Conversion, Symptom::Refused, op, node)}, 0, ""});
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
        known.note(uses({"Clip", "Tile"}), refusing("Clip"));
    EXPECT_TRUE(known.masked("Tile"));
    EXPECT_TRUE(known.masked("Clip"));
}

TEST(KnownIssues, WhatStandsBeforeTheRefusedNodeWasTaken)
{
    KnownIssues known(3, 0.9);
    for (int i = 0; i < 9; ++i)
        known.note(uses({"Div"}), refusing("Div"));
    ASSERT_TRUE(known.masked("Div"));
    for (int i = 0; i < 3; ++i)
        known.note(uses({"Div", "Clip"}), refusing("Clip", 1));
    EXPECT_FALSE(known.masked("Div")) << "9 of 12 is less than the share";
    EXPECT_TRUE(known.masked("Clip"));
}

OperatorUse inForm(const std::string &form)
{
    OperatorUse use{"Min", 1, 1, {}, 0, {}};
    use.forms = {form};
    return use;
}

TEST(KnownIssues, AFormOfAnOperatorThatWorksInOthersIsOne)
{
    KnownIssues known(3, 0.9);
    for (int i = 0; i < 3; ++i) {
        known.note({inForm("inputs=1")}, refusing("Min"));
        known.note({inForm("inputs=2")}, agreeing());
    }
    EXPECT_FALSE(known.masked("Min"));
    EXPECT_TRUE(known.masked(inForm("inputs=1")));
    EXPECT_FALSE(known.masked(inForm("inputs=2")));
    ASSERT_EQ(known.issues().size(), 1U);
    EXPECT_EQ(known.issues()[0].form, "inputs=1");
}

TEST(KnownIssues, AFailureThatNamesNoNodeMayBeAnyOperators)
{
    KnownIssues known(3, 0.9);
    Verdict crash = refusing("");
    crash.engines[0].failures[0].node = -1;
    for (int i = 0; i < 3; ++i) {
        known.note(uses({"Relu", "Tile"}), crash);
        known.note(uses({"Relu"}), agreeing());
    }
    EXPECT_TRUE(known.masked("Tile"));
    EXPECT_FALSE(known.masked("Relu"));
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
