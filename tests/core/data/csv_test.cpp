// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/csv_text.h"
#include "tests/core/data/data_fixture.h"

namespace mutascope {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rowsOf(const std::string &text, char separator = ',')
{
    Rows rows;
    forCsvRows(text, separator, "t.csv", [&](const CsvRow &row) { rows.push_back(row.fields); });
    return rows;
}

// RFC 4180, section 2, rules 1 to 7.
TEST(CsvTextTest, followsTheRfc)
{
    EXPECT_EQ(rowsOf("aaa,bbb\r\nzzz,yyy\r\n"), (Rows{{"aaa", "bbb"}, {"zzz", "yyy"}}));
    EXPECT_EQ(rowsOf("aaa,bbb\nzzz,yyy"), (Rows{{"aaa", "bbb"}, {"zzz", "yyy"}}));
    EXPECT_EQ(rowsOf("\"aaa\",\"b \r\nb\",c\r\nz,y,x"), (Rows{{"aaa", "b \r\nb", "c"}, {"z", "y", "x"}}));
    EXPECT_EQ(rowsOf("\"a\",\"b\"\"bb\",\"c,d\"\n"), (Rows{{"a", "b\"bb", "c,d"}}));
    EXPECT_EQ(rowsOf("a,\n,b\n,\n"), (Rows{{"a", ""}, {"", "b"}, {"", ""}}));
    EXPECT_EQ(rowsOf("a, b \n"), (Rows{{"a", " b "}})); // spaces are part of a field
}

TEST(CsvTextTest, leavesOutEmptyLinesAndTheByteOrderMark)
{
    EXPECT_EQ(rowsOf("\xef\xbb\xbf\n\na,b\n\r\n\nc,d\n\n"), (Rows{{"a", "b"}, {"c", "d"}}));
    EXPECT_EQ(rowsOf(""), Rows{});
    EXPECT_EQ(rowsOf("a;b\n", ';'), (Rows{{"a", "b"}}));
}

TEST(CsvTextTest, linesAreCountedThroughQuotes)
{
    std::vector<std::size_t> lines;
    forCsvRows("a\n\"b\nb\"\n\nc\n", ',', "t.csv", [&](const CsvRow &row) { lines.push_back(row.line); });
    EXPECT_EQ(lines, (std::vector<std::size_t>{1, 2, 5}));
    expectError(ErrorCode::BadData, "'t.csv', line 2: it opens a quote", [] { rowsOf("a\n\"b\nb\n"); });
    expectError(ErrorCode::BadData, "line 1: it has a quote inside", [] { rowsOf("a\"b\n"); });
}

class CsvDataTest : public testing::Test {
protected:
    CsvDataTest()
    {
        for (int i = 0; i < 4; ++i)
            writeDeep(folder, "pictures/" + std::to_string(i) + ".png",
                      onePng(2, 2, {std::uint8_t(i), 0, 0}));
    }

    std::unique_ptr<Dataset> open(const std::string &text, const std::string &split,
                                  std::map<std::string, ParamValue> options = {},
                                  const std::vector<std::string> &classes = {})
    {
        options.try_emplace("images", std::string("pictures"));
        return openDataset({"csv", folder.write("table.csv", text), {}, classes, options}, split);
    }

    TempFolder folder;
};

TEST_F(CsvDataTest, readsNamesAndSplits)
{
    const std::string text
        = "Split,file,note,Class\ntrain,0.png,x,dog\ntest,1.png,\"a,b\",cat\ntrain,3.png,,cat\n"
          "val,2.png,,cow\n";
    const auto train = open(text, "train"), test = open(text, "test");
    EXPECT_EQ(train->spec().classNames, (std::vector<std::string>{"cat", "cow", "dog"}));
    EXPECT_EQ(labelsIn(*train), (std::vector<int>{2, 0}));
    EXPECT_EQ(train->sample(1).image.pixels[0], 3);
    EXPECT_EQ(labelsIn(*test), std::vector<int>{0}); // with test rows, val is not used
    EXPECT_EQ(labelsIn(*open(text, "train", {}, {"dog", "cat", "cow"})), (std::vector<int>{0, 1}));
    expectError(ErrorCode::BadData, "a class 'dog'", [&] { open(text, "train", {}, {"cat", "cow"}); });
}

TEST_F(CsvDataTest, readsNumbersWithoutAHeader)
{
    const auto data = open("0.png,7\n1.png,2\n", "test", {{"test-fraction", 1.0}});
    EXPECT_EQ(labelsIn(*data), (std::vector<int>{7, 2}));
    EXPECT_EQ(data->spec().classes, 8);
    const auto split = open("0.png,1,train\n1.png,0,validation\n", "test");
    EXPECT_EQ(labelsIn(*split), std::vector<int>{0}); // no test rows: val serves
}

TEST_F(CsvDataTest, columnsSeparatorAndEndingCanBeGiven)
{
    const auto data = open("id;kind;label\n2;b;x\n", "test",
                           {{"separator", std::string("semicolon")},
                            {"suffix", std::string(".png")},
                            {"label-column", std::string("Kind")},
                            {"test-fraction", 1.0}});
    EXPECT_EQ(data->spec().classNames, std::vector<std::string>{"b"});
    EXPECT_EQ(data->sample(0).image.pixels[0], 2);
    expectError(ErrorCode::BadData, "has no column 'sort'", [&] {
        open("id,label\n2,x\n", "test", {{"label-column", std::string("sort")}});
    });
}

TEST_F(CsvDataTest, missingFilesAreLeftOutAndNamed)
{
    const auto data = open("image,label\n0.png,a\n9.png,b\n", "test", {{"test-fraction", 1.0}});
    EXPECT_EQ(data->size(), 1u);
    EXPECT_EQ(data->spec().classes, 2);
    EXPECT_EQ(data->spec().skipped, (std::vector<SkippedItem>{{"9.png", "there is no such file"}}));
}

TEST_F(CsvDataTest, oneTableASplit)
{
    folder.write("train.csv", std::string("image,label\npictures/0.png,a\n"));
    folder.write("test.csv", std::string("image,label\npictures/1.png,b\n"));
    folder.write("other.csv", std::string("this,is,something,else\n"));
    const auto test = openDataset({"", folder.path()}, "test");
    EXPECT_EQ(test->spec().format, "csv");
    EXPECT_EQ(labelsIn(*test), std::vector<int>{1});
}

} // namespace
} // namespace mutascope
