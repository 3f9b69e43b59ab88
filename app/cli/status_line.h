// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>
#include <string>

namespace mutascope::cli {

enum class Verbosity { Quiet, Normal };

// Progress on the standard error: on a terminal one line that is written over, else a plain line every few
// seconds. One thread at a time.
class StatusLine {
public:
    explicit StatusLine(Verbosity verbosity = Verbosity::Normal);
    ~StatusLine() { clear(); }
    StatusLine(const StatusLine &) = delete;
    StatusLine &operator=(const StatusLine &) = delete;

    void update(const std::string &text); // may be dropped: too soon after the last
    void line(const std::string &text); // stays
    void clear(); // what update() left on a terminal
    bool terminal() const { return m_terminal; }

private:
    using Clock = std::chrono::steady_clock;
    bool due();
    bool m_quiet;
    bool m_terminal;
    bool m_shown = false;
    Clock::time_point m_last;
};

// "[#####-----]  50 %"; "" for a fraction that is not known.
std::string progressBar(double fraction);
std::string durationText(double seconds); // "45 s", "3 min 20 s", "2 h 05 min"
// Prediction of the time left, from the share done so far; "" where there is none.
std::string timeLeft(double seconds, double fraction);

} // namespace mutascope::cli
