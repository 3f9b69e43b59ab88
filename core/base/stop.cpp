// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/stop.h"
#include <chrono>

namespace mutascope {

void RunControl::pause()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
}

void RunControl::resume()
{
    const std::lock_guard lock(m_mutex);
    m_paused = false;
    m_stepsAllowed = 0;
    m_changed.notify_all();
}

void RunControl::singleStep()
{
    const std::lock_guard lock(m_mutex);
    if (!m_paused)
        return;
    ++m_stepsAllowed;
    m_changed.notify_all();
}

void RunControl::stop()
{
    const std::lock_guard lock(m_mutex);
    if (m_request == Request::None) // an abort stays an abort
        m_request = Request::Stop;
    m_changed.notify_all();
}

void RunControl::abort()
{
    const std::lock_guard lock(m_mutex);
    m_request = Request::Abort;
    m_changed.notify_all();
}

RunControl::Request RunControl::request() const
{
    const std::lock_guard lock(m_mutex);
    return m_request;
}

bool RunControl::paused() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused;
}

double RunControl::waitWhilePaused()
{
    std::unique_lock lock(m_mutex);
    if (!m_paused)
        return 0;
    const auto begin = std::chrono::steady_clock::now();
    m_changed.wait(lock, [this] { return !m_paused || m_stepsAllowed > 0 || m_request != Request::None; });
    if (m_paused && m_stepsAllowed > 0)
        --m_stepsAllowed;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace mutascope
