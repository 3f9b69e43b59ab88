// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/assessment_table.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

// Generators with the given values of the metric "ssim", one a repeat; a repeat without one is missing.
Assessment assessmentOf(const std::vector<std::vector<std::optional<double>>> &values)
{
    static const char *const ids[] = {"deephunter", "random", "tensorfuzz"};
    Assessment assessment;
    assessment.plan.metrics = {"ssim"};
    assessment.plan.repeats = int(values.front().size());
    assessment.plan.versions = "{}";
    for (std::size_t g = 0; g < values.size(); ++g) {
        assessment.plan.generators.push_back({ids[g], {}});
        for (std::size_t r = 0; r < values[g].size(); ++r) {
            AssessedCell cell;
            cell.cell = {ids[g], int(r) + 1, assessment.plan.seedOf(int(r) + 1)};
            cell.record.state = CellState::Finished;
            cell.measures.emplace();
            MetricValue value;
            value.value = values[g][r];
            if (!value.value)
                value.missing = "needs 1 failing test, has 0";
            cell.measures->metrics["ssim"] = value;
            cell.measures->figures["tests"] = 100;
            assessment.cells.push_back(cell);
        }
    }
    return assessment;
}

const Comparison &ssimOf(const std::vector<Comparison> &comparisons)
{
    for (const Comparison &comparison : comparisons)
        if (comparison.figure.id == "ssim")
            return comparison;
    throw std::logic_error("no ssim");
}

TEST(AssessmentTable, SummarisesEachGenerator)
{
    const auto comparisons = compare(assessmentOf({{0.9, 0.7, 0.8}, {0.1, 0.2, std::nullopt}}));
    const Comparison &ssim = ssimOf(comparisons);
    EXPECT_NEAR(ssim.columns[0].summary->mean, 0.8, 1e-12);
    EXPECT_NEAR(ssim.columns[0].summary->deviation, 0.1, 1e-12);
    EXPECT_EQ(ssim.columns[1].values.size(), 2u);
    EXPECT_EQ(ssim.columns[1].missing, std::vector<std::string>{"needs 1 failing test, has 0"});
}

TEST(AssessmentTable, CallsOfATrainingVaryWithTheCache)
{
    Assessment assessment = assessmentOf({{0.9}});
    assessment.plan.metrics = {"training-calls", "calls-per-test", "peak-memory"};
    std::map<std::string, bool> reproducible;
    for (const Figure &figure : figuresOf(assessment))
        reproducible[figure.id] = figure.reproducible;
    EXPECT_FALSE(reproducible.at("training-calls"));
    EXPECT_FALSE(reproducible.at("peak-memory"));
    EXPECT_TRUE(reproducible.at("calls-per-test"));
}

TEST(AssessmentTable, PairsHaveExactValues)
{
    // Three against three without overlap: p = 2 / C(6, 3) = 0.1, A12 = 1.
    const auto comparisons = compare(assessmentOf({{0.9, 0.7, 0.8}, {0.1, 0.2, 0.3}}));
    const Comparison &ssim = ssimOf(comparisons);
    ASSERT_EQ(ssim.pairs.size(), 1u);
    EXPECT_NEAR(ssim.pairs[0].p, 0.1, 1e-12);
    EXPECT_NEAR(ssim.pairs[0].corrected, 0.1, 1e-12);
    EXPECT_DOUBLE_EQ(ssim.pairs[0].a12, 1);
}

TEST(AssessmentTable, BestOnlyWhereItIsSignificant)
{
    const auto few = compare(assessmentOf({{0.9, 0.7, 0.8}, {0.1, 0.2, 0.3}}));
    EXPECT_FALSE(ssimOf(few).columns[0].best);
    // Five against five: 2 / C(10, 5) = 0.0079.
    const auto many = compare(assessmentOf({{.91, .92, .93, .94, .95}, {.1, .2, .3, .4, .5}}));
    EXPECT_TRUE(ssimOf(many).columns[0].best);
    EXPECT_FALSE(ssimOf(many).columns[1].best);
    // The second best overlaps with the best: only the worst is left behind.
    const auto close = compare(
        assessmentOf({{.91, .92, .93, .94, .95}, {.911, .921, .9, .941, .951}, {.1, .2, .3, .4, .5}}));
    for (const Column &column : ssimOf(close).columns)
        EXPECT_FALSE(column.best) << column.generator;
}

