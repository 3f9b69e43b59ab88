// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/tensorfuzz/corpus.h"
#include "tests/support/generator_rig.h"
#include "tests/support/same_candidates.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

using Features = std::set<FakeBench::Feature>;
using Settings = GeneratorRig::Settings;

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

Image parentImage(const GeneratorRig &rig, const Candidate &candidate)
{
    return candidate.parent == 0 ? rig.seeds.at(std::size_t(candidate.seed)).image
                                 : rig.bench.stored.at(candidate.parent).candidate.image;
}

TEST(TensorFuzzCorpus, RecentDrawsAreThoseOfTensorFuzz)
{
    // A reservoir of the five newest and one of all 20; each ticket 1/6.
    Rng rng(4);
    std::vector<double> counts(20);
    constexpr int draws = 60000;
    for (int i = 0; i < draws; ++i)
        ++counts[tensorfuzz::drawRecent(20, rng)];
    for (std::size_t i = 0; i < 20; ++i) {
        const double expected = draws * ((i >= 15 ? 1 / 6.0 : 0) + 1 / 120.0);
        EXPECT_NEAR(counts[i], expected, 4.5 * std::sqrt(expected)) << i;
    }
}

TEST(TensorFuzzCorpus, FewerThanFiveAreAllRecent)
{
    Rng rng(5);
    std::vector<double> counts(2);
    for (int i = 0; i < 10000; ++i)
        ++counts[tensorfuzz::drawRecent(2, rng)];
    EXPECT_NEAR(counts[0], 5000, 4 * 50); // two and one of two: (1 + 1/2) / 3 each
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(tensorfuzz::drawRecent(1, rng), 0u);
}

TEST(TensorFuzz, AStepIsOneForwardOfMutantsOfOneParent)
{
    GeneratorRig rig("tensorfuzz", {{"mutants-per-step", "24"}});
    rig.start();
    EXPECT_TRUE(rig.bench.batches.empty());
    rig.steps(5);
    EXPECT_EQ(rig.bench.batches, (std::vector<std::size_t>(5, 24)));
    for (std::size_t i = 0; i < rig.bench.judged.size(); ++i) {
        EXPECT_EQ(rig.bench.judged[i].seed, rig.bench.judged[i / 24 * 24].seed);
        EXPECT_EQ(rig.bench.judged[i].parent, rig.bench.judged[i / 24 * 24].parent);
    }
    EXPECT_EQ(rig.bench.tries, (std::map<std::string, std::int64_t>{{"gaussian", 120}}));
}

TEST(TensorFuzz, KeepsPassingMutantsThatAddCoverageOnly)
{
    GeneratorRig rig("tensorfuzz");
    rig.bench.failing = [](const Candidate &candidate) { return hashOf(candidate) % 3 == 0; };
    rig.bench.features = [](const Candidate &candidate) {
        return hashOf(candidate) % 3 == 0 ? Features{hashOf(candidate)} : Features{hashOf(candidate) % 40};
    };
    rig.start();
    rig.steps(10);
    EXPECT_EQ(rig.bench.covered.size(), 40u);
    EXPECT_EQ(rig.bench.keptIds().size(), 40u);
    EXPECT_EQ(rig.generator->queueLength(), 52);
    for (const TestId id : rig.bench.keptIds())
        EXPECT_FALSE(rig.bench.stored.at(id).failing);
}

TEST(TensorFuzz, FollowsWhatItKept)
{
    GeneratorRig rig("tensorfuzz");
    rig.bench.failing = never;
    rig.bench.features = [](const Candidate &candidate) { return Features{hashOf(candidate)}; };
    rig.start();
    rig.steps(30);
    const auto deep = std::count_if(rig.bench.judged.begin(), rig.bench.judged.end(),
                                    [](const Candidate &candidate) { return candidate.parent != 0; });
    EXPECT_GT(deep, 20 * 64); // the newest five are always kept tests from the second step on
}

TEST(TensorFuzz, UniformLeavesTheNewestAlone)
{
    GeneratorRig rig("tensorfuzz", {{"selection", "uniform"}, {"mutants-per-step", "1"}});
    rig.bench.features = [](const Candidate &) { return Features{}; };
    rig.start();
    rig.steps(6000);
    std::map<int, double> counts;
    for (const Candidate &candidate : rig.bench.judged)
        ++counts[candidate.seed];
    EXPECT_EQ(counts.size(), 12u);
    for (const auto &[seed, count] : counts)
        EXPECT_NEAR(count, 500, 4 * std::sqrt(500.0)) << seed;
}

