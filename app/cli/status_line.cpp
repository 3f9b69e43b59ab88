// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/status_line.h"
#include "app/cli/printable.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace mutascope::cli {

namespace {

constexpr std::chrono::milliseconds terminalInterval(100);
constexpr std::chrono::seconds plainInterval(5);

std::size_t terminalWidth()
{
    winsize size = {};
    const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20;
    return known ? size.ws_col : 80;
}

void write(const std::string &text)
{
    std::fwrite(text.data(), 1, text.size(), stderr); // nobody listening is no reason to end a run
    std::fflush(stderr);
}

bool overwritable()
{
    const char *kind = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) != 0 && !(kind && std::string(kind) == "dumb");
}

} // namespace

StatusLine::StatusLine(Verbosity verbosity)
    : m_quiet(verbosity == Verbosity::Quiet), m_terminal(overwritable()), m_last(Clock::now())
{
    if (m_terminal)
        m_last -= plainInterval;
}

bool StatusLine::due()
{
    const auto now = Clock::now();
    const Clock::duration interval = m_terminal ? Clock::duration(terminalInterval) : plainInterval;
    if (m_quiet || now - m_last < interval)
        return false;
    m_last = now;
    return true;
}

void StatusLine::update(const std::string &text)
{
    if (!due())
        return;
    if (!m_terminal)
        return write(printable(text) + "\n");
    write("\r\033[K" + printable(text).substr(0, terminalWidth() - 1)); // a full line would wrap
    m_shown = true;
}

void StatusLine::line(const std::string &text)
{
    if (m_quiet)
        return;
    clear();
    write(printable(text) + "\n");
}

void StatusLine::clear()
{
    if (m_shown)
        write("\r\033[K");
    m_shown = false;
}

std::string progressBar(double fraction)
{
    if (!(fraction >= 0))
        return {};
    constexpr int cells = 10; // the whole line should fit 80 columns
    const double share = std::min(fraction, 1.0);
    const auto full = std::size_t(share * cells);
    return fmt::format("[{}{}] {:3.0f} %", std::string(full, '#'), std::string(cells - full, '-'),
                       std::floor(share * 100));
}

std::string durationText(double seconds)
{
    const auto whole = std::int64_t(std::llround(std::max(seconds, 0.0)));
    if (whole < 60)
        return fmt::format("{} s", whole);
    if (whole < 3600)
        return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string timeLeft(double seconds, double fraction)
{
    if (!(fraction > 0) || fraction >= 1 || seconds < 0.5)
        return {};
    return durationText(seconds * (1 - fraction) / fraction) + " left";
}

} // namespace mutascope::cli
