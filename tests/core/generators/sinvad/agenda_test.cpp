// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/sinvad/agenda.h"
#include "core/generators/sinvad/calibration.h"
#include <gtest/gtest.h>

namespace mutascope::sinvad {
namespace {

std::vector<Seed> seedsOf(const std::vector<int> &labels)
{
    std::vector<Seed> seeds;
    for (const int label : labels)
        seeds.push_back({0, label, {}});
    return seeds;
}

Settings targeted(int target, int rounds = 1)
{
    Settings settings;
    settings.mode = Mode::Targeted;
    settings.target = target;
    settings.rounds = rounds;
    return settings;
}

TEST(SinVadAgenda, EachSeedGoesToAllOtherClasses)
{
    Agenda agenda(targeted(-1), seedsOf({1, 0}), 3);
    EXPECT_EQ(agenda.remaining(), 4);
    std::vector<std::pair<int, int>> pairs;
    std::vector<bool> first;
    while (!agenda.empty(true))
        for (const Task &task : agenda.next(3, true)) {
            EXPECT_EQ(task.label, task.seed == 0 ? 1 : 0);
            pairs.emplace_back(task.seed, task.target);
            first.push_back(agenda.firstOfSeed(task));
        }
    EXPECT_EQ(pairs, (std::vector<std::pair<int, int>>{{0, 0}, {0, 2}, {1, 1}, {1, 2}}));
    EXPECT_EQ(first, (std::vector<bool>{true, false, true, false}));
}

TEST(SinVadAgenda, SeedsOfTheTargetAreLeftOut)
{
    Agenda agenda(targeted(2), seedsOf({2, 0, 2, 1}), 3);
    const auto tasks = agenda.next(10, true);
    ASSERT_EQ(tasks.size(), 2u);
    EXPECT_EQ(tasks[0].seed, 1);
    EXPECT_EQ(tasks[1].seed, 3);
    EXPECT_TRUE(agenda.empty(true));
}

TEST(SinVadAgenda, RoundsRepeatAndMayBeEndless)
{
    Settings settings;
    settings.rounds = 2;
    Agenda twice(settings, seedsOf({0, 1}), 2);
    EXPECT_EQ(twice.next(10, true).size(), 2u);
    EXPECT_EQ(twice.next(10, true).size(), 2u);
    EXPECT_TRUE(twice.empty(true));
    settings.rounds = 0;
    Agenda endless(settings, seedsOf({0, 1}), 2);
    for (int i = 0; i < 50; ++i)
        EXPECT_EQ(endless.next(3, true).size(), 2u);
    EXPECT_FALSE(endless.empty(true));
    EXPECT_TRUE(endless.empty(false)); // a whole round began nothing
    Agenda hopeless(targeted(1, 0), seedsOf({1, 1}), 2);
    EXPECT_TRUE(hopeless.next(3, false).empty());
    EXPECT_TRUE(hopeless.empty(false));
}

TEST(SinVadAgenda, TooFewClassesAreWrongUsage)
{
    EXPECT_THROW(Agenda(targeted(-1), seedsOf({0}), 1), Error);
    EXPECT_THROW(Agenda(targeted(3), seedsOf({0}), 3), Error);
    EXPECT_NO_THROW(Agenda(targeted(2), seedsOf({0}), 3));
}

TEST(SinVadAgenda, PositionsOutsideAreBadData)
{
    Agenda agenda(targeted(-1), seedsOf({0, 1}), 3);
    agenda.setPosition(4);
    EXPECT_TRUE(agenda.empty(true));
    EXPECT_THROW(agenda.setPosition(5), Error);
    EXPECT_THROW(agenda.setPosition(-1), Error);
}

TEST(SinVadCalibration, ValidityIsTheShareReconstructedNoBetter)
{
    const Calibration calibration({0.4, 0.1, 0.3, 0.2}, {-1, 1});
    EXPECT_DOUBLE_EQ(calibration.validity(0.05), 1);
    EXPECT_DOUBLE_EQ(calibration.validity(0.1), 1);
    EXPECT_DOUBLE_EQ(calibration.validity(0.25), 0.5);
    EXPECT_DOUBLE_EQ(calibration.validity(0.5), 0);
}

} // namespace
} // namespace mutascope::sinvad
