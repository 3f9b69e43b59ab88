// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>
#include <optional>
#include <sys/types.h>

namespace mutascope::engines {

// What the processes of a group did so far and do now, as /proc says.
struct GroupActivity {
    double processorSeconds = 0; // of all that live, and of their children that have ended
    bool runnable = false; // a thread of them computes, or waits for a processor
};
GroupActivity activityOf(pid_t group);

// The time that is a group's own since this was made: the time its threads compute, and the time in which all
// of them sleep. Waiting for a processor that others use is not, so that what is too slow does not depend on
// what else the machine does. Looked at from time to time; what is before the first look does not count.
class OwnTime {
public:
    explicit OwnTime(pid_t group) : m_group(group) { }
    // Adds what has passed since the last look.
    void look();
    double seconds() const { return m_seconds; }

private:
    using Clock = std::chrono::steady_clock;

    pid_t m_group;
    std::optional<GroupActivity> m_last; // none before the first look
    Clock::time_point m_lookedAt;
    double m_seconds = 0;
};

} // namespace mutascope::engines
