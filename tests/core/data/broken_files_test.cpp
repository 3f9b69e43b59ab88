// SPDX-License-Identifier: GPL-3.0-or-later
// Every case of tests/data/broken must end in one clear error: tests/data/broken.tsv says in which.
#include "tests/core/data/data_fixture.h"
#include <sstream>

namespace mutascope {
namespace {

struct Case {
    std::string name, format, path, split, message;
};

void PrintTo(const Case &one, std::ostream *out) // instead of its bytes
{
    *out << one.name;
}

std::vector<Case> cases()
{
    std::vector<Case> out;
    std::ifstream file(dataFolder / "broken.tsv");
    std::string line;
    std::getline(file, line); // the names of the columns
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        Case one;
        for (std::string *field : {&one.name, &one.format, &one.path, &one.split, &one.message})
            std::getline(fields, *field, '\t');
        out.push_back(one);
    }
    return out;
}

class BrokenFilesTest : public testing::TestWithParam<Case> { };

TEST_P(BrokenFilesTest, isRefusedWithItsReason)
{
    const Case &one = GetParam();
    const DataSource source{one.format, dataFolder / "broken" / one.name / one.path};
    try {
        openDataset(source, one.split);
        FAIL() << "no error";
    } catch (const Error &error) {
        const std::string message = error.message();
        EXPECT_NE(message.find(one.message), std::string::npos) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_FALSE(error.hint().empty()) << message;
        EXPECT_LT(message.size(), 800u) << message;
        EXPECT_NE(error.code(), ErrorCode::Internal) << message;
    }
}

std::string testName(const testing::TestParamInfo<Case> &info)
{
    std::string name = info.param.name;
    for (char &c : name)
        c = c == '-' ? '_' : c;
    return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, BrokenFilesTest, testing::ValuesIn(cases()), testName);

TEST(BrokenFilesTest, thereAreEnoughOfThem)
{
    EXPECT_GE(cases().size(), 70u);
}

} // namespace
} // namespace mutascope
