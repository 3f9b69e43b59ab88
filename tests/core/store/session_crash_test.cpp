// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/session_fixture.h"
#include <chrono>
#include <csignal>
#include <sys/resource.h>
#include <thread>

namespace mutascope {
namespace {

using namespace sessiontest;
using Mode = SessionStore::Mode;

// One way between two processes: tell() wakes the other's await().
class Signal {
public:
    Signal() { EXPECT_EQ(::pipe(m_ends), 0); }
    ~Signal()
    {
        ::close(m_ends[0]);
        ::close(m_ends[1]);
    }
    void tell() const { EXPECT_EQ(::write(m_ends[1], "x", 1), 1); }
    void await() const
    {
        char byte = 0;
        EXPECT_EQ(::read(m_ends[0], &byte, 1), 1);
    }

private:
    int m_ends[2];
};

class SessionCrash : public SessionFixture {
protected:
    void makeSession(std::int64_t tests = 0)
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {someSeed(0)});
        if (tests > 0)
            store.writeCheckpoint(1, someCheckpoint(1, tests));
    }

    // Starts a writer that never ends by itself, and kills it some time after it has begun.
    void killWriter(std::int64_t from, std::chrono::milliseconds after)
    {
        const Signal begun;
        const pid_t child = startChild([&] {
            SessionStore store(file, Mode::ReadWrite);
            for (std::int64_t next = from + 1;; next += 10) {
                store.writeCheckpoint(1, someCheckpoint(next, next + 9));
                if (next == from + 1)
                    begun.tell();
            }
            return 0;
        });
        begun.await();
        std::this_thread::sleep_for(after);
        ::kill(child, SIGKILL);
        ASSERT_EQ(exitCodeOf(child), 128 + SIGKILL);
    }

    // Every part of the session tells of the same checkpoint. Returns the number of tests.
    static std::int64_t expectConsistent(const SessionStore &store)
    {
        const std::int64_t tests = store.testCount(1);
        EXPECT_EQ(store.run(1).counters.tests, tests);
        EXPECT_EQ(store.run(1).state, RunState::Running);
        EXPECT_EQ(store.savedState(1)->generator, "state at " + std::to_string(tests));
        EXPECT_EQ(store.coverage(1).back().tests, tests);
        EXPECT_EQ(store.tests(1).back().id, tests);
        EXPECT_EQ(store.image(1, tests), smallImage(int(tests)));
        return tests;
    }

    std::vector<std::string> onlyTheSession() const { return {file.filename().string()}; }
};

TEST_F(SessionCrash, KilledWriterLeavesTheLastCheckpoint)
{
    makeSession();
    std::int64_t tests = 0;
    for (int round = 0; round < 5; ++round) {
        killWriter(tests, std::chrono::milliseconds(3 + 17 * round));
        const SessionStore store(file, Mode::ReadWrite); // not locked, quick_check passes
        const std::int64_t now = expectConsistent(store);
        EXPECT_GE(now, tests + 10);
        tests = now;
    }
    EXPECT_EQ(folder.names(), onlyTheSession());
}

TEST_F(SessionCrash, ReaderRecoversAfterAKill)
{
    makeSession();
    killWriter(0, std::chrono::milliseconds(10));
    ASSERT_GT(folder.names().size(), 1u); // the -wal is still there
    EXPECT_GE(expectConsistent(SessionStore(file, Mode::ReadOnly)), 10);
    EXPECT_EQ(folder.names(), onlyTheSession()); // tidied up, nothing lost
    EXPECT_GE(expectConsistent(SessionStore(file, Mode::ReadOnly)), 10);
}

TEST_F(SessionCrash, HalfMadeSessionAndStaleSideFilesAreReplaced)
{
    makeSession(20);
    killWriter(20, std::chrono::milliseconds(5));
    std::filesystem::remove(file); // its -wal stays and must not get into the next session
    writeFile(folder / "a.mscope-new", "what a crash left");
    {
        SessionStore store(file, Mode::Create);
        EXPECT_TRUE(store.runs().empty());
    }
    EXPECT_EQ(folder.names(), onlyTheSession());
}

TEST_F(SessionCrash, SingleFileOnceClosed)
{
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {});
        store.writeCheckpoint(1, someCheckpoint(1, 50));
        EXPECT_GT(folder.names().size(), 1u);
    }
    EXPECT_EQ(folder.names(), onlyTheSession());
    const auto bytes = contentOf(file);
    EXPECT_EQ(bytes.at(18), 1); // SQLite file format: 1 = journal, 2 = WAL
    SessionStore(file, Mode::ReadOnly).runs();
    EXPECT_EQ(contentOf(file), bytes);
    EXPECT_EQ(folder.names(), onlyTheSession());
}

TEST_F(SessionCrash, SecondWriterIsLockedOut)
{
    {
        SessionStore first(file, Mode::Create);
        for (const Mode mode : {Mode::ReadWrite, Mode::Create}) {
            const Error error = errorOf([&] { SessionStore(file, mode); });
            EXPECT_EQ(error.code(), ErrorCode::Locked);
            EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find("something else in this program"), std::string::npos);
            EXPECT_FALSE(error.hint().empty());
        }
        first.createRun(someRun(), {}); // goes on undisturbed
    }
    EXPECT_EQ(SessionStore(file, Mode::ReadWrite).runs().size(), 1u);
}

