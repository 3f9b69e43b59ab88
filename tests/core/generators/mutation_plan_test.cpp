// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/lineage_state.h"
#include "core/generators/mutation_plan.h"
#include "tests/support/fake_bench.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

using Settings = std::map<std::string, std::string>;

MutationPlan planOf(const Settings &settings, bool constrained = true)
{
    ParamSet params(mutationParams());
    for (const auto &[name, text] : settings)
        params.set(name, text);
    return MutationPlan(params, constrained);
}

// A grey square in the middle of a black 10x10 image: 16 values of 100.
Lineage square()
{
    Seed seed;
    seed.image.shape = {10, 10, 1};
    seed.image.pixels.assign(100, 0);
    for (std::size_t y = 3; y < 7; ++y)
        for (std::size_t x = 3; x < 7; ++x)
            seed.image.pixels[y * 10 + x] = 100;
    return seedLineages({seed}).front();
}

struct Outcome {
    std::optional<Mutant> mutant;
    TryCount count;
};

Outcome mutate(const MutationPlan &plan, const Lineage &parent)
{
    Outcome outcome{{}, plan.newCount()};
    Rng rng(3);
    outcome.mutant = plan.mutate(parent, rng, outcome.count);
    return outcome;
}

// One step with one mutator of one value: nothing is left to chance.
Lineage childBy(const Lineage &parent, const std::string &mutator, const std::string &value, bool affine)
{
    const MutationPlan plan = planOf({{"pixel-mutators", affine ? "none" : mutator},
                                      {"affine-mutators", affine ? mutator : "none"},
                                      {mutator + "-grid", value}});
    Outcome outcome = mutate(plan, parent);
    EXPECT_TRUE(outcome.mutant) << mutator << ' ' << value;
    if (!outcome.mutant)
        return parent;
    Image image = outcome.mutant->image;
    return childOf(parent, std::move(*outcome.mutant), std::move(image), parent.test + 1);
}

Outcome brighten(const Lineage &parent, const std::string &value, const Settings &more = {})
{
    Settings settings{{"pixel-mutators", "brightness"},
                      {"affine-mutators", "none"},
                      {"brightness-grid", value},
                      {"tries", "1"}};
    settings.insert(more.begin(), more.end());
    return mutate(planOf(settings), parent);
}

TEST(MutationPlan, PixelStepsAreMeasuredAgainstTheSeed)
{
    const Lineage once = childBy(square(), "brightness", "20", false);
    EXPECT_EQ(once.usedL0, 100);
    EXPECT_EQ(once.usedLinf, 20);
    EXPECT_FALSE(once.affine);
    const Lineage twice = childBy(once, "brightness", "20", false);
    EXPECT_EQ(twice.usedL0, 100); // to the seed, not added up
    EXPECT_EQ(twice.usedLinf, 40);
    EXPECT_EQ(twice.reference->pixels, square().image->pixels);
}

TEST(MutationPlan, LinfMustStayBelowBeta)
{
    EXPECT_TRUE(brighten(square(), "50").mutant); // 50 < 0.2 * 255 = 51
    const Outcome at = brighten(square(), "51"); // strict
    EXPECT_FALSE(at.mutant);
    EXPECT_EQ(at.count.tooFar, 1);
    EXPECT_FALSE(brighten(childBy(square(), "brightness", "20", false), "31").mutant);
    EXPECT_TRUE(brighten(childBy(square(), "brightness", "20", false), "30").mutant);
}

TEST(MutationPlan, FewValuesMayChangeByAnyAmount)
{
    // Contrast 2 takes the 16 grey values from 100 to 200 and leaves the black ones.
    const Settings contrast{
        {"pixel-mutators", "contrast"}, {"affine-mutators", "none"}, {"contrast-grid", "2"}, {"tries", "1"}};
    Settings below = contrast;
    below["alpha"] = "0.16"; // 16 < 16 is false
    EXPECT_FALSE(mutate(planOf(below), square()).mutant);
    Settings above = contrast;
    above["alpha"] = "0.17";
    const Outcome outcome = mutate(planOf(above), square());
    ASSERT_TRUE(outcome.mutant);
    EXPECT_EQ(outcome.mutant->usedL0, 16);
    EXPECT_EQ(outcome.mutant->usedLinf, 100);
}

