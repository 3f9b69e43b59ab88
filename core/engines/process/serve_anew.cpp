// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/serve_anew.h"
#include "core/base/error.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mutascope::engines {

namespace {

constexpr int handedBack = 100; // exit status of a child that has received the message of the next one

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

void copyBytes(int from, int to, std::uint64_t size)
{
    std::array<char, 65536> bytes;
    while (size > 0) {
        const ssize_t count = ::read(from, bytes.data(), std::min<std::uint64_t>(bytes.size(), size));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || ::write(to, bytes.data(), std::size_t(count)) != count)
            cannot("read a message");
        size -= std::uint64_t(count);
    }
}

// Takes the next message into the memory file; false at the end of the input. The heap is not used: an engine
// may have damaged it, which is not the next model's fault.
bool receive(int input, int held)
{
    std::array<char, FrameHead::size> head;
    if (::ftruncate(held, 0) != 0)
        cannot("empty its memory file");
    rewind(held);
    const ssize_t begun = ::read(input, head.data(), 1);
    if (begun == 0)
        return false;
    if (begun < 0 || ::write(held, head.data(), 1) != 1)
        cannot("read a message");
    copyBytes(input, held, FrameHead::size - 1);
    if (::pread(held, head.data(), head.size(), 0) != ssize_t(head.size()))
        cannot("read a message");
    copyBytes(input, held, FrameHead::decoded(head.data()).rest());
    rewind(held);
    return true;
}

// Whether the message in the memory file is a model; nothing of it is parsed yet.
bool isModel(int held)
{
    std::array<char, 512> begin{};
    if (::pread(held, begin.data(), begin.size() - 1, 0) < ssize_t(FrameHead::size))
        return false;
    const std::string_view text(
        begin.data() + FrameHead::size,
        std::min<std::size_t>(FrameHead::decoded(begin.data()).header, begin.size() - FrameHead::size));
    return text.find("\"prepare\"") != std::string_view::npos;
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
    Child(const Handler &handler, const ServeFiles &files, Lives lives, int held, Doing *doing)
        : m_handler(handler), m_files(files), m_lives(lives), m_held(held), m_doing(doing)
    {
    }

    // pending: there is a message in the memory file already. True where one for the next child is.
    bool serve(bool pending)
    {
        bool first = true;
        for (; pending || receive(m_files.input, m_held); pending = first = false) {
            if (!first && m_lives == Lives::OneModel && isModel(m_held))
                return true;
            answer();
        }
        return false;
    }

private:
    void answer()
    {
        *m_doing = Doing::Works;
        const std::optional<Message> message = readMessage(m_held);
        if (!message)
            cannot("read a message");
        const Message said = answered(m_handler, *message);
        *m_doing = Doing::Answers;
        writeMessage(m_files.output, said);
        *m_doing = Doing::Waits;
    }

    const Handler &m_handler;
    ServeFiles m_files;
    Lives m_lives;
    int m_held; // memory file with the message at work
    Doing *m_doing;
};

[[noreturn]] void runChild(Child child, bool pending)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    int status = EXIT_FAILURE;
    try {
        status = child.serve(pending) ? handedBack : EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "mutascope-engine: %s\n", error.what());
    }
    std::_Exit(status);
}

// The answer of a child that crashed before it could give one. Nothing is allocated here.
void reportCrash(int output, int signal)
{
    std::array<char, 80> frame{};
    char *const header = frame.data() + FrameHead::size;
    const int size
        = std::snprintf(header, frame.size() - FrameHead::size, R"({"status":"crash","signal":%d})", signal);
    std::ranges::copy(FrameHead{std::uint64_t(size), 0}.encoded(), frame.begin());
    const std::size_t whole = FrameHead::size + std::size_t(size);
    if (::write(output, frame.data(), whole) != ssize_t(whole))
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
            runChild(Child(handler, files, lives, held, doing), pending);
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