TEST_F(SessionCrash, LinkToTheSessionIsTheSameSession)
{
    makeSession();
    std::filesystem::create_symlink(file, folder / "link.mscope");
    const SessionStore first(file, Mode::ReadWrite);
    EXPECT_EQ(errorOf([&] { SessionStore(folder / "link.mscope", Mode::ReadWrite); }).code(),
              ErrorCode::Locked);
}

TEST_F(SessionCrash, WriterOfAnotherProcessLocksUntilItCloses)
{
    makeSession();
    const Signal opened;
    const Signal close;
    const pid_t child = startChild([&] {
        const SessionStore store(file, Mode::ReadWrite);
        opened.tell();
        close.await();
        return 0;
    });
    opened.await();
    const Error error = errorOf([&] { SessionStore(file, Mode::ReadWrite); });
    EXPECT_EQ(error.code(), ErrorCode::Locked);
    EXPECT_NE(std::string(error.what()).find("process " + std::to_string(child)), std::string::npos);
    EXPECT_EQ(SessionStore(file, Mode::ReadOnly).runs().size(), 1u);
    close.tell();
    EXPECT_EQ(exitCodeOf(child), 0);
    EXPECT_EQ(SessionStore(file, Mode::ReadWrite).runs().size(), 1u);
    EXPECT_EQ(folder.names(), onlyTheSession());
}

TEST_F(SessionCrash, ReaderSeesWholeCheckpointsWhileAnotherProcessWrites)
{
    makeSession(10);
    const Signal begun;
    const pid_t child = startChild([&] {
        SessionStore store(file, Mode::ReadWrite);
        begun.tell();
        for (std::int64_t next = 11; next <= 600; next += 10)
            store.writeCheckpoint(1, someCheckpoint(next, next + 9));
        return 0;
    });
    begun.await();
    std::int64_t seen = 0;
    int status = 0;
    for (bool writing = true; writing;) {
        writing = ::waitpid(child, &status, WNOHANG) == 0;
        const SessionStore reader(file, Mode::ReadOnly);
        const std::int64_t tests = reader.testCount(1);
        ASSERT_EQ(tests % 10, 0);
        ASSERT_GE(tests, seen);
        seen = tests;
    }
    EXPECT_EQ(status, 0);
    EXPECT_EQ(expectConsistent(SessionStore(file, Mode::ReadOnly)), 600);
    EXPECT_EQ(folder.names(), onlyTheSession());
}

TEST_F(SessionCrash, ReaderThatOutlivesTheWriterTidiesUp)
{
    makeSession(10);
    auto writer = std::make_unique<SessionStore>(file, Mode::ReadWrite);
    auto reader = std::make_unique<SessionStore>(file, Mode::ReadOnly);
    writer->writeCheckpoint(1, someCheckpoint(11, 20));
    EXPECT_EQ(reader->testCount(1), 20); // an open reader sees what is new
    writer.reset();
    EXPECT_EQ(reader->testCount(1), 20);
    reader.reset();
    EXPECT_EQ(folder.names(), onlyTheSession());
    EXPECT_EQ(SessionStore(file, Mode::ReadOnly).testCount(1), 20);
}

TEST_F(SessionCrash, ReaderCannotWrite)
{
    makeSession(10);
    SessionStore reader(file, Mode::ReadOnly);
    EXPECT_EQ(errorOf([&] { reader.writeCheckpoint(1, someCheckpoint(11, 20)); }).code(), ErrorCode::Io);
    EXPECT_EQ(errorOf([&] { reader.createRun(someRun(), {}); }).code(), ErrorCode::Io);
    EXPECT_EQ(reader.testCount(1), 10);
}

// No file may grow beyond bytes: a write fails as on a full disk.
void limitFiles(std::uintmax_t bytes)
{
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{rlim_t(bytes), rlim_t(bytes)};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0)
        throw std::runtime_error("no limit");
}

TEST_F(SessionCrash, FullDiskKeepsThePreviousCheckpoint)
{
    makeSession(10);
    const pid_t child = startChild([&] {
        SessionStore store(file, Mode::ReadWrite);
        limitFiles(300'000);
        std::int64_t last = 10;
        try {
            for (;; last += 50)
                store.writeCheckpoint(1, someCheckpoint(last + 1, last + 50));
        } catch (const Error &error) {
            const bool whole = store.testCount(1) == last && store.run(1).counters.tests == last;
            return error.code() != ErrorCode::Io ? 1 : error.hint().empty() ? 2 : last == 10 ? 3 : !whole;
        }
    });
    EXPECT_EQ(exitCodeOf(child), 0);
    SessionStore store(file, Mode::ReadWrite);
    const std::int64_t tests = expectConsistent(store);
    EXPECT_GE(tests, 60);
    store.writeCheckpoint(1, someCheckpoint(tests + 1, tests + 10)); // there is room again
    EXPECT_EQ(expectConsistent(store), tests + 10);
}

TEST_F(SessionCrash, FullDiskAtCreationLeavesNothing)
{
    const pid_t child = startChild([&] {
        limitFiles(4096);
        try {
            SessionStore store(file, Mode::Create);
        } catch (const Error &error) {
            return error.code() == ErrorCode::Io ? 0 : 1;
        }
        return 2;
    });
    EXPECT_EQ(exitCodeOf(child), 0);
    EXPECT_TRUE(folder.names().empty());
}

} // namespace
} // namespace mutascope
