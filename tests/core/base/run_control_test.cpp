// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/stop.h"
#include <gtest/gtest.h>
#include <semaphore>
#include <thread>
#include <vector>

namespace mutascope {
namespace {

using Request = RunControl::Request;

// A run's loop in a thread of its own: notes the request after each wait, ends with the first one.
class Loop {
public:
    explicit Loop(RunControl &control) : m_thread([this, &control] { run(control); }) { }

    void awaitBegin() { m_begun.acquire(); }
    void awaitPass() { m_passed.acquire(); }
    std::vector<Request> join()
    {
        m_thread.join();
        return m_requests;
    }

private:
    void run(RunControl &control)
    {
        do {
            m_begun.release();
            control.waitWhilePaused();
            m_requests.push_back(control.request());
            m_passed.release();
        } while (!control.stopRequested() && m_requests.size() < 10);
    }

    std::counting_semaphore<> m_begun{0};
    std::counting_semaphore<> m_passed{0};
    std::vector<Request> m_requests;
    std::thread m_thread; // last: it uses the others
};

TEST(RunControlTest, doesNotWaitUnlessPaused)
{
    RunControl control;
    EXPECT_EQ(control.waitWhilePaused(), 0);
    EXPECT_FALSE(control.paused());
    EXPECT_FALSE(control.stopRequested());
}

TEST(RunControlTest, aSingleStepLetsOneStepThrough)
{
    RunControl control;
    control.pause();
    Loop loop(control);
    control.singleStep();
    loop.awaitPass();
    control.singleStep();
    loop.awaitPass();
    EXPECT_TRUE(control.paused());
    control.stop(); // wakes the third wait: had more than two passed, theirs would be None
    EXPECT_EQ(loop.join(), (std::vector<Request>{Request::None, Request::None, Request::Stop}));
}

TEST(RunControlTest, stepsAreCountedEvenBeforeTheRunWaits)
{
    RunControl control;
    control.pause();
    control.singleStep();
    control.singleStep();
    Loop loop(control);
    loop.awaitPass();
    loop.awaitPass();
    control.abort();
    EXPECT_EQ(loop.join(), (std::vector<Request>{Request::None, Request::None, Request::Abort}));
}

TEST(RunControlTest, resumeLetsTheRunGo)
{
    RunControl control;
    control.pause();
    Loop loop(control);
    control.resume();
    EXPECT_EQ(loop.join().size(), 10u);
}

TEST(RunControlTest, resumeForgetsSteps)
{
    RunControl control;
    control.pause();
    control.singleStep();
    control.resume();
    control.pause();
    Loop loop(control);
    loop.awaitBegin(); // a wait that does not block would be over before the stop
    control.stop();
    EXPECT_EQ(loop.join(), (std::vector<Request>{Request::Stop}));
}

TEST(RunControlTest, aStepWithoutPauseMeansNothing)
{
    RunControl control;
    control.singleStep();
    control.pause();
    Loop loop(control);
    loop.awaitBegin(); // a wait that does not block would be over before the stop
    control.stop();
    EXPECT_EQ(loop.join(), (std::vector<Request>{Request::Stop}));
}

TEST(RunControlTest, anAbortStaysAnAbort)
{
    RunControl control;
    control.stop();
    EXPECT_EQ(control.request(), Request::Stop);
    EXPECT_FALSE(control.abortRequested());
    control.abort();
    control.stop();
    EXPECT_TRUE(control.abortRequested());
    EXPECT_TRUE(control.stopRequested());
}

} // namespace
} // namespace mutascope
