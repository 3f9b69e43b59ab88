// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/guarded_load_process.h"
#include "core/base/error.h"
#include "core/base/program.h"
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mutascope {

namespace {

using Clock = std::chrono::steady_clock;
using End = ChildOutcome::End;

constexpr int watchMilliseconds = 20; // within it a process may fill some 100 MB

[[noreturn]] void throwCannotStart(const std::string &program, int reason)
{
    throw Error(ErrorCode::Io, fmt::format("cannot start '{}': {}", program, std::strerror(reason)),
                "Check that the program is installed and may be executed");
}

class Pipe {
public:
    explicit Pipe(const std::string &program)
    {
        if (::pipe2(m_ends.data(), O_CLOEXEC) != 0)
            throwCannotStart(program, errno);
    }
    ~Pipe()
    {
        closeWriteEnd();
        ::close(m_ends[0]);
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;
    int readEnd() const { return m_ends[0]; }
    int writeEnd() const { return m_ends[1]; }
    void closeWriteEnd()
    {
        if (m_ends[1] >= 0)
            ::close(m_ends[1]);
        m_ends[1] = -1;
    }

private:
    std::array<int, 2> m_ends{-1, -1};
};

pid_t started(const std::vector<std::string> &command, int output)
{
    pid_t child = 0;
    if (const int reason = startProgram({command, false, -1, output, -1}, child); reason != 0)
        throwCannotStart(command[0], reason);
    return child;
}

std::uint64_t residentBytes(pid_t child)
{
    std::uint64_t all = 0, resident = 0;
    std::ifstream(fmt::format("/proc/{}/statm", child)) >> all >> resident;
    return resident * std::uint64_t(::sysconf(_SC_PAGESIZE));
}

// A started program; the destructor leaves none behind.
class Child {
public:
    Child(pid_t id, const ChildLimits &limits, int output) : m_id(id), m_limits(limits), m_output(output) { }
    ~Child()
    {
        if (m_ended)
            return;
        ::kill(m_id, SIGKILL);
        while (::waitpid(m_id, nullptr, 0) < 0 && errno == EINTR) { }
    }
    Child(const Child &) = delete;
    Child &operator=(const Child &) = delete;

    ChildOutcome watch()
    {
        while (m_open || !ended()) {
            if (exceeds())
                return std::move(m_outcome);
            wait();
        }
        return std::move(m_outcome);
    }

private:
    bool exceeds()
    {
        const std::chrono::duration<double> passed = Clock::now() - m_start;
        if (const std::uint64_t bytes = residentBytes(m_id); bytes > 0) // 0 behind its end
            m_outcome.bytes = bytes;
        if (passed.count() > m_limits.seconds)
            m_outcome.end = End::TooLong;
        else if (m_limits.bytes > 0 && m_outcome.bytes > m_limits.bytes)
            m_outcome.end = End::TooMuchMemory;
        else if (m_outcome.output.size() > m_limits.output)
            m_outcome.end = End::TooMuchOutput;
        else
            return false;
        return true;
    }

    // For output, or a moment where there will be no more.
    void wait()
    {
        pollfd poll{m_open ? m_output : -1, POLLIN, 0};
        if (::poll(&poll, 1, watchMilliseconds) <= 0)
            return;
        std::array<char, 4096> bytes;
        const ssize_t count = ::read(m_output, bytes.data(), bytes.size());
        if (count > 0)
            m_outcome.output.append(bytes.data(), std::size_t(count));
        else if (count == 0 || errno != EINTR)
            m_open = false;
    }

    bool ended()
    {
        int status = 0;
        const pid_t result = ::waitpid(m_id, &status, WNOHANG);
        if (result == 0 || (result < 0 && errno == EINTR))
            return false;
        m_ended = true;
        const bool signalled = result > 0 && WIFSIGNALED(status);
        m_outcome.end = signalled ? End::Signalled : End::Exited;
        m_outcome.code = result < 0 ? 0 : signalled ? WTERMSIG(status) : WEXITSTATUS(status);
        return true;
    }

    pid_t m_id;
    ChildLimits m_limits;
    int m_output;
    Clock::time_point m_start = Clock::now();
    ChildOutcome m_outcome;
    bool m_open = true;
    bool m_ended = false;
};

} // namespace

ChildOutcome runChild(const std::vector<std::string> &command, const ChildLimits &limits)
{
    Pipe pipe(command.at(0));
    Child child(started(command, pipe.writeEnd()), limits, pipe.readEnd());
    pipe.closeWriteEnd();
    return child.watch();
}

} // namespace mutascope
