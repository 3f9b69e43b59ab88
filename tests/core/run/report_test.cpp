// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/run/report.h"
#include "core/run/report_html.h"
#include "tests/core/run/run_fixture.h"
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>
#include <sys/stat.h>

namespace mutascope::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string fileText(const std::filesystem::path &file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

std::size_t occurrences(const std::string &text, const std::string &part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

TEST(ReportHtml, Base64KnownAnswers)
{
    const auto url = [](const std::string &text) {
        return pngDataUrl({reinterpret_cast<const std::uint8_t *>(text.data()), text.size()});
    };
    // RFC 4648, section 10
    EXPECT_EQ(url("f"), "data:image/png;base64,Zg==");
    EXPECT_EQ(url("fo"), "data:image/png;base64,Zm8=");
    EXPECT_EQ(url("foobar"), "data:image/png;base64,Zm9vYmFy");
}

TEST(ReportHtml, EscapesMarkup)
{
    EXPECT_EQ(htmlEscape("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
}

TEST(ReportHtml, CurveSpansTheAxes)
{
    const std::string svg = coverageSvg({{0, 0, 0, 0, 0.0}, {1, 1000, 900, 50, 0.2}}, "kmnc:k=10", true);
    // 1,000 calls and 20 % are the axes' ends: the curve goes from one corner to the other.
    EXPECT_THAT(svg, HasSubstr("70.0,255.0 690.0,20.0"));
    EXPECT_THAT(svg, HasSubstr("kmnc:k=10"));
}

class ReportTest : public RunTest { };

TEST_F(ReportTest, ShowsFiguresSamplesAndHowToReplay)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord run = execute(store, quickConfig("deephunter", 2000));
    writeReport(store, run.id, folder.path() / "report.html", {10});
    const std::string html = fileText(folder.path() / "report.html");
    EXPECT_THAT(html, HasSubstr("<b>" + std::to_string(run.counters.tests) + "</b>"));
    EXPECT_EQ(occurrences(html, "class=\"sample\""), 10u);
    EXPECT_THAT(html, HasSubstr("10 of " + std::to_string(run.counters.failing) + " failing tests"));
    EXPECT_THAT(html, HasSubstr("mutascope-cli replay a.mscope --run 1"));
    EXPECT_THAT(html, Not(HasSubstr("http")));
}

TEST_F(ReportTest, UnwritablePlaceAndUnknownRun)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    EXPECT_THROW(writeReport(store, 4, folder.path() / "r.html"), Error);
    const RunRecord run = execute(store, quickConfig("random", 200));
    EXPECT_THROW(writeReport(store, run.id, folder.path() / "no" / "such" / "r.html"), Error);
}

TEST_F(ReportTest, TakesNoOtherFilesPlace)
{
    const std::filesystem::path file = sessionFile("a.mscope");
    SessionStore store(file, SessionStore::Mode::Create);
    const RunRecord run = execute(store, quickConfig("random", 200));
    EXPECT_THROW(writeReport(store, run.id, file), Error);
    EXPECT_EQ(fileText(file).substr(0, 6), "SQLite");
    const std::filesystem::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THROW(writeReport(store, run.id, pipe), Error);
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

} // namespace
} // namespace mutascope::test