TEST(MutationPlan, AnAffineStepOfTheSeedMovesItsReferenceAlong)
{
    const Lineage moved = childBy(square(), "translate", "1", true);
    ASSERT_TRUE(moved.affine);
    EXPECT_EQ(moved.affine->mutator, "translate");
    EXPECT_EQ(moved.reference, moved.image);
    EXPECT_NE(moved.image->pixels, square().image->pixels);
    EXPECT_EQ(moved.usedL0, 0);
    EXPECT_EQ(moved.usedLinf, 0);
}

TEST(MutationPlan, AnAffineStepOfAMutantMovesBoth)
{
    const Lineage bright = childBy(square(), "brightness", "20", false);
    const Lineage moved = childBy(bright, "translate", "1", true);
    EXPECT_EQ(*moved.reference, applyMutation(*square().image, *moved.affine));
    EXPECT_EQ(*moved.image, applyMutation(*bright.image, *moved.affine));
    EXPECT_EQ(moved.usedL0, 100); // carried from before the step
    EXPECT_EQ(moved.usedLinf, 20);
}

TEST(MutationPlan, AfterTheAffineStepWhatWasUsedCounts)
{
    const Lineage bright = childBy(square(), "brightness", "20", false);
    const Lineage moved = childBy(bright, "scale", "1.1", true);
    const Outcome dark = brighten(moved, "-15");
    ASSERT_TRUE(dark.mutant);
    EXPECT_EQ(dark.mutant->usedL0, 100); // carried, not measured anew
    EXPECT_EQ(dark.mutant->usedLinf, 20);
    EXPECT_FALSE(dark.mutant->affine);
}

// Contrast 2 has changed 16 values by 100: Linf is out of reach, L0 decides.
Lineage muchChanged()
{
    const MutationPlan plan = planOf({{"pixel-mutators", "contrast"},
                                      {"affine-mutators", "none"},
                                      {"contrast-grid", "2"},
                                      {"alpha", "0.17"}});
    Outcome outcome = mutate(plan, square());
    EXPECT_TRUE(outcome.mutant);
    Image image = outcome.mutant->image;
    return childOf(square(), std::move(*outcome.mutant), std::move(image), 1);
}

Outcome translate(const Lineage &parent, const std::string &alpha)
{
    return mutate(planOf({{"pixel-mutators", "none"},
                          {"affine-mutators", "translate"},
                          {"translate-grid", "1"},
                          {"alpha", alpha}}),
                  parent);
}

TEST(MutationPlan, CarriedL0AddsUp)
{
    // Translated by one, the two squares differ in 16 values again: 16 + 16 = 32 of 100.
    EXPECT_FALSE(translate(muchChanged(), "0.32").mutant);
    EXPECT_TRUE(translate(muchChanged(), "0.33").mutant);
}

TEST(MutationPlan, CarriedLinfIsTheLarger)
{
    Outcome outcome = translate(muchChanged(), "0.33");
    ASSERT_TRUE(outcome.mutant);
    Image image = outcome.mutant->image;
    Lineage moved = childOf(muchChanged(), std::move(*outcome.mutant), std::move(image), 2);
    EXPECT_EQ(moved.usedLinf, 100);
    // Contrast 0.6 takes 200 to 120, 20 from the reference: allowed, had the 100 before not been used.
    const MutationPlan back = planOf({{"pixel-mutators", "contrast"},
                                      {"affine-mutators", "none"},
                                      {"contrast-grid", "0.6"},
                                      {"tries", "1"}});
    EXPECT_EQ(mutate(back, moved).count.tooFar, 1);
    moved.usedLinf = 0;
    moved.refusals = std::make_shared<Refusals>(); // of what was used before
    EXPECT_TRUE(mutate(back, moved).mutant);
}

TEST(MutationPlan, NoSecondAffineStep)
{
    const Lineage moved = childBy(square(), "translate", "1", true);
    const MutationPlan both = planOf({{"pixel-mutators", "brightness"}, {"affine-mutators", "rotate"}});
    for (std::uint64_t stream = 0; stream < 50; ++stream) {
        Rng rng(1, stream);
        TryCount count = both.newCount();
        const auto mutant = both.mutate(moved, rng, count);
        ASSERT_TRUE(mutant);
        EXPECT_EQ(mutant->mutation.mutator, "brightness");
    }
    const MutationPlan affineOnly = planOf({{"pixel-mutators", "none"}});
    const Outcome none = mutate(affineOnly, moved);
    EXPECT_FALSE(none.mutant);
    EXPECT_EQ(none.count.tries, 0);
}

