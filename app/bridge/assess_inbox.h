// SPDX-License-Identifier: GPL-3.0-or-later
// What an assessment tells on its way, until the window asks for it. Only bridge sources include this.
#pragma once

#include "app/bridge/assess_values.h"
#include "core/run/campaign/assessment.h"

#include <memory>
#include <mutex>

namespace mutascope::bridge {

class AssessInbox {
public:
    struct Content {
        bool progress = false; // something is new
        QString phase;
        double fraction = 0;
        std::optional<std::vector<CellInfo>> cells; // where they changed
        std::optional<AssessState> state;
    };

    void setProgress(const QString &phase, double fraction)
    {
        const std::lock_guard lock(m_mutex);
        m_content.progress = true;
        m_content.phase = phase;
        m_content.fraction = fraction;
    }
    void setCells(std::vector<CellInfo> cells)
    {
        const std::lock_guard lock(m_mutex);
        if (cells == m_cells)
            return;
        m_cells = cells;
        m_content.cells = std::move(cells);
    }
    void setState(AssessState state, std::shared_ptr<const Assessment> assessment)
    {
        const std::lock_guard lock(m_mutex);
        m_content.state = std::move(state);
        m_assessment = std::move(assessment);
    }
    Content take()
    {
        const std::lock_guard lock(m_mutex);
        Content taken = std::move(m_content);
        m_content = {};
        return taken;
    }
    std::shared_ptr<const Assessment> assessment() const // as of the last setState()
    {
        const std::lock_guard lock(m_mutex);
        return m_assessment;
    }

private:
    mutable std::mutex m_mutex;
    Content m_content;
    std::vector<CellInfo> m_cells;
    std::shared_ptr<const Assessment> m_assessment;
};

} // namespace mutascope::bridge
