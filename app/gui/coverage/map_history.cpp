// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/coverage/map_history.h"

namespace mutascope::gui {

namespace {
constexpr double apart = 1; // seconds between two that are kept: bounds the memory
} // namespace

void MapHistory::clear()
{
    m_start.clear();
    m_moments.clear();
}

void MapHistory::add(double seconds, const std::vector<quint32> &covered)
{
    if (m_start.empty())
        m_start = covered;
    const std::size_t count = m_moments.size();
    if (count > 1 && m_moments[count - 1].seconds - m_moments[count - 2].seconds < apart)
        m_moments.pop_back(); // was there only as the newest
    m_moments.push_back({seconds, covered});
    // The one that is just old enough stays.
    while (m_moments.size() > 1 && seconds - m_moments[1].seconds >= longest)
        m_moments.pop_front();
}

std::vector<quint32> MapHistory::before(double seconds) const
{
    if (m_moments.empty())
        return {};
    const double wanted = m_moments.back().seconds - seconds;
    for (auto moment = m_moments.rbegin(); moment != m_moments.rend(); ++moment)
        if (moment->seconds <= wanted)
            return moment->covered;
    return m_moments.front().covered;
}

} // namespace mutascope::gui
