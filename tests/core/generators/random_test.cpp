// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/generator_rig.h"
#include <cmath>
#include <gtest/gtest.h>

namespace mutascope {
namespace {

TEST(Random, EveryMutantIsOneStepFromItsSeed)
{
    GeneratorRig rig("random");
    rig.start();
    rig.steps(5);
    for (const Candidate &candidate : rig.bench.judged)
        EXPECT_EQ(candidate.parent, 0);
    EXPECT_TRUE(rig.bench.keptIds().empty());
    EXPECT_EQ(rig.generator->queueLength(), 12);
}

TEST(Random, SeedsAndMutatorsAreUniform)
{
    GeneratorRig rig("random", {{"constrained", "false"}, {"mutants-per-step", "1000"}});
    rig.start();
    rig.steps(12);
    ASSERT_EQ(rig.bench.judged.size(), 12000u);
    std::map<int, double> seeds;
    for (const Candidate &candidate : rig.bench.judged)
        ++seeds[candidate.seed];
    EXPECT_EQ(seeds.size(), 12u);
    for (const auto &[seed, count] : seeds)
        EXPECT_NEAR(count, 1000, 4 * std::sqrt(1000.0)) << seed;
    double tries = 0;
    for (const auto &[mutator, count] : rig.bench.tries)
        tries += double(count);
    EXPECT_EQ(rig.bench.tries.size(), 8u);
    for (const auto &[mutator, count] : rig.bench.tries)
        EXPECT_NEAR(double(count), tries / 8, 4 * std::sqrt(tries / 8)) << mutator;
}

TEST(Random, UnconstrainedGoesFurther)
{
    const auto farthest = [](const char *constrained) {
        GeneratorRig rig("random",
                         {{"constrained", constrained}, {"beta", "0.05"}, {"affine-mutators", "none"}});
        rig.start();
        rig.steps(3);
        int most = 0;
        for (const Candidate &candidate : rig.bench.judged)
            for (std::size_t i = 0; i < candidate.image.pixels.size(); ++i) {
                const int was = rig.seeds[std::size_t(candidate.seed)].image.pixels[i];
                most = std::max(most, std::abs(was - int(candidate.image.pixels[i])));
            }
        return most;
    };
    // 0.05 * 255 = 12.75; one value of 64 may change by more, alpha being 0.02.
    EXPECT_GT(farthest("false"), 20);
    EXPECT_LT(farthest("true"), farthest("false"));
}

TEST(Random, CountsTheCoverageOfPassingTests)
{
    GeneratorRig rig("random");
    rig.start();
    rig.steps(3);
    EXPECT_GT(rig.bench.coverage(), 0);
    GeneratorRig failing("random");
    failing.bench.failing = [](const Candidate &) { return true; };
    failing.start();
    failing.steps(3);
    EXPECT_EQ(failing.bench.coverage(), 0);
}

} // namespace
} // namespace mutascope
