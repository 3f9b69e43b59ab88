// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/grid.h"
#include "tests/core/base/expect_error.h"

namespace mutascope {
namespace {

using Values = std::vector<double>;

const GridRule anyNumber = {"any", -100, 100, false};
const GridRule wholeNumber = {"count", 1, 9, true};

TEST(GridTest, rangesIncludeTheLastValueAndAreExact)
{
    EXPECT_EQ(parseGrid(anyNumber, "0.7:1.1:0.1"), (Values{0.7, 0.8, 0.9, 1.0, 1.1}));
    EXPECT_EQ(parseGrid(anyNumber, "-0.6:0.5:0.1"),
              (Values{-0.6, -0.5, -0.4, -0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4, 0.5}));
    EXPECT_EQ(parseGrid(anyNumber, "-3:2:1"), (Values{-3, -2, -1, 0, 1, 2}));
    EXPECT_EQ(parseGrid(anyNumber, "0:10:4"), (Values{0, 4, 8}));
    EXPECT_EQ(parseGrid(anyNumber, "5:5:1"), (Values{5}));
}

TEST(GridTest, lists)
{
    EXPECT_EQ(parseGrid(anyNumber, "3, -1.5 ,+2"), (Values{3, -1.5, 2}));
    EXPECT_EQ(parseGrid(anyNumber, "7"), (Values{7}));
    EXPECT_EQ(parseGrid(anyNumber, "1,1,2"), (Values{1, 1, 2})); // twice as likely
}

TEST(GridTest, badGrids)
{
    const auto bad = [](const GridRule &rule, const char *text, const char *why) {
        expectError(ErrorCode::Usage, why, [&] { parseGrid(rule, text); });
    };
    bad(anyNumber, "", "it is empty");
    bad(anyNumber, "  ", "it is empty");
    bad(anyNumber, "a", "'a' is not a number");
    bad(anyNumber, "1,,2", "'' is not a number");
    bad(anyNumber, "1,2,", "'' is not a number");
    bad(anyNumber, "1;2", "'1;2' is not a number");
    bad(anyNumber, "nan", "'nan' is not a number");
    bad(anyNumber, "0:inf:1", "'inf' is not a number");
    bad(anyNumber, "0:1", "three numbers, not 2");
    bad(anyNumber, "0:1:1:1", "three numbers, not 4");
    bad(anyNumber, "0:1:0", "above 0");
    bad(anyNumber, "0:1:-1", "above 0");
    bad(anyNumber, "1:0:1", "below the first");
    bad(anyNumber, "0:1:1e-300", "more than 100000 values");
    bad(anyNumber, "0:101:1", "101 is not among the numbers from -100 to 100");
    bad(wholeNumber, "1,2.5", "2.5 is not among the whole numbers from 1 to 9");
    bad(wholeNumber, "0:9:1", "0 is not among");
    bad(wholeNumber, "1e400", "not a number");
    bad(wholeNumber, "0", "mutator 'count'");
}

} // namespace
} // namespace mutascope
