// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/serve_anew.h"
#include "core/base/error.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
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

// One model from its "prepare" on; true where that of the next one has been read.
bool serveOne(const Handler &handler, int input, int output, int held, bool pending)
{
    std::optional<Message> message = readMessage(pending ? held : input);
    for (bool first = true; message; first = false) {
        if (!first && message->header.value("command", "") == "prepare") {
            handBack(held, *message);
            return true;
        }
        writeMessage(output, answered(handler, *message));
        message = readMessage(input);
    }
    return false;
}

[[noreturn]] void runChild(const Handler &handler, int input, int output, int held, bool pending)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    int status = EXIT_FAILURE;
    try {
        status = serveOne(handler, input, output, held, pending) ? handedBack : EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "mutascope-engine: %s\n", error.what());
    }
    std::_Exit(status);
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
void serveAnew(const Handler &handler, int input, int output)
{
    const int held = ::memfd_create("mutascope-engine", MFD_CLOEXEC);
    if (held < 0)
        cannot("make a memory file");
    for (bool pending = false;; pending = true) {
        const pid_t child = ::fork();
        if (child < 0)
            cannot("start a child");
        if (child == 0)
            runChild(handler, input, output, held, pending);
        const int status = waitFor(child);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != handedBack)
            endAs(status);
    }
}

} // namespace mutascope::engines
