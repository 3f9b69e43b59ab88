// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/mutated_batch.h"
#include "tests/core/base/expect_error.h"
#include <set>

namespace mutascope::deepsmart {
namespace {

using Bytes = std::vector<std::uint8_t>;
using regional::Step;

std::shared_ptr<const Image> flat(std::uint8_t value)
{
    return std::make_shared<const Image>(Image{{6, 6, 1}, Bytes(36, value)});
}

RootImage root(std::uint8_t value)
{
    const auto image = flat(value);
    return {image, image};
}

constexpr int plus60 = 15, plus100 = 19, times3 = 9;

TEST(MutatedBatch, PairsAddUpAlongThePath)
{
    MutatedBatch batch({root(50)}, {3, 0.1, 1, false});
    const auto state = batch.at({0, plus60, 0, plus100, 8, plus60});
    ASSERT_EQ(state->size(), 1u);
    EXPECT_EQ((*state)[0].image->pixels[0], 210);
    EXPECT_EQ((*state)[0].image->pixels[35], 110);
    EXPECT_EQ((*state)[0].image->pixels[14], 50);
    EXPECT_EQ((*state)[0].steps, (std::vector<Step>{{0, plus60}, {0, plus100}, {8, plus60}}));
    EXPECT_TRUE((*state)[0].fresh);
}

TEST(MutatedBatch, ARegionWithoutItsOperationChangesNothing)
{
    MutatedBatch batch({root(50)}, {});
    EXPECT_EQ((*batch.at({}))[0].image->pixels, Bytes(36, 50));
    EXPECT_FALSE((*batch.at({}))[0].fresh);
    EXPECT_EQ(batch.at({4})->front().image, batch.at({})->front().image);
    EXPECT_EQ(batch.at({4, plus60, 2}), batch.at({4, plus60}));
}

// A cell is 4 of 36 values. beta 0.5 allows 127.5; alpha 0.1 allows fewer than 3.6 values by any amount, and
// of an image with zeros fewer still.
TEST(MutatedBatch, EachImageIsHeldBackByItself)
{
    MutatedBatch batch({root(20), root(100), root(0)}, {3, 0.1, 0.5, false});
    const auto once = batch.at({4, times3}); // +40, +155 (saturated), nothing
    EXPECT_TRUE((*once)[0].fresh);
    EXPECT_EQ((*once)[0].image->pixels[14], 60);
    EXPECT_FALSE((*once)[1].fresh);
    EXPECT_EQ((*once)[1].image, batch.root(1).image);
    EXPECT_TRUE((*once)[1].steps.empty());
    EXPECT_FALSE((*once)[2].fresh); // black stays black
    // The held back one may take the next pair.
    const auto twice = batch.at({4, times3, 0, plus60});
    EXPECT_EQ((*twice)[1].steps, (std::vector<Step>{{0, plus60}}));
    EXPECT_EQ((*twice)[1].image->pixels[0], 160);
    EXPECT_EQ((*twice)[1].image->pixels[14], 100);
    // And the sum of a path counts: 20 + 60 + 100 = 180, 160 away.
    const auto far = batch.at({0, plus60, 0, plus100});
    EXPECT_FALSE((*far)[0].fresh);
    EXPECT_EQ((*far)[0].image->pixels[0], 80);
}

TEST(MutatedBatch, FewValuesMayChangeByAnyAmount)
{
    // 36 nonzero values: alpha 0.2 allows fewer than 7.2, a cell is 4, two are 8.
    MutatedBatch batch({root(100)}, {3, 0.2, 0.5, false});
    EXPECT_TRUE((*batch.at({4, times3}))[0].fresh);
    EXPECT_FALSE((*batch.at({4, times3, 0, times3}))[0].fresh);
    EXPECT_FALSE((*batch.at({4, times3, 0, plus60}))[0].fresh); // 8 values, the farthest 155 away
}

TEST(MutatedBatch, AlphaIsAShareOfTheNonzeroValues)
{
    Image dark = *flat(0);
    for (std::size_t i = 0; i < 10; ++i)
        dark.pixels[i] = 9;
    const auto image = std::make_shared<const Image>(dark);
    // Ten nonzero values: alpha 0.4 allows fewer than 4, which is what the cell has.
    MutatedBatch strict({{image, image}}, {3, 0.4, 0, false});
    EXPECT_FALSE((*strict.at({8, plus60}))[0].fresh);
    MutatedBatch loose({{image, image}}, {3, 0.41, 0, false});
    EXPECT_TRUE((*loose.at({8, plus60}))[0].fresh);
}

TEST(MutatedBatch, BetaItselfIsAllowed)
{
    MutatedBatch batch({root(50)}, {3, 0, 60.0 / 255, false});
    EXPECT_TRUE((*batch.at({0, plus60}))[0].fresh);
    MutatedBatch less({root(50)}, {3, 0, 59.9 / 255, false});
    EXPECT_FALSE((*less.at({0, plus60}))[0].fresh);
}

TEST(MutatedBatch, DistancesCountFromTheReference)
{
    MutatedBatch batch({{flat(150), flat(50)}}, {3, 0, 0.5, true}); // 100 of 127 are used up
    EXPECT_FALSE((*batch.at({0, plus60}))[0].fresh);
    EXPECT_TRUE((*batch.at({0, 11}))[0].fresh); // +20
}

TEST(MutatedBatch, WhatIsForgottenIsMadeAgain)
{
    // Each state is 36 bytes: two fit.
    MutatedBatch small({root(50)}, {3, 0.1, 1, false}, 80), large({root(50)}, {3, 0.1, 1, false});
    Rng rng(8);
    for (int i = 0; i < 300; ++i) {
        SearchPath path;
        for (std::uint32_t pairs = 1 + rng.below(4); pairs > 0; --pairs) {
            path.push_back(int(rng.below(9)));
            path.push_back(int(rng.below(30)));
        }
        ASSERT_EQ(*small.at(path)->front().image, *large.at(path)->front().image);
        ASSERT_LE(small.remembered(), 2u);
    }
    EXPECT_GT(large.remembered(), 100u);
}

TEST(MutatedBatch, TheOneNotUsedForLongestIsForgotten)
{
    MutatedBatch small({root(50)}, {3, 0.1, 1, false}, 80); // two fit
    const SearchPath a = {0, plus60}, b = {1, plus60}, c = {2, plus60};
    const auto first = small.at(a);
    const auto second = small.at(b);
    EXPECT_EQ(small.at(a), first); // used again: b is the oldest now
    small.at(c);
    EXPECT_EQ(small.at(a), first);
    EXPECT_NE(small.at(b), second);
}

// One to the right and downwards, black from outside; alpha and beta are not
// asked.
TEST(MutatedBatch, AnAffinePairMovesTheWholeImage)
{
    Image dot{{6, 6, 1}, Bytes(36, 0)};
    dot.pixels[7] = 200;
    const auto image = std::make_shared<const Image>(dot);
    MutatedBatch batch({{image, image}, {flat(0), flat(0)}}, {3, 0, 0, false});
    int operation = regional::operations;
    while (operationName(operation) != "translate 1")
        ++operation;
    const auto state = batch.at({9, operation});
    EXPECT_TRUE((*state)[0].fresh);
    Bytes expected(36, 0);
    expected[14] = 200;
    EXPECT_EQ((*state)[0].image->pixels, expected);
    EXPECT_EQ(applyMutation(dot, affineMutation(operation)).pixels, expected);
    EXPECT_FALSE((*state)[1].fresh); // black is black wherever it is
}

TEST(Operations, AreThePublishedOnesThenDeepHuntersAffineOnes)
{
    std::set<std::string> names;
    std::map<std::string, int> mutators;
    for (int operation = 0; operation < operationCount(); ++operation) {
        names.insert(operationName(operation));
        ASSERT_EQ(isAffine(operation), operation >= 30);
        if (isAffine(operation))
            ++mutators[affineMutation(operation).mutator];
        else
            EXPECT_EQ(operationName(operation), regional::operationName(operation));
    }
    EXPECT_EQ(names.size(), std::size_t(operationCount()));
    EXPECT_EQ(mutators,
              (std::map<std::string, int>{{"translate", 5}, {"scale", 4}, {"shear", 11}, {"rotate", 19}}));
    EXPECT_EQ(operationName(operationCount() - 1), "rotate 45");
    EXPECT_EQ(affineMutation(operationCount() - 1).values, (std::map<std::string, double>{{"degrees", 45}}));
}

TEST(BatchRules, AreWrittenAndRead)
{
    const BatchRules rules{4, 0.25, 0.75, true};
    EXPECT_EQ(rulesFromText(toText(rules)), rules);
    for (const char *bad : {"", "[]", "{}", R"({"grid":0,"alpha":0.1,"beta":0.5,"from_seed":false})",
                            R"({"grid":65,"alpha":0.1,"beta":0.5,"from_seed":false})",
                            R"({"grid":3,"alpha":-1,"beta":0.5,"from_seed":false})",
                            R"({"grid":3,"alpha":0.1,"beta":2,"from_seed":false})",
                            R"({"grid":3,"alpha":0.1,"beta":0.5,"from_seed":1})"})
        expectError(ErrorCode::BadData, "rules of a search's images", [&] { rulesFromText(bad); });
}

} // namespace
} // namespace mutascope::deepsmart
