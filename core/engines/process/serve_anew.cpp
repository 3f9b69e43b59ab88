// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/serve_anew.h"
#include "core/base/error.h"
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mutascope::engines {

namespace {

constexpr int handedBack = 100; // exit status of a child that has read the message of the next one

[[noreturn]] void cannot(const char *what)
{
    throw Error(ErrorCode::Io, std::string("an engine's process cannot ") + what,
                "Free memory or processes, or raise the limits on them");
}

void rewind(int file)
{
    if (::lseek(file, 0, SEEK_SET) < 0)
        cannot("go back in its memory file");
}

void handBack(int held, const Message &message)
{
    rewind(held);
    writeMessage(held, message);
    rewind(held);
}

// What a child does, in memory it shares with its parent.
enum class Doing { Waits, Works, Answers };

Doing *sharedDoing()
{
    void *memory = ::mmap(nullptr, sizeof(Doing), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        cannot("share memory");
    return new (memory) Doing(Doing::Waits);
}

class Child {
public:
    Child(const Handler &handler, const ServeFiles &files, Lives lives, Doing *doing)
        : m_handler(handler), m_files(files), m_lives(lives), m_doing(doing)
    {
    }

    // held: a message to begin with, -1: none. True where a message for the next child has been read.
    bool serve(int held, int handTo)
    {
        std::optional<Message> message = readMessage(held >= 0 ? held : m_files.input);
        for (bool first = true; message; first = false) {
            if (!first && m_lives == Lives::OneModel && message->header.value("command", "") == "prepare") {
                handBack(handTo, *message);
                return true;
            }
            answer(*message);
            message = readMessage(m_files.input);
        }
        return false;
    }

private:
    void answer(const Message &message)
    {
        *m_doing = Doing::Works;
        const Message said = answered(m_handler, message);
        *m_doing = Doing::Answers;
        writeMessage(m_files.output, said);
        *m_doing = Doing::Waits;
    }

    const Handler &m_handler;
    ServeFiles m_files;
    Lives m_lives;
    Doing *m_doing;
};

[[noreturn]] void runChild(Child child, int held, bool pending)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    int status = EXIT_FAILURE;
    try {
        status = child.serve(pending ? held : -1, held) ? handedBack : EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "mutascope-engine: %s\n", error.what());
    }
    std::_Exit(status);
}

// The answer of a child that crashed before it could give one. Nothing is allocated here.
void reportCrash(int output, int signal)
{
    std::array<char, 80> frame{'M', 'S', 'E', '1'};
    char *const header = frame.data() + 16;
    const int size = std::snprintf(header, frame.size() - 16, R"({"status":"crash","signal":%d})", signal);
    frame[4] = char(size);
    if (::write(output, frame.data(), std::size_t(16 + size)) != 16 + size)
        cannot("report a crash");
}

int waitFor(pid_t child)
{
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            cannot("wait for its child");
    return status;
}

[[noreturn]] void endAs(int status)
{
    if (WIFSIGNALED(status)) {
        std::signal(WTERMSIG(status), SIG_DFL);
        ::kill(::getpid(), WTERMSIG(status));
    }
    std::_Exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

} // namespace

void fixAddresses(char *const *arguments)
{
    const int now = ::personality(0xffffffff);
    if (now < 0 || (now & ADDR_NO_RANDOMIZE) != 0 || ::personality(unsigned(now) | ADDR_NO_RANDOMIZE) < 0)
        return;
    ::execv("/proc/self/exe", arguments);
}

// This process allocates nothing between two children.
void serveAnew(const Handler &handler, const ServeFiles &files, Lives lives)
{
    const int held = ::memfd_create("mutascope-engine", MFD_CLOEXEC);
    if (held < 0)
        cannot("make a memory file");
    Doing *const doing = sharedDoing();
    for (bool pending = false;;) {
        *doing = Doing::Waits;
        const pid_t child = ::fork();
        if (child < 0)
            cannot("start a child");
        if (child == 0)
            runChild(Child(handler, files, lives, doing), held, pending);
        const int status = waitFor(child);
        pending = WIFEXITED(status) && WEXITSTATUS(status) == handedBack;
        const bool crashed = WIFSIGNALED(status) && *doing == Doing::Works;
        if (crashed)
            reportCrash(files.output, WTERMSIG(status));
        else if (!pending)
            endAs(status);
    }
}

} // namespace mutascope::engines