TEST(AssessmentTable, HolmIsOverAllPairs)
{
    const auto comparisons
        = compare(assessmentOf({{.91, .92, .93, .94, .95}, {.61, .62, .63, .64, .65}, {.1, .2, .3, .4, .5}}));
    for (const Pair &pair : ssimOf(comparisons).pairs) {
        EXPECT_NEAR(pair.p, 2.0 / 252, 1e-12);
        EXPECT_NEAR(pair.corrected, 3 * 2.0 / 252, 1e-12); // the smallest times the number of pairs
    }
}

TEST(AssessmentTable, SmallestPOfEightGenerators)
{
    EXPECT_NEAR(smallestP(8, 5), 28 * 2.0 / 252, 1e-9);
    EXPECT_NEAR(smallestP(8, 7), 28 * 2.0 / 3432, 1e-9);
    EXPECT_DOUBLE_EQ(smallestP(8, 1), 1);
}

TEST(AssessmentTable, RanksAreOfThoseWithAValueInEachRepeat)
{
    const auto comparisons = compare(assessmentOf({{.9, .8, .7}, {.1, std::nullopt, .3}, {.5, .6, .2}}));
    const Comparison &ssim = ssimOf(comparisons);
    ASSERT_EQ(ssim.meanRanks.size(), 3u);
    EXPECT_EQ(ssim.meanRanks[0], 1);
    EXPECT_EQ(ssim.meanRanks[1], std::nullopt);
    EXPECT_EQ(ssim.meanRanks[2], 2);
}

TEST(AssessmentTable, CsvHasARowACellAndFigure)
{
    const std::string csv = resultsCsv(assessmentOf({{0.5, std::nullopt}}));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2 * 2); // ssim and tests
    EXPECT_NE(csv.find("deephunter,1,1,finished,naturalness,ssim,,0.5,"), std::string::npos) << csv;
    EXPECT_NE(csv.find("\"needs 1 failing test, has 0\""), std::string::npos) << csv;
    EXPECT_EQ(csv.find("nan"), std::string::npos);
}

TEST(AssessmentTable, FailedCellSaysWhy)
{
    Assessment assessment = assessmentOf({{0.5, 0.6}});
    assessment.cells[1].measures.reset();
    assessment.cells[1].record = {CellState::Failed, 2, "its process was ended by signal 9 (Killed)", 0};
    EXPECT_EQ(valueOf(assessment.cells[1], figuresOf(assessment)[0]).missing,
              "the run failed: its process was ended by signal 9 (Killed)");
    EXPECT_TRUE(assessment.complete());
    EXPECT_EQ(assessment.failed(), 1u);
}

TEST(AssessmentTable, JsonLinesParse)
{
    const std::string text = resultsJsonl(assessmentOf({{0.5}}));
    const auto object = nlohmann::json::parse(text.substr(0, text.find('\n')));
    EXPECT_EQ(object.at("generator"), "deephunter");
    EXPECT_DOUBLE_EQ(object.at("figures").at("ssim").at("value").get<double>(), 0.5);
}

TEST(AssessmentTable, LatexMarksTheBest)
{
    const Assessment assessment = assessmentOf({{.91, .92, .93, .94, .95}, {.1, .2, .3, .4, .5}});
    const std::string latex = latexTable(compare(assessment), assessment.plan);
    EXPECT_NE(latex.find("\\begin{tabular}{lrr}"), std::string::npos) << latex;
    EXPECT_NE(latex.find("$\\mathbf{0.930 \\pm 0.016}$ & $0.30 \\pm 0.16$"), std::string::npos) << latex;
}

TEST(AssessmentTable, MeansHaveTheDecimalsOfTheirDeviation)
{
    EXPECT_EQ(deviationText(12.3456, 0.1234, " +- "), "12.35 +- 0.12");
    EXPECT_EQ(deviationText(1772.4, 1053, " +- "), "1772 +- 1053");
    EXPECT_EQ(deviationText(0.000347, 0.000217, " +- "), "0.00035 +- 0.00022");
    EXPECT_EQ(deviationText(-135.3, 3.231, " +- "), "-135.3 +- 3.2");
    EXPECT_EQ(deviationText(0.09803921568627451, 2.9e-16, " +- "), "0.09804 +- 0"); // equal values
    EXPECT_EQ(deviationText(0, 0, " +- "), "0 +- 0");
    EXPECT_EQ(deviationText(3e-10, 2e-11, " +- "), "3e-10 +- 2e-11");
}

} // namespace
} // namespace mutascope
