// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/base/expect_error.h"
#include "tests/core/generators/advgan/advgan_rig.h"
#include "tests/support/same_candidates.h"
#include <algorithm>
#include <cstdlib>
#include <limits>

namespace mutascope {
namespace {

using Settings = AdvGanRig::Settings;

bool never(const Candidate &)
{
    return false;
}

int largestChange(const Image &a, const Image &b)
{
    int largest = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i)
        largest = std::max(largest, std::abs(int(a.pixels[i]) - int(b.pixels[i])));
    return largest;
}

TEST(AdvGan, PerturbsEachSeedOnceInOrderAndEnds)
{
    AdvGanRig rig(Settings{{"seeds-per-step", "5"}});
    rig.start();
    EXPECT_EQ(rig.train(), 2 * 3); // two epochs of three batches
    EXPECT_TRUE(rig.bench.judged.empty());
    EXPECT_EQ(rig.generator->queueLength(), 12);
    EXPECT_EQ(rig.search(), 3);
    EXPECT_EQ(rig.bench.batches, (std::vector<std::size_t>{5, 5, 2}));
    ASSERT_EQ(rig.bench.judged.size(), 12u);
    for (std::size_t i = 0; i < 12; ++i) {
        EXPECT_EQ(rig.bench.judged[i].seed, int(i));
        EXPECT_EQ(rig.bench.judged[i].parent, 0);
        EXPECT_EQ(rig.bench.judged[i].mutation.mutator, "advgan");
    }
    EXPECT_EQ(rig.generator->queueLength(), 0);
    EXPECT_NE(rig.generator->diagnosis().find("every seed has been perturbed"), std::string::npos);
    EXPECT_EQ(rig.bench.tries.at("advgan"), 12);
}

TEST(AdvGan, ChangesStayWithinTheDistance)
{
    for (const auto &[distance, bound] : std::vector<std::pair<std::string, int>>{{"0", 76}, {"9.9", 9}}) {
        AdvGanRig rig({{"distance", distance}, {"epochs", "60"}, {"rate", "0.01"}, {"patience", "0"}});
        rig.start();
        rig.train();
        rig.search();
        int largest = 0;
        for (const Candidate &candidate : rig.bench.judged)
            largest = std::max(largest,
                               largestChange(candidate.image, rig.seeds[std::size_t(candidate.seed)].image));
        EXPECT_LE(largest, bound);
        EXPECT_GT(largest, bound / 2); // or the bound was never near
    }
}

TEST(AdvGan, TrainingMakesTestsFail)
{
    const auto failing = [](const std::string &epochs) {
        AdvGanRig rig({{"epochs", epochs}, {"patience", "0"}, {"rate", "0.003"}, {"width", "4"}}, 24);
        rig.start();
        rig.train();
        rig.search();
        return std::count(rig.bench.verdicts.begin(), rig.bench.verdicts.end(), true);
    };
    const auto before = failing("1");
    const auto after = failing("60");
    EXPECT_GT(after, before);
    EXPECT_GE(after, 20);
}

TEST(AdvGan, TargetedTestsAreTakenForTheTarget)
{
    AdvGanRig rig({{"target", "2"}, {"epochs", "80"}, {"patience", "0"}, {"rate", "0.003"}, {"width", "4"}},
                  24);
    rig.start();
    rig.train();
    rig.search();
    const auto others
        = std::count_if(rig.seeds.begin(), rig.seeds.end(), [](const Seed &seed) { return seed.label != 2; });
    ASSERT_EQ(std::ptrdiff_t(rig.bench.judged.size()), others); // seeds of class 2 have nothing to reach
    int reached = 0;
    for (const Candidate &candidate : rig.bench.judged) {
        EXPECT_NE(rig.seeds[std::size_t(candidate.seed)].label, 2);
        reached += rig.model.label(candidate.image) == 2;
    }
    EXPECT_GT(reached, others * 3 / 4);
    EXPECT_NE(rig.generator->diagnosis().find("were taken for class 2"), std::string::npos);
}

TEST(AdvGan, TheSameRunMakesTheSameTestsAnotherSeedOthers)
{
    AdvGanRig first;
    AdvGanRig second;
    AdvGanRig third;
    third.runSeed = 2;
    for (AdvGanRig *rig : {&first, &second, &third}) {
        rig->start();
        rig->train();
        rig->search();
    }
    expectSame(first.bench.judged, second.bench.judged);
    int different = 0;
    for (std::size_t i = 0; i < 12; ++i)
        different += first.bench.judged[i].image != third.bench.judged[i].image;
    EXPECT_GT(different, 0);
}

TEST(AdvGan, ATrainedGeneratorIsTakenFromTheCache)
{
    AdvGanRig first;
    first.start();
    first.train();
    first.search();
    AdvGanRig second;
    second.data.artefacts = first.data.artefacts;
    second.start();
    EXPECT_FALSE(second.generator->training());
    EXPECT_TRUE(second.bench.points.empty());
    second.search();
    expectSame(first.bench.judged, second.bench.judged);
}

TEST(AdvGan, NetworksOfOtherSettingsAreNotTakenOver)
{
    AdvGanRig first;
    first.start();
    first.train();
    for (const Settings &other :
         {Settings{{"distance", "20"}}, Settings{{"kappa", "3"}}, Settings{{"target", "1"}},
          Settings{{"mode", "black-box"}}, Settings{{"epochs", "3"}}, Settings{{"training-images", "8"}}}) {
        AdvGanRig rig(other);
        rig.data.artefacts = first.data.artefacts;
        rig.start();
        EXPECT_TRUE(rig.generator->training()) << other.begin()->first;
    }
    AdvGanRig steps(Settings{{"seeds-per-step", "7"}}); // of no account to the weights
    steps.data.artefacts = first.data.artefacts;
    steps.start();
    EXPECT_FALSE(steps.generator->training());
}

class AdvGanModes : public ::testing::TestWithParam<Settings> { };

TEST_P(AdvGanModes, AnInterruptedTrainingEndsWithTheSameNetworks)
{
    Settings settings = GetParam();
    settings["epochs"] = "4";
    AdvGanRig whole(settings);
    whole.start();
    const int steps = whole.train();
    AdvGanRig cut(settings);
    cut.start();
    ASSERT_EQ(cut.train(steps / 2 + 1), steps / 2 + 1);
    AdvGanRig resumed(settings);
    resumed.resume(cut);
    EXPECT_TRUE(resumed.generator->training());
    EXPECT_LT(resumed.train(), steps);
    ASSERT_EQ(resumed.data.artefacts.size(), 1u);
    EXPECT_EQ(resumed.data.artefacts.begin()->second.bytes, whole.data.artefacts.begin()->second.bytes);
}

INSTANTIATE_TEST_SUITE_P(Modes, AdvGanModes,
                         ::testing::Values(Settings{{"patience", "2"}},
                                           Settings{{"mode", "black-box"}, {"distillation-epochs", "2"}},
                                           Settings{{"mode", "black-box"}, {"distillation", "static"}}));

TEST(AdvGan, SavedAndLoadedGoesOnAsIfNeverInterrupted)
{
    AdvGanRig whole;
    whole.start();
    whole.train();
    whole.search(5);
    AdvGanRig resumed;
    resumed.resume(whole);
    EXPECT_FALSE(resumed.generator->training());
    EXPECT_EQ(resumed.generator->save(), whole.generator->save());
    EXPECT_EQ(resumed.generator->queueLength(), 7);
    whole.bench.judged.clear();
    whole.search();
    resumed.search();
    EXPECT_EQ(resumed.bench.judged.size(), 7u);
    expectSame(whole.bench.judged, resumed.bench.judged);
    EXPECT_EQ(resumed.generator->diagnosis(), whole.generator->diagnosis());
}

TEST(AdvGan, EndsEarlyWhereTheSuccessRateDoesNotRise)
{
    // Nothing pulls the images over: the first epoch's rate stays the best one.
    AdvGanRig rig({{"epochs", "50"}, {"patience", "2"}, {"adversarial-weight", "0"}, {"distance", "1"}});
    rig.start();
    EXPECT_EQ(rig.train(), 3 * 3);
    EXPECT_EQ(rig.data.artefacts.begin()->second.description["epochs_trained"], 3);
}

TEST(AdvGan, LossesAreReportedBatchByBatch)
{
    AdvGanRig rig;
    rig.start();
    rig.train();
    ASSERT_EQ(rig.bench.points.size(), 6u);
    std::vector<std::string> names;
    for (const auto &[name, value] : rig.bench.points.back().values)
        names.push_back(name);
    EXPECT_EQ(names, (std::vector<std::string>{"discriminator", "gan", "adversarial", "hinge", "success"}));
    EXPECT_EQ(rig.bench.points.back().epoch, 2);
}

// Outputs that are no numbers, from the given gradient on.
class FailingModel : public FakeModel {
public:
    FloatImages gradient(const FloatImages &images, const Objective &objective) override
    {
        FloatImages result = FakeModel::gradient(images, objective);
        if (++asked >= from)
            result.values.front() = std::numeric_limits<float>::quiet_NaN();
        return result;
    }
    int asked = 0;
    int from = 1;
};

TEST(AdvGan, DivergenceInTheFirstEpochEndsTheRunWithAReason)
{
    AdvGanRigOf<FailingModel> rig;
    rig.start();
    expectError(ErrorCode::Usage, "diverged", [&] { rig.train(); });
}

TEST(AdvGan, LaterDivergenceKeepsTheLastGoodEpoch)
{
    AdvGanRigOf<FailingModel> rig({{"epochs", "5"}, {"patience", "0"}});
    rig.model.from = 8; // in the third epoch
    rig.start();
    EXPECT_EQ(rig.train(), 8);
    EXPECT_NE(rig.bench.notes.find("the networks of epoch 2 are used"), std::string::npos) << rig.bench.notes;
    rig.search();
    EXPECT_EQ(rig.bench.judged.size(), 12u);
    EXPECT_EQ(rig.data.artefacts.begin()->second.description["epochs_trained"], 2);
}

TEST(AdvGan, AModelWithoutGradientsFailsInItsOwnWords)
{
    DeafRig rig;
    rig.start();
    expectError(ErrorCode::Unsupported, "no gradients", [&] { rig.train(); });
}

TEST(AdvGan, ABlackBoxIsAskedForPredictionsOnly)
{
    for (const char *const kind : {"dynamic", "static"}) {
        DeafRig rig({{"mode", "black-box"}, {"distillation", kind}, {"distillation-epochs", "2"}});
        rig.start();
        EXPECT_EQ(rig.train(), (2 + 2) * 3);
        EXPECT_EQ(rig.bench.points.back().values.back().first, "distillation");
        rig.search();
        EXPECT_EQ(rig.bench.judged.size(), 12u);
        EXPECT_EQ(rig.model.asked, 0);
    }
}

TEST(AdvGan, ABlackBoxIsFooledByWayOfItsCopy)
{
    DeafRig rig({{"mode", "black-box"},
                 {"epochs", "60"},
                 {"patience", "0"},
                 {"rate", "0.003"},
                 {"width", "4"},
                 {"distillation-epochs", "20"}},
                24);
    rig.start();
    rig.train();
    rig.search();
    EXPECT_GE(std::count(rig.bench.verdicts.begin(), rig.bench.verdicts.end(), true), 16);
    EXPECT_EQ(rig.model.asked, 0);
}

TEST(AdvGan, KeepsPassingTestsThatAddCoverage)
{
    AdvGanRig rig;
    rig.bench.failing = [](const Candidate &candidate) { return candidate.seed % 2 == 0; };
    rig.bench.features = [](const Candidate &candidate) {
        return std::set<FakeBench::Feature>{FakeBench::Feature(candidate.seed / 4)};
    };
    rig.start();
    rig.train();
    rig.search();
    EXPECT_EQ(rig.bench.keptIds().size(), 3u); // seeds 1, 5 and 9: the first passing ones of their fours
    for (const TestId test : rig.bench.keptIds())
        EXPECT_EQ(rig.bench.stored.at(test).candidate.seed % 4, 1);
}

TEST(AdvGan, NothingFoundIsExplained)
{
    AdvGanRig rig;
    rig.bench.failing = never;
    rig.start();
    rig.train();
    EXPECT_EQ(rig.generator->diagnosis(), "");
    rig.step();
    EXPECT_NE(rig.generator->diagnosis().find("none of the 1 perturbed"), std::string::npos);
}

TEST(AdvGan, WithoutSeedsItTrainsNothing)
{
    AdvGanRig rig({}, 0);
    rig.start();
    EXPECT_FALSE(rig.generator->training());
    EXPECT_EQ(rig.step(), StepResult::Exhausted);
    EXPECT_EQ(rig.generator->diagnosis(), "there is no seed to perturb");
}

TEST(AdvGan, SeedsOfTheTargetsClassAloneAreNoWork)
{
    AdvGanRig rig(Settings{{"target", "3"}});
    for (Seed &seed : rig.seeds)
        seed.label = 3;
    rig.start();
    EXPECT_FALSE(rig.generator->training());
    EXPECT_EQ(rig.step(), StepResult::Exhausted);
    EXPECT_NE(rig.generator->diagnosis().find("class 3"), std::string::npos);
}

TEST(AdvGan, WrongUsageSaysSo)
{
    AdvGanRig target(Settings{{"target", "4"}});
    expectError(ErrorCode::Usage, "class 4 cannot be the target", [&] { target.start(); });
    AdvGanRig distance(Settings{{"distance", "0.5"}});
    expectError(ErrorCode::Usage, "less than one grey level", [&] { distance.start(); });
}

TEST(AdvGan, DamagedStateIsBadData)
{
    AdvGanRig rig;
    rig.start();
    rig.train();
    rig.search(3);
    const std::string bytes = rig.generator->save();
    AdvGanRig shorter({}, 2);
    for (const std::string &bad :
         {std::string(), std::string("nonsense"), bytes.substr(0, bytes.size() / 2)}) {
        GeneratorContext context = rig.context();
        expectError(ErrorCode::BadData, "", [&] { rig.generator->load(context, bad); });
    }
    GeneratorContext context = shorter.context();
    expectError(ErrorCode::BadData, "more seeds", [&] { shorter.generator->load(context, bytes); });
}

} // namespace
} // namespace mutascope
