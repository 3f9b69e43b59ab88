// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/missing_figures.h"
#include <gtest/gtest.h>

namespace mutascope {
namespace {

Comparison comparisonOf(const std::string &id, const std::vector<std::vector<std::string>> &missing)
{
    static const char *const generators[] = {"deephunter", "advgan", "random"};
    Comparison comparison;
    comparison.figure.id = id;
    for (std::size_t i = 0; i < missing.size(); ++i) {
        Column column;
        column.generator = generators[i];
        column.missing = missing[i];
        comparison.columns.push_back(column);
    }
    return comparison;
}

std::vector<std::string> idsOf(const MissingFigures &row)
{
    std::vector<std::string> ids;
    for (const Figure &figure : row.figures)
        ids.push_back(figure.id);
    return ids;
}

using Words = std::vector<std::string>;

TEST(MissingFigures, ReasonsThatDifferInTheirNumberAreOne)
{
    const auto rows
        = missingFigures({comparisonOf("fid",
                                       {{},
                                        {"needs 85 tests (84 values each), has 17; KID has no bound",
                                         "needs 85 tests (84 values each), has 2; KID has no bound"}}),
                          comparisonOf("kid", {{}, {"needs 2 tests, has 1"}})});
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].why, "needs 85 tests (84 values each), has 2 to 17; KID has no bound");
    EXPECT_EQ(rows[0].generators, Words{"advgan"});
    EXPECT_EQ(idsOf(rows[0]), Words{"fid"});
    EXPECT_EQ(rows[1].why, "needs 2 tests, has 1");
    EXPECT_FALSE(rows[1].everyGenerator);
    EXPECT_FALSE(rows[1].everyFigure);
}

TEST(MissingFigures, GeneratorsAndFiguresOfOneReasonShareARow)
{
    const Words few = {"needs 5 tests, has 1", "needs 5 tests, has 4"};
    const Words network = {"needs a network"};
    const auto rows
        = missingFigures({comparisonOf("clusters", {{}, few, few}), comparisonOf("noise", {{}, few, few}),
                          comparisonOf("lpips", {network, network, network})});
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].why, "needs 5 tests, has 1 to 4");
    EXPECT_EQ(rows[0].generators, (Words{"advgan", "random"}));
    EXPECT_EQ(idsOf(rows[0]), (Words{"clusters", "noise"}));
    EXPECT_TRUE(rows[1].everyGenerator);
    EXPECT_EQ(idsOf(rows[1]), Words{"lpips"});
}

TEST(MissingFigures, AFailedRunLacksEveryComparedFigure)
{
    const Words failed = {"the run failed: no memory, has 3x"};
    std::vector<Comparison> comparisons = {comparisonOf("a", {{}, failed}), comparisonOf("b", {{}, failed}),
                                           comparisonOf("raw", {{}, failed})};
    comparisons[2].figure.compared = false;
    const auto rows = missingFigures(comparisons);
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_TRUE(rows[0].everyFigure);
    EXPECT_EQ(rows[0].figures.size(), 2u);
    EXPECT_EQ(rows[0].why, failed.front());
    EXPECT_TRUE(missingFigures({}).empty());
}

} // namespace
} // namespace mutascope
