// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cache.h"
#include "core/run/campaign/cell_process.h"
#include "tests/core/run/run_fixture.h"
#include "tests/support/error_code.h"
#include <csignal>
#include <thread>

namespace mutascope {
namespace {

class CellProcessTest : public testing::Test {
protected:
    void untilEnd(CellProcess &process)
    {
        while (!process.ended())
            std::this_thread::yield();
    }
    std::filesystem::path file(const char *name) const { return folder.path() / name; }
    test::TemporaryFolder folder;
};

TEST_F(CellProcessTest, StreamsGoToFiles)
{
    CellProcess process({"/bin/sh", "-c", "echo out; echo log >&2; exit 3"}, file("out"), file("log"));
    untilEnd(process);
    EXPECT_EQ(readCached(file("out")), "out\n");
    EXPECT_EQ(readCached(file("log")), "log\n");
    EXPECT_FALSE(process.end().signalled);
    EXPECT_EQ(process.end().code, 3);
}

TEST_F(CellProcessTest, SaysWhichSignalEndedIt)
{
    CellProcess process({"/bin/sh", "-c", "kill -9 $$"}, file("out"), file("log"));
    untilEnd(process);
    EXPECT_TRUE(process.end().signalled);
    EXPECT_EQ(process.end().code, SIGKILL);
}

TEST_F(CellProcessTest, InterruptReachesIt)
{
    CellProcess process({"/bin/sh", "-c", "trap 'exit 130' INT; echo ready; while :; do sleep 0.05; done"},
                        file("out"), file("log"));
    while (readCached(file("out")) != "ready\n")
        ASSERT_FALSE(process.ended());
    process.interrupt();
    untilEnd(process);
    EXPECT_FALSE(process.end().signalled);
    EXPECT_EQ(process.end().code, 130);
}

// Its own memory, not that of this program, which is larger by far.
TEST_F(CellProcessTest, PeakIsItsOwn)
{
    const std::vector<char> ballast(200'000'000, 1);
    CellProcess process({"/bin/sleep", "0.2"}, file("out"), file("log"));
    untilEnd(process);
    EXPECT_GT(process.peakBytes(), 100'000);
    EXPECT_LT(process.peakBytes(), 50'000'000) << ballast.size();
}

TEST_F(CellProcessTest, ProgramThatIsNotThere)
{
    EXPECT_EQ(codeOf([&] { CellProcess({file("none").string()}, file("out"), file("log")); }), ErrorCode::Io);
}

TEST_F(CellProcessTest, NothingIsLeftBehind)
{
    {
        CellProcess process({"/bin/sh", "-c", "echo $$; exec sleep 100"}, file("out"), file("log"));
        while (readCached(file("out")).value_or("").empty())
            ASSERT_FALSE(process.ended());
    }
    EXPECT_NE(::kill(pid_t(std::stoi(*readCached(file("out")))), 0), 0);
}

} // namespace
} // namespace mutascope