TEST(TensorFuzz, MutationsReplayFromTheirParents)
{
    for (const Settings &settings : {Settings{}, Settings{{"clip", "40"}}}) {
        GeneratorRig rig("tensorfuzz", settings);
        rig.bench.failing = never;
        rig.bench.features = [](const Candidate &candidate) { return Features{hashOf(candidate)}; };
        rig.start();
        rig.steps(12);
        for (const Candidate &candidate : rig.bench.judged)
            ASSERT_EQ(applyMutation(parentImage(rig, candidate), candidate.mutation), candidate.image);
    }
}

int farthestFromSeed(const GeneratorRig &rig)
{
    int most = 0;
    for (const Candidate &candidate : rig.bench.judged)
        for (std::size_t i = 0; i < candidate.image.pixels.size(); ++i)
            most = std::max(most,
                            std::abs(int(candidate.image.pixels[i])
                                     - int(rig.seeds.at(std::size_t(candidate.seed)).image.pixels[i])));
    return most;
}

TEST(TensorFuzz, ClipHoldsForAllNoiseOfALineage)
{
    for (const char *clip : {"0", "60"}) {
        GeneratorRig rig("tensorfuzz", {{"clip", clip}});
        rig.bench.failing = never;
        rig.bench.features = [](const Candidate &candidate) { return Features{hashOf(candidate)}; };
        rig.start();
        rig.steps(20);
        if (std::string(clip) == "60") {
            EXPECT_EQ(farthestFromSeed(rig), 60);
            const auto longest = [](const Candidate &a, const Candidate &b) {
                return a.mutation.values.size() < b.mutation.values.size();
            };
            EXPECT_GT(std::max_element(rig.bench.judged.begin(), rig.bench.judged.end(), longest)
                          ->mutation.values.size(),
                      4u); // sigma, clip and several draws
        } else {
            EXPECT_GT(farthestFromSeed(rig), 100);
        }
    }
}

TEST(TensorFuzz, SavedAndLoadedGoesOnAsIfNeverInterrupted)
{
    for (const Settings &settings :
         {Settings{}, Settings{{"clip", "40"}}, Settings{{"selection", "uniform"}}}) {
        GeneratorRig whole("tensorfuzz", settings), resumed("tensorfuzz", settings);
        whole.start();
        whole.steps(6);
        resumed.resume(whole);
        EXPECT_EQ(resumed.generator->save(), whole.generator->save());
        whole.bench.judged.clear();
        whole.steps(6);
        resumed.steps(6);
        expectSame(whole.bench.judged, resumed.bench.judged);
        EXPECT_EQ(resumed.generator->save(), whole.generator->save());
    }
}

TEST(TensorFuzz, SameSeedSameTestsAnotherSeedOthers)
{
    GeneratorRig first("tensorfuzz"), second("tensorfuzz"), other("tensorfuzz");
    other.runSeed = 2;
    for (GeneratorRig *rig : {&first, &second, &other}) {
        rig->start();
        rig->steps(4);
    }
    expectSame(first.bench.judged, second.bench.judged);
    EXPECT_NE(first.bench.judged.front().image, other.bench.judged.front().image);
}

TEST(TensorFuzz, WithoutSeedsItIsExhausted)
{
    GeneratorRig rig("tensorfuzz", {}, 0);
    rig.start();
    EXPECT_EQ(rig.step(), StepResult::Exhausted);
    EXPECT_FALSE(rig.generator->diagnosis().empty());
    GeneratorRig one("tensorfuzz", {}, 1);
    one.start();
    EXPECT_EQ(one.step(), StepResult::More);
}

TEST(TensorFuzz, NothingFoundIsExplained)
{
    GeneratorRig rig("tensorfuzz");
    rig.bench.failing = never;
    rig.bench.features = [](const Candidate &) { return Features{}; };
    rig.start();
    rig.step();
    EXPECT_NE(rig.generator->diagnosis().find("none of the 64 tests failed and none added coverage"),
              std::string::npos);
}

TEST(TensorFuzz, RefusesForeignStates)
{
    GeneratorRig rig("tensorfuzz"), clipped("tensorfuzz", {{"clip", "9"}}), few("tensorfuzz", {}, 3);
    rig.start();
    rig.steps(2);
    EXPECT_THROW(clipped.resume(rig), Error);
    EXPECT_THROW(few.resume(rig), Error);
    GeneratorRig stranger("random");
    stranger.start();
    const std::string bytes = rig.generator->save();
    for (const std::string &bad :
         {std::string(), std::string("x"), bytes.substr(0, bytes.size() / 2), stranger.generator->save()}) {
        GeneratorContext context = rig.context();
        EXPECT_THROW(rig.generator->load(context, bad), Error);
    }
}

} // namespace
} // namespace mutascope
