// SPDX-License-Identifier: GPL-3.0-or-later
// What was covered at earlier moments of a run, so that a map can say what is new.
#pragma once

#include <QtGlobal>
#include <deque>
#include <vector>

namespace mutascope::gui {

class MapHistory {
public:
    static constexpr double longest = 60; // seconds that are looked back

    void clear();
    void add(double seconds, const std::vector<quint32> &covered); // the first one is the start
    void setStart(const std::vector<quint32> &covered) { m_start = covered; }
    const std::vector<quint32> &start() const { return m_start; }
    // As it was so many seconds before the last one; the oldest that is known where that is longer ago.
    std::vector<quint32> before(double seconds) const;
    bool hasMoments() const { return !m_moments.empty(); }
    std::size_t moments() const { return m_moments.size(); }

private:
    struct Moment {
        double seconds = 0;
        std::vector<quint32> covered;
    };
    std::vector<quint32> m_start;
    std::deque<Moment> m_moments;
};

} // namespace mutascope::gui
