// SPDX-License-Identifier: GPL-3.0-or-later
// A thread of its own that performs tasks one after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace mutascope::bridge {

class Worker {
public:
    using Task = std::function<void()>; // must not throw

    Worker();
    ~Worker(); // drops what has not begun and waits for the task at work
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;

    void post(Task task);
    void dropPending();

private:
    void work(const std::stop_token &stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Task> m_tasks;
    std::jthread m_thread; // last: starts when all else is there
};

} // namespace mutascope::bridge
