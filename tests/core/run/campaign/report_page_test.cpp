// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/report_content.h"
#include <gtest/gtest.h>

namespace mutascope {
namespace {

std::size_t countOf(const std::string &text, const std::string &part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

ReportContent contentOf(std::size_t boxes)
{
    ReportContent content;
    content.title = "a title";
    content.provenance = "seeds 1 to 5";
    for (std::size_t i = 0; i < boxes; ++i)
        content.boxes.push_back({"a box", "what boxes are.", 50, 40, [](Canvas &canvas) {
                                     canvas.line({{0, 0}, {10, 10}}, {});
                                 }});
    return content;
}

TEST(ReportPage, SmallFiguresShareACaptionAndHoldTheirOwn)
{
    const std::string page = reportPage(contentOf(3));
    EXPECT_EQ(countOf(page, "<svg"), 3u);
    EXPECT_EQ(countOf(page, "<desc>what boxes are. seeds 1 to 5</desc>"), 3u);
    EXPECT_EQ(countOf(page, "<p class=\"caption\">what boxes are. seeds 1 to 5</p>"), 1u);
    EXPECT_EQ(countOf(page, "<figcaption>"), 0u);
    EXPECT_EQ(countOf(reportPage(contentOf(0)), "Each metric"), 0u);
}

TEST(ReportPage, WordsStandLeftAndNumbersRight)
{
    ReportContent content = contentOf(0);
    content.tables.push_back({"pairs", "", {"first", "second", "p"}, {{{"a"}, {"b"}, {"0.01", true}}}, 2});
    content.tables.push_back({"notes", "", {"metric", "note"}, {{{"m"}, {"<n>"}}}, 2});
    const std::string page = reportPage(content);
    EXPECT_NE(
        page.find("<table><tr><th class=\"word\">first</th><th class=\"word\">second</th><th>p</th></tr>"),
        std::string::npos);
    EXPECT_NE(page.find("<td class=\"word\">b</td><td><b>0.01</b></td>"), std::string::npos);
    EXPECT_NE(page.find("<table class=\"words\"><tr><th class=\"word\">metric"), std::string::npos);
    EXPECT_NE(page.find("<td class=\"word\">&lt;n&gt;</td>"), std::string::npos);
}

} // namespace
} // namespace mutascope
