// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupts.h"
#include "app/cli/output.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace mutascope::cli {

namespace {

constexpr char signalByte = 's';
constexpr char endByte = 'e';
std::atomic<int> writeEnd = -1;

void onSignal(int)
{
    const int saved = errno;
    [[maybe_unused]] const ssize_t ignored = ::write(writeEnd.load(), &signalByte, 1);
    errno = saved;
}

void setHandler(void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

} // namespace

Interrupts::Interrupts(RunControl &control) : m_control(control)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw Error(ErrorCode::Io, "cannot make a pipe: too many open files");
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_thread = std::thread([this] { listen(); });
    setHandler(onSignal);
}

Interrupts::~Interrupts()
{
    setHandler(SIG_DFL);
    [[maybe_unused]] const ssize_t ignored = ::write(writeEnd.load(), &endByte, 1);
    m_thread.join();
    ::close(writeEnd.exchange(-1));
    ::close(m_readEnd);
}

void Interrupts::listen()
{
    int signals = 0;
    char byte = 0;
    while (::read(m_readEnd, &byte, 1) == 1 && byte == signalByte) {
        signals += 1;
        if (signals == 1) {
            m_control.stop();
            printMessage("stopping after this step (Ctrl+C again: at once)");
        } else if (signals == 2) {
            m_control.abort();
        } else {
            ::_exit(exitInterrupted); // the session file keeps its last checkpoint
        }
    }
}

} // namespace mutascope::cli
