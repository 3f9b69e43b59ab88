// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/cell_process.h"
#include "core/base/error.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

constexpr int cannotExecute = 127;

class Descriptor {
public:
    Descriptor(const fs::path &file, int flags)
        : m_id(::open(file.c_str(), flags | O_CLOEXEC, 0666)) // the user's mask takes away what it has to
    {
        if (m_id < 0)
            throw Error(ErrorCode::Io,
                        fmt::format("cannot write '{}': {}", file.string(), std::strerror(errno)),
                        "Choose a place you may write to");
    }
    ~Descriptor() { ::close(m_id); }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    int id() const { return m_id; }

private:
    int m_id;
};

// Until the program begins only calls that are safe in a signal handler: other threads of this process may
// hold any lock.
[[noreturn]] void become(char *const *arguments, int input, int output, int log, int failure)
{
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGINT);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::dup2(input, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
    ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    ::execv(arguments[0], arguments);
    const int reason = errno;
    [[maybe_unused]] const ssize_t ignored = ::write(failure, &reason, sizeof reason);
    ::_exit(cannotExecute);
}

[[noreturn]] void throwCannotStart(const std::string &program, int reason)
{
    throw Error(ErrorCode::Io, fmt::format("cannot start '{}': {}", program, std::strerror(reason)),
                "Check that the program is installed and may be executed, and that memory is left");
}

} // namespace

CellProcess::CellProcess(const std::vector<std::string> &command, const fs::path &output, const fs::path &log)
{
    const Descriptor input("/dev/null", O_RDONLY);
    const Descriptor result(output, O_WRONLY | O_CREAT | O_TRUNC);
    const Descriptor messages(log, O_WRONLY | O_CREAT | O_APPEND);
    std::vector<char *> arguments;
    for (const std::string &argument : command)
        arguments.push_back(const_cast<char *>(argument.c_str())); // which execv does not change
    arguments.push_back(nullptr);
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throwCannotStart(command[0], errno);
    m_id = ::_Fork(); // without the handlers of libraries: OpenBLAS's waits for threads that are at work
    if (m_id == 0)
        become(arguments.data(), input.id(), result.id(), messages.id(), ends[1]);
    const int forkReason = errno;
    ::close(ends[1]);
    // Ends when the program has begun: until then the memory of the process is this one's.
    int reason = 0;
    const bool failed = m_id > 0 && ::read(ends[0], &reason, sizeof reason) == ssize_t(sizeof reason);
    ::close(ends[0]);
    if (m_id > 0 && failed)
        ::waitpid(m_id, nullptr, 0);
    if (m_id < 0 || failed)
        throwCannotStart(command[0], failed ? reason : forkReason);
}

CellProcess::~CellProcess()
{
    if (m_ended)
        return;
    ::kill(m_id, SIGKILL);
    while (::waitpid(m_id, nullptr, 0) < 0 && errno == EINTR) { }
}

void CellProcess::samplePeak()
{
    std::ifstream status(fmt::format("/proc/{}/status", m_id));
    for (std::string word; status >> word;)
        if (std::int64_t kilobytes = 0; word == "VmHWM:" && status >> kilobytes)
            m_peakBytes = std::max(m_peakBytes, kilobytes * 1024);
}

bool CellProcess::ended()
{
    if (m_ended)
        return true;
    samplePeak();
    int status = 0;
    if (::waitpid(m_id, &status, WNOHANG) != m_id)
        return false;
    m_ended = true;
    m_end.signalled = WIFSIGNALED(status);
    m_end.code = m_end.signalled ? WTERMSIG(status) : WEXITSTATUS(status);
    return true;
}

void CellProcess::interrupt()
{
    if (!m_ended)
        ::kill(m_id, SIGINT);
}

} // namespace mutascope
