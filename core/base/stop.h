// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <condition_variable>
#include <mutex>

// How the outside steers a run: pause, single step, stop (finish the step, save) and abort (drop the step,
// keep the last checkpoint). Every method is thread-safe and returns at once, waitWhilePaused excepted.
namespace mutascope {

class RunControl {
public:
    enum class Request { None, Stop, Abort };

    void pause();
    void resume();
    void singleStep(); // while paused: lets one step through
    void stop();
    void abort();

    Request request() const;
    bool stopRequested() const { return request() != Request::None; }
    bool abortRequested() const { return request() == Request::Abort; }
    bool paused() const;

    // Called by the run between steps; blocks while paused. Returns the seconds it waited.
    double waitWhilePaused();

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    Request m_request = Request::None;
    bool m_paused = false;
    int m_stepsAllowed = 0;
};

} // namespace mutascope
