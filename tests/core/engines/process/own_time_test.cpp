// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/own_time.h"
#include <atomic>
#include <csignal>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <sched.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace mutascope::engines {
namespace {

// A process in a group of its own, as engines' programs are.
class Group {
public:
    explicit Group(const std::function<void()> &work) : m_child(::fork())
    {
        if (m_child == 0) {
            ::setpgid(0, 0);
            work();
            ::_exit(0);
        }
        ::setpgid(m_child, m_child);
    }
    ~Group()
    {
        ::kill(-m_child, SIGKILL);
        ::waitpid(m_child, nullptr, 0);
    }
    Group(const Group &) = delete;
    Group &operator=(const Group &) = delete;
    pid_t id() const { return m_child; }

private:
    pid_t m_child;
};

void sleepForever()
{
    for (;;)
        ::pause();
}

// On one and the same processor.
void computeForever()
{
    cpu_set_t allowed, first;
    ::sched_getaffinity(0, sizeof allowed, &allowed);
    CPU_ZERO(&first);
    for (int processor = 0; processor < CPU_SETSIZE; ++processor)
        if (CPU_ISSET(processor, &allowed)) {
            CPU_SET(processor, &first);
            break;
        }
    ::sched_setaffinity(0, sizeof first, &first);
    for (std::atomic<unsigned> steps{0};;)
        ++steps;
}

double ownSecondsIn(pid_t group, int looks)
{
    OwnTime time(group);
    for (int i = 0; i <= looks; ++i) {
        time.look();
        std::this_thread::sleep_for(std::chrono::milliseconds(i < looks ? 100 : 0));
    }
    return time.seconds();
}

TEST(OwnTime, IsThatOfAGroupThatSleeps)
{
    const Group group(sleepForever);
    std::this_thread::sleep_for(std::chrono::milliseconds(100)); // until it does
    EXPECT_GE(ownSecondsIn(group.id(), 10), 0.99);
}

TEST(OwnTime, LeavesOutWhatOthersHadTheProcessorFor)
{
    const Group group(computeForever);
    std::vector<std::unique_ptr<Group>> others;
    for (int i = 0; i < 7; ++i)
        others.push_back(std::make_unique<Group>(computeForever));
    const double seconds = ownSecondsIn(group.id(), 16);
    EXPECT_GT(seconds, 0.0);
    EXPECT_LT(seconds, 0.8); // an eighth of 1.6, or less where still others compute
}

TEST(OwnTime, CountsWhatChildrenInTheGroupCompute)
{
    const Group group([] {
        if (::fork() == 0)
            computeForever();
        sleepForever();
    });
    const GroupActivity before = activityOf(group.id());
    GroupActivity now = before;
    for (int i = 0; i < 100 && now.processorSeconds < before.processorSeconds + 0.1; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        now = activityOf(group.id());
    }
    EXPECT_GE(now.processorSeconds, before.processorSeconds + 0.1);
    EXPECT_TRUE(now.runnable);
}

TEST(OwnTime, OfAGroupThatIsNotThereIsNothing)
{
    const GroupActivity none = activityOf(0x3ffffffe);
    EXPECT_EQ(none.processorSeconds, 0);
    EXPECT_FALSE(none.runnable);
}

} // namespace
} // namespace mutascope::engines