TEST(MutationPlan, OperatorsAreDrawnUniformly)
{
    const MutationPlan plan = planOf({{"tries", "8000"}, {"alpha", "0"}, {"beta", "0"}});
    const Outcome outcome = mutate(plan, square());
    EXPECT_FALSE(outcome.mutant);
    EXPECT_EQ(outcome.count.tries, 8000);
    EXPECT_EQ(outcome.count.tooFar + outcome.count.unchanged, 8000);
    ASSERT_EQ(outcome.count.perOperator.size(), 8u);
    for (const std::int64_t tries : outcome.count.perOperator)
        EXPECT_NEAR(double(tries), 1000, 120); // four standard deviations
}

TEST(MutationPlan, AMutantThatChangesNothingIsNone)
{
    const Outcome same = brighten(square(), "0");
    EXPECT_FALSE(same.mutant);
    EXPECT_EQ(same.count.unchanged, 1);
    // Back to the seed is no mutant either.
    Lineage bright = childBy(square(), "contrast", "1.2", false);
    const MutationPlan back = planOf(
        {{"pixel-mutators", "contrast"}, {"affine-mutators", "none"}, {"contrast-grid", "0.8333333"}});
    const Outcome returned = mutate(back, bright);
    EXPECT_FALSE(returned.mutant);
    EXPECT_EQ(returned.count.unchanged, back.tries());
}

TEST(MutationPlan, UnconstrainedAcceptsWhateverChanged)
{
    const Settings strong{{"pixel-mutators", "brightness"},
                          {"affine-mutators", "none"},
                          {"brightness-grid", "200"},
                          {"tries", "3"}};
    EXPECT_FALSE(mutate(planOf(strong), square()).mutant);
    const Outcome outcome = mutate(planOf(strong, false), square());
    EXPECT_TRUE(outcome.mutant);
    EXPECT_EQ(outcome.count.accepted, 1);
}

TEST(MutationPlan, WhatWasRefusedIsRefusedAndCountedAgain)
{
    const Lineage parent = square();
    for (int time = 0; time < 2; ++time) {
        EXPECT_EQ(brighten(parent, "51").count.tooFar, 1);
        EXPECT_EQ(brighten(parent, "0").count.unchanged, 1);
    }
    EXPECT_TRUE(brighten(parent, "50").mutant); // another value of the same mutator
    EXPECT_EQ(brighten(childBy(parent, "contrast", "1.2", false), "0").count.unchanged, 1);
}

TEST(MutationPlan, WhatOnePlanRefusedALooserOneMakes)
{
    const Lineage parent = square();
    EXPECT_FALSE(brighten(parent, "51").mutant);
    const Outcome looser = brighten(parent, "51", {{"beta", "0.21"}});
    ASSERT_TRUE(looser.mutant);
    EXPECT_EQ(looser.mutant->image.pixels[33], 151);
    EXPECT_EQ(looser.mutant->usedLinf, 51);
    EXPECT_FALSE(brighten(parent, "51").mutant);
}

// Noise is another image at every draw, so nothing is known of the next one.
TEST(Refusals, HoldMutationsThatMakeTheSameImageEveryTime)
{
    Refusals refusals;
    Mutation mutation{"brightness", {{"amount", 51.0}}, 0};
    EXPECT_FALSE(refusals.find(mutation));
    refusals.add(mutation, {false, {100, 5100, 510, 51}});
    ASSERT_TRUE(refusals.find(mutation));
    EXPECT_EQ(refusals.find(mutation)->distance.linf, 51);
    Mutation noise = mutation;
    noise.noiseSeed = 7;
    refusals.add(noise, {true, {}});
    EXPECT_FALSE(refusals.find(noise));
    Mutation two = mutation;
    two.values["more"] = 1;
    refusals.add(two, {true, {}});
    EXPECT_FALSE(refusals.find(two));
    mutation.mutator = "contrast";
    EXPECT_FALSE(refusals.find(mutation));
}

TEST(MutationPlan, ReportsItsDrawsByMutator)
{
    FakeModel model;
    const std::vector<Seed> seeds;
    FakeBench bench(model, seeds);
    const MutationPlan plan = planOf({{"pixel-mutators", "blur,noise"}, {"affine-mutators", "none"}});
    TryCount count = plan.newCount();
    count.perOperator = {3, 0};
    plan.report(bench, count);
    EXPECT_EQ(bench.tries, (std::map<std::string, std::int64_t>{{"blur", 3}}));
}

} // namespace
} // namespace mutascope
