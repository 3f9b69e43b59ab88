// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/worker.h"

namespace mutascope::bridge {

Worker::Worker() : m_thread([this](const std::stop_token &stop) { work(stop); }) { }

Worker::~Worker()
{
    dropPending();
    m_thread.request_stop();
}

void Worker::post(Task task)
{
    {
        const std::lock_guard lock(m_mutex);
        m_tasks.push_back(std::move(task));
    }
    m_changed.notify_one();
}

void Worker::dropPending()
{
    const std::lock_guard lock(m_mutex);
    m_tasks.clear();
}

void Worker::work(const std::stop_token &stop)
{
    for (;;) {
        Task task;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return !m_tasks.empty(); }) || stop.stop_requested())
                return;
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        task();
    }
}

} // namespace mutascope::bridge
