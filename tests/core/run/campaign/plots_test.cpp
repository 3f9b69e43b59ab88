// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/plot_axes.h"
#include "core/run/campaign/plots.h"
#include <gtest/gtest.h>

namespace mutascope {
namespace {

void drawLine(Canvas &canvas)
{
    canvas.line({{0, 0}, {10, 20}}, {});
    canvas.text({5, 5}, "a text");
}

TEST(Canvas, NamesOfSvgsDoNotMeet)
{
    const std::string svg = svgOf(100, 50, "f7-", "a < b", "seeds & versions", drawLine);
    EXPECT_EQ(svg.find("<svg"), 0u);
    EXPECT_NE(svg.find("<title>a &lt; b</title><desc>seeds &amp; versions</desc>"), std::string::npos);
    ASSERT_NE(svg.find("id=\"f7-"), std::string::npos);
    for (std::size_t at = svg.find("id=\""); at != std::string::npos; at = svg.find("id=\"", at + 1))
        EXPECT_EQ(svg.substr(at + 4, 3), "f7-");
    for (std::size_t at = svg.find("\"#"); at != std::string::npos; at = svg.find("\"#", at + 1))
        EXPECT_EQ(svg.substr(at + 2, 3), "f7-");
}

TEST(Canvas, PdfHasPages)
{
    PdfDocument document("title");
    drawLine(document.canvas());
    document.endPage();
    document.canvas().image({10, 10}, 30, 30, Image{{1, 2, 3}, {255, 0, 0, 0, 255, 0}});
    document.endPage();
    const std::string bytes = document.finished();
    EXPECT_EQ(bytes.substr(0, 5), "%PDF-");
    EXPECT_NE(bytes.find("/Count 2"), std::string::npos);
}

TEST(PlotScale, StepsAreRoundAndCoverTheValues)
{
    const Scale scale(0, 4870);
    EXPECT_DOUBLE_EQ(scale.step, 2000);
    EXPECT_DOUBLE_EQ(scale.high, 6000);
    EXPECT_DOUBLE_EQ(scale.share(3000), 0.5);
    const Scale one(5, 5); // a single value stands between two ticks
    EXPECT_LT(one.low, 5);
    EXPECT_GT(one.high, 5);
    const Scale nought(0, 0);
    EXPECT_LT(nought.low, nought.high);
    const Scale tight = Scale::endingAt(2020);
    EXPECT_DOUBLE_EQ(tight.low, 0);
    EXPECT_DOUBLE_EQ(tight.share(1010), 0.5);
    const Scale negative(-3, -1);
    EXPECT_LE(negative.low, -3);
    EXPECT_GE(negative.high, -1);
}

} // namespace
} // namespace mutascope
