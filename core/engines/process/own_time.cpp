// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/own_time.h"
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace mutascope::engines {

namespace {

namespace fs = std::filesystem;

// Of /proc/PID/stat, see proc(5). The name of the program, in brackets before these, may hold anything.
struct Stat {
    char state = '?';
    pid_t group = 0;
    double ticks = 0; // of itself and of its children that have ended
};

Stat readStat(const fs::path &file)
{
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    const std::size_t name = line.rfind(')');
    Stat stat;
    if (name == std::string::npos)
        return stat; // it has just ended
    std::istringstream fields(line.substr(name + 1));
    std::string ignored;
    fields >> stat.state >> ignored >> stat.group;
    for (int field = 6; field < 14; ++field)
        fields >> ignored;
    for (int time = 0; time < 4; ++time) {
        double ticks = 0;
        fields >> ticks;
        stat.ticks += ticks;
    }
    return stat;
}

bool isProcess(const fs::path &folder)
{
    const std::string name = folder.filename();
    return std::ranges::all_of(name, [](unsigned char letter) { return std::isdigit(letter) != 0; });
}

bool hasRunnableThread(const fs::path &process)
{
    std::error_code ended;
    for (fs::directory_iterator thread(process / "task", ended), end; !ended && thread != end;
         thread.increment(ended))
        if (readStat(thread->path() / "stat").state == 'R')
            return true;
    return false;
}

} // namespace

GroupActivity activityOf(pid_t group)
{
    GroupActivity activity;
    std::error_code ended;
    for (fs::directory_iterator process("/proc", ended), end; !ended && process != end;
         process.increment(ended)) {
        if (!isProcess(process->path()))
            continue;
        const Stat stat = readStat(process->path() / "stat");
        if (stat.group != group)
            continue;
        activity.processorSeconds += stat.ticks / double(::sysconf(_SC_CLK_TCK));
        activity.runnable = activity.runnable || hasRunnableThread(process->path());
    }
    return activity;
}

void OwnTime::look()
{
    const GroupActivity now = activityOf(m_group);
    const Clock::time_point at = Clock::now();
    if (m_last) {
        const double passed = std::chrono::duration<double>(at - m_lookedAt).count();
        const double computed = std::max(now.processorSeconds - m_last->processorSeconds, 0.0);
        m_seconds += now.runnable ? std::min(computed, passed) : passed;
    }
    m_last = now;
    m_lookedAt = at;
}

} // namespace mutascope::engines
