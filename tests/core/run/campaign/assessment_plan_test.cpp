// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/assessment_plan.h"
#include "core/run/campaign/assessment_presets.h"
#include "core/run/campaign/cell.h"
#include "tests/core/run/run_fixture.h"
#include "tests/support/error_code.h"
#include <fstream>

namespace mutascope {
namespace {

AssessmentRequest request()
{
    AssessmentRequest asked;
    asked.project = std::filesystem::path(MUTASCOPE_SOURCE_DIR) / "projects/fashion-mnist-lenet5";
    asked.generators = {"deephunter", "random"};
    asked.budget.modelCalls = 500;
    asked.repeats = 2;
    asked.seed = 10;
    return asked;
}

TEST(AssessmentPlan, CellsOfARepeatShareTheirSeed)
{
    const std::vector<Cell> cells = cellsOf(planAssessment(request()));
    ASSERT_EQ(cells.size(), 4u);
    EXPECT_EQ(cells[1].id(), "deephunter-2");
    EXPECT_EQ(cells[1].seed, 11u);
    EXPECT_EQ(cells[3].seed, 11u);
}

TEST(AssessmentPlan, SettingsGoToWhoeverTakesThem)
{
    AssessmentRequest asked = request();
    asked.settings = {"seeds-per-class=3", "deephunter.gamma=7"};
    const AssessmentPlan plan = planAssessment(asked);
    EXPECT_EQ(plan.configOf("deephunter", 1).settings.at("gamma"), "7");
    EXPECT_EQ(plan.configOf("random", 1).settings.count("gamma"), 0u);
    EXPECT_EQ(plan.configOf("random", 2).settings.at("seeds-per-class"), "3");
    EXPECT_EQ(toJson(plan).at("runs").at("generators").at("random").at("seeds-per-class"), 3);
}

TEST(AssessmentPlan, WrongOptionsAreRefused)
{
    const auto codeWith = [](const std::function<void(AssessmentRequest &)> &change) {
        AssessmentRequest asked = request();
        change(asked);
        return codeOf([&] { planAssessment(asked); });
    };
    EXPECT_EQ(codeWith([](auto &asked) {
                  asked.settings = {"sinvad.rounds=2", "rounds"};
              }),
              ErrorCode::Usage);
    EXPECT_EQ(codeWith([](auto &asked) { asked.settings = {"no-such=2"}; }), ErrorCode::Usage);
    EXPECT_EQ(codeWith([](auto &asked) { asked.settings = {"deephunter.gamma=-1"}; }), ErrorCode::Usage);
    EXPECT_EQ(codeWith([](auto &asked) { asked.generators = {"random", "random"}; }), ErrorCode::Usage);
    EXPECT_EQ(codeWith([](auto &asked) { asked.budget = {}; }), ErrorCode::Usage);
    EXPECT_EQ(codeWith([](auto &asked) { asked.metrics = {"ssin"}; }), ErrorCode::Usage);
    EXPECT_EQ(codeWith([](auto &asked) { asked.preset = "lenet"; }), ErrorCode::Usage);
    EXPECT_EQ(codeWith([](auto &asked) { asked.project = "/nowhere"; }), ErrorCode::NotFound);
}

TEST(AssessmentPlan, EveryPresetIsLegal)
{
    for (const AssessmentPreset &preset : assessmentPresets()) {
        AssessmentRequest asked = request();
        asked.generators.clear();
        asked.budget = {};
        asked.preset = preset.id;
        const AssessmentPlan plan = planAssessment(asked);
        EXPECT_EQ(plan.budget.modelCalls, preset.calls) << preset.id;
        EXPECT_EQ(plan.generators.size(), generators().size());
    }
}

TEST(AssessmentPlan, GivenSettingsGoBeforeThePreset)
{
    AssessmentRequest asked = request();
    asked.preset = "quick";
    asked.settings = {"seeds-per-class=4"};
    const AssessmentPlan plan = planAssessment(asked);
    EXPECT_EQ(plan.configOf("random", 1).settings.at("seeds-per-class"), "4");
    EXPECT_EQ(plan.budget.modelCalls, 500);
}

TEST(AssessmentPlan, DifferencesAreNamed)
{
    AssessmentRequest asked = request();
    const nlohmann::json stored = toJson(planAssessment(asked));
    EXPECT_TRUE(differencesOf(stored, stored).empty());
    asked.settings = {"deephunter.gamma=7"};
    asked.metrics = {"ssim"}; // how runs are measured may change
    EXPECT_EQ(differencesOf(stored, toJson(planAssessment(asked))),
              std::vector<std::string>{"generators.deephunter.gamma: 5.0 there, 7.0 now"});
}

TEST(CellRecords, ComeBackAndDamagedOnesWait)
{
    const test::TemporaryFolder temporary;
    const AssessmentFolder folder(temporary.path());
    std::filesystem::create_directories(folder.cells());
    const Cell cell{"random", 3, 12};
    EXPECT_EQ(folder.record(cell).state, CellState::Waiting);
    folder.store(cell, {CellState::Failed, 2, "why", 4096});
    EXPECT_EQ(folder.record(cell).message, "why");
    EXPECT_EQ(folder.record(cell).peakBytes, 4096);
    folder.store(cell, {CellState::Running, 0, "", 0});
    EXPECT_EQ(folder.record(cell).state, CellState::Stopped);
    std::ofstream(folder.cells() / "random-3.cell.json") << "{\"state\":7";
    EXPECT_EQ(folder.record(cell).state, CellState::Waiting);
}

} // namespace
} // namespace mutascope
