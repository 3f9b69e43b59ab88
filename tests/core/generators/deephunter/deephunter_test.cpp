// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/support/generator_rig.h"
#include "tests/support/lineage_audit.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace mutascope {
namespace {

using Features = std::set<FakeBench::Feature>;

bool never(const Candidate &)
{
    return false;
}

FakeBench::Feature hashOf(const Candidate &candidate)
{
    FakeBench::Feature hash = 1469598103934665603u;
    for (const std::uint8_t pixel : candidate.image.pixels)
        hash = (hash ^ pixel) * 1099511628211u;
    return hash;
}

TEST(DeepHunter, QueueGrowsByPassingMutantsThatAddCoverageOnly)
{
    GeneratorRig rig("deephunter");
    rig.bench.failing = [](const Candidate &candidate) { return hashOf(candidate) % 3 == 0; };
    rig.bench.features = [](const Candidate &candidate) { // failing ones would add the most
        return hashOf(candidate) % 3 == 0 ? Features{hashOf(candidate)} : Features{hashOf(candidate) % 40};
    };
    rig.start();
    EXPECT_EQ(rig.generator->queueLength(), 12);
    rig.steps(10);
    EXPECT_LE(rig.bench.covered.size(), 40u);
    EXPECT_EQ(rig.bench.keptIds().size(), rig.bench.covered.size()); // each added exactly one feature
    EXPECT_EQ(std::size_t(rig.generator->queueLength()), 12 + rig.bench.keptIds().size());
    EXPECT_EQ(rig.bench.commits.size(), rig.bench.keptIds().size());
    for (const TestId id : rig.bench.keptIds()) {
        EXPECT_FALSE(rig.bench.stored.at(id).failing);
        EXPECT_DOUBLE_EQ(rig.bench.stored.at(id).gain, 1 / rig.bench.featureTotal);
    }
}

TEST(DeepHunter, OfTwoMutantsThatCoverTheSameOnlyTheFirstIsKept)
{
    GeneratorRig rig("deephunter");
    rig.bench.failing = never;
    rig.bench.features = [](const Candidate &) { return Features{7}; };
    rig.start();
    rig.steps(3);
    EXPECT_EQ(rig.generator->queueLength(), 13);
    EXPECT_EQ(rig.bench.stored.at(1).candidate.image, rig.bench.judged.front().image);
}

TEST(DeepHunter, ABatchThatAddsNothingCostsOneLookAtTheCoverage)
{
    GeneratorRig rig("deephunter");
    rig.bench.features = [](const Candidate &) { return Features{}; };
    rig.start();
    rig.steps(4);
    EXPECT_EQ(rig.bench.gainCalls, 4);
    EXPECT_TRUE(rig.bench.commits.empty());
    EXPECT_EQ(rig.generator->queueLength(), 12);
}

TEST(DeepHunter, CoverageIsTheSumOfTheGainsOfWhatWasKept)
{
    GeneratorRig rig("deephunter");
    rig.start();
    rig.steps(10);
    double sum = 0;
    for (const TestId id : rig.bench.keptIds())
        sum += rig.bench.stored.at(id).gain;
    EXPECT_GT(sum, 0);
    EXPECT_NEAR(sum, rig.bench.coverage(), 1e-12);
}

TEST(DeepHunter, DescendantsOfAnAffineStepChangePixelsOnly)
{
    GeneratorRig rig("deephunter", {{"selection", "tensorfuzz"}});
    rig.bench.failing = never;
    rig.bench.features = [](const Candidate &candidate) { return Features{hashOf(candidate)}; };
    rig.start();
    rig.steps(10);
    std::int64_t afterAffine = 0;
    for (const Candidate &candidate : rig.bench.judged) {
        const LineageAudit audit = auditLineage(rig.bench, rig.seeds, candidate, 0.02, 0.2);
        const bool step = mutatorInfo(candidate.mutation.mutator).kind == MutatorKind::Affine;
        EXPECT_LE(audit.affineSteps, 1);
        afterAffine += audit.affineSteps == 1 && !step;
    }
    EXPECT_GT(afterAffine, 20);
}

TEST(DeepHunter, SeedsPerStepTimesMutantsPerSeedShareOneForward)
{
    GeneratorRig rig("deephunter", {{"seeds-per-step", "3"}, {"mutants-per-seed", "5"}});
    rig.start();
    rig.step();
    EXPECT_EQ(rig.bench.batches, (std::vector<std::size_t>{15}));
    for (std::size_t i = 0; i < 15; ++i)
        EXPECT_EQ(rig.bench.judged[i].seed, int(i / 5));
}

TEST(DeepHunter, SeedsOfAStepDrawForThemselves)
{
    // 101 values of brightness: twenty draws alike would be no accident.
    GeneratorRig rig(
        "deephunter",
        {{"pixel-mutators", "brightness"}, {"affine-mutators", "none"}, {"seeds-per-step", "2"}});
    rig.params.set("brightness-grid", "-50:50:1");
    rig.start();
    rig.step();
    ASSERT_EQ(rig.bench.judged.size(), 40u);
    std::vector<std::map<std::string, double>> drawn[2];
    for (std::size_t i = 0; i < 40; ++i)
        drawn[i / 20].push_back(rig.bench.judged[i].mutation.values);
    EXPECT_NE(drawn[0], drawn[1]);
}

TEST(DeepHunter, ASeedThatGivesNoMutantIsLeftAloneForTheStep)
{
    GeneratorRig rig("deephunter", {{"alpha", "0"}, {"beta", "0"}, {"tries", "10"}, {"seeds-per-step", "4"}});
    rig.start();
    rig.step();
    std::int64_t tries = 0;
    for (const auto &[mutator, count] : rig.bench.tries)
        tries += count;
    EXPECT_EQ(tries, 40); // not times 20 mutants
}

TEST(DeepHunter, GridsAndListsAreConfigurable)
{
    GeneratorRig rig(
        "deephunter",
        {{"pixel-mutators", " brightness "}, {"affine-mutators", "none"}, {"brightness-grid", "5,9"}});
    rig.start();
    rig.step();
    std::set<double> values;
    for (const Candidate &candidate : rig.bench.judged) {
        ASSERT_EQ(candidate.mutation.mutator, "brightness");
        ASSERT_EQ(candidate.mutation.values.size(), 1u);
        values.insert(candidate.mutation.values.begin()->second);
    }
    EXPECT_EQ(values, (std::set<double>{5, 9}));
}

TEST(DeepHunter, DeepTestRunsEmptyWithAReason)
{
    GeneratorRig rig("deephunter", {{"selection", "deeptest"}, {"seeds-per-step", "5"}});
    rig.bench.features = [](const Candidate &) { return Features{}; };
    rig.start();
    EXPECT_EQ(rig.steps(100), 3); // 12 seeds, five a step
    EXPECT_EQ(rig.generator->queueLength(), 0);
    EXPECT_NE(rig.generator->diagnosis().find("ran empty"), std::string::npos);
}

TEST(DeepHunterPool, ABatchJoinsWholeIfAnyOfItAddsCoverage)
{
    GeneratorRig rig("deephunter", {{"mode", "pool"}});
    rig.bench.failing = [](const Candidate &candidate) { return hashOf(candidate) % 4 == 0; };
    rig.bench.features = [](const Candidate &) { return Features{7}; };
    rig.start();
    rig.step();
    const auto passing = std::count(rig.bench.verdicts.begin(), rig.bench.verdicts.end(), false);
    EXPECT_GT(std::count(rig.bench.verdicts.begin(), rig.bench.verdicts.end(), true), 0);
    EXPECT_EQ(rig.generator->queueLength(), 12 + passing);
    double sum = 0;
    for (const TestId id : rig.bench.keptIds())
        sum += rig.bench.stored.at(id).gain;
    EXPECT_DOUBLE_EQ(sum, 1 / rig.bench.featureTotal);
    const std::int64_t length = rig.generator->queueLength();
    rig.steps(5); // nothing new from here on
    EXPECT_EQ(rig.generator->queueLength(), length);
}

TEST(DeepHunterPool, AStepMakesTheMutantsOfThePowerSchedule)
{
    GeneratorRig rig("deephunter",
                     {{"mode", "pool"}, {"pool-batch", "6"}, {"pool-sample", "4"}, {"pool-mutants", "32"}});
    rig.start();
    rig.step();
    ASSERT_EQ(rig.bench.batches.size(), 1u);
    EXPECT_GE(rig.bench.batches[0], 32u); // shares are rounded up
    EXPECT_LE(rig.bench.batches[0], 36u);
    std::set<int> seeds;
    for (const Candidate &candidate : rig.bench.judged)
        seeds.insert(candidate.seed);
    EXPECT_EQ(seeds.size(), 4u);
}

TEST(DeepHunter, RefusesAStateOfTheOtherMode)
{
    GeneratorRig queue("deephunter");
    queue.start();
    GeneratorRig pool("deephunter", {{"mode", "pool"}});
    EXPECT_THROW(pool.resume(queue), Error);
}

TEST(DeepHunter, RefusesAStateOfFewerSeeds)
{
    GeneratorRig all("deephunter");
    all.start();
    GeneratorRig few("deephunter", {}, 3);
    EXPECT_THROW(few.resume(all), Error);
}

} // namespace
} // namespace mutascope
