// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/base/expect_error.h"
#include <vector>

namespace mutascope {
namespace {

const std::vector<std::string> names = {"deephunter", "random", "nc", "kmnc", "batch-size"};

TEST(NearestNameTest, findsTypingMistakes)
{
    EXPECT_EQ(nearestName("deephuntr", names), "deephunter");
    EXPECT_EQ(nearestName("depehunter", names), "deephunter"); // swapped: one mistake
    EXPECT_EQ(nearestName("rndom", names), "random");
    EXPECT_EQ(nearestName("kmcn", names), "kmnc");
}

TEST(NearestNameTest, ignoresCaseAndUnderscores)
{
    EXPECT_EQ(nearestName("DEEPHUNTER", names), "deephunter");
    EXPECT_EQ(nearestName("Batch_Size", names), "batch-size");
}

TEST(NearestNameTest, doesNotGuessWildly)
{
    EXPECT_EQ(nearestName("genetic", names), "");
    EXPECT_EQ(nearestName("xy", names), "");
    EXPECT_EQ(nearestName("", names), "");
    EXPECT_EQ(nearestName("random", {}), "");
}

TEST(NearestNameTest, unknownNamesSayWhatIsKnown)
{
    expectError(ErrorCode::Usage, "unknown thing 'rndom'. Did you mean 'random'?",
                [] { throwUnknownName("thing", "rndom", names); });
    expectError(ErrorCode::Usage, "Known: deephunter, random, nc, kmnc, batch-size",
                [] { throwUnknownName("thing", "?", names); });
}

TEST(NearestNameTest, ofThousandsOfNamesAFewAreSaid)
{
    const std::vector<std::string> many(1000, "class");
    try {
        throwUnknownName("class", "?", many);
    } catch (const Error &error) {
        EXPECT_LT(error.hint().size(), 300u);
        EXPECT_NE(error.hint().find("class and 970 more"), std::string::npos) << error.hint();
    }
}

TEST(ErrorTest, messageIsOneLine)
{
    EXPECT_EQ(Error(ErrorCode::Io, "no\nroom", "Free some").message(), "no room. Free some");
    EXPECT_EQ(Error(ErrorCode::Io, "really?", "Yes").message(), "really? Yes");
    EXPECT_EQ(Error(ErrorCode::Io, "no room").message(), "no room");
}

TEST(ErrorTest, onlyUsageExitsWithTwo)
{
    EXPECT_EQ(exitCode(ErrorCode::Usage), 2);
    for (const ErrorCode code : {ErrorCode::NotFound, ErrorCode::BadData, ErrorCode::Io, ErrorCode::Internal})
        EXPECT_EQ(exitCode(code), 1);
}

} // namespace
} // namespace mutascope
