// SPDX-License-Identifier: GPL-3.0-or-later
// What a job tells on its way, until the window asks for it.
#pragma once

#include "app/bridge/values.h"

#include <mutex>

namespace mutascope::bridge {

class JobInbox {
public:
    struct Content {
        QString phase;
        double fraction = -1;
        std::vector<LossRow> points;
        bool any = false; // something is new
    };

    void setPhase(const QString &phase, double fraction)
    {
        const std::lock_guard lock(m_mutex);
        m_content.phase = phase;
        m_content.fraction = fraction;
        m_content.any = true;
    }
    void add(LossRow point)
    {
        const std::lock_guard lock(m_mutex);
        m_content.points.push_back(std::move(point));
        m_content.any = true;
    }
    Content take()
    {
        const std::lock_guard lock(m_mutex);
        Content taken = m_content;
        m_content.points.clear();
        m_content.any = false;
        return taken;
    }

private:
    std::mutex m_mutex;
    Content m_content;
};

} // namespace mutascope::bridge
