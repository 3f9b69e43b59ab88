// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/engine_program.h"
#include "core/base/error.h"
#include "core/base/program.h"
#include "core/engines/process/own_time.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace mutascope::engines {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t wordsKept = 16384;
constexpr double secondsToEnd = 60; // a sanitizer's report takes a while, more so on a busy machine
constexpr double secondsToStop = 0.5; // where nothing is asked of it any more
constexpr double longestLook = 0.25; // seconds between two looks at what a program does

[[noreturn]] void throwCannotStart(const std::string &program, int reason)
{
    const bool missing = reason == ENOENT || reason == EACCES || reason == ENOEXEC;
    throw Error(missing ? ErrorCode::NotFound : ErrorCode::Io,
                fmt::format("cannot start the engine's program '{}': {}", program, std::strerror(reason)),
                "Check that the program is installed and may be executed");
}

// Both ends are closed in programs that are started; one may be given to a program.
struct Ends {
    int ours = -1;
    int theirs = -1;
};

Ends socketEnds(const std::string &program)
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throwCannotStart(program, errno);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return {ends[0], ends[1]};
}

Ends pipeEnds(const std::string &program)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throwCannotStart(program, errno);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return {ends[0], ends[1]};
}

// Memory that is only reserved does not count, memory that could be written does. AddressSanitizer maps
// terabytes of it.
void limit(pid_t child, [[maybe_unused]] std::uint64_t bytes)
{
    const rlimit none{0, 0};
    ::prlimit(child, RLIMIT_CORE, &none, nullptr);
#ifndef __SANITIZE_ADDRESS__
    const rlimit data{bytes, bytes};
    if (bytes > 0)
        ::prlimit(child, RLIMIT_DATA, &data, nullptr);
#endif
}

void closeFile(int &file)
{
    if (file >= 0)
        ::close(file);
    file = -1;
}

} // namespace

struct EngineProgram::Transfer {
    std::string frame;
    std::size_t sent = 0;
    FrameReader reader;
    double seconds = 0; // that it may take
    OwnTime taken;
    Clock::time_point nextLook = {};
    bool done = false;
    Exchange result;

    Transfer(std::string message, double limit, pid_t child)
        : frame(std::move(message)), seconds(limit), taken(child)
    {
        plan();
    }
    void plan()
    {
        const std::chrono::duration<double> wait(std::min(longestLook, seconds / 4));
        nextLook = Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
    }
    int millisecondsLeft() const
    {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(nextLook - Clock::now()).count();
        return int(std::max<std::int64_t>(left, 0));
    }
    // Whether its time is over.
    bool over()
    {
        if (Clock::now() < nextLook)
            return false;
        taken.look();
        plan();
        return taken.seconds() >= seconds;
    }
};

EngineProgram::EngineProgram(std::vector<std::string> command, std::uint64_t memoryBytes)
    : m_command(std::move(command)), m_memory(memoryBytes)
{
}

EngineProgram::~EngineProgram()
{
    stop();
}

void EngineProgram::start()
{
    if (running())
        return;
    m_words.clear();
    Ends socket = socketEnds(m_command.at(0));
    Ends errors = pipeEnds(m_command[0]);
    m_socket = socket.ours;
    m_errors = errors.ours;
    pid_t child = 0;
    const int reason = startProgram({m_command, true, socket.theirs, socket.theirs, errors.theirs}, child);
    closeFile(socket.theirs);
    closeFile(errors.theirs);
    if (reason != 0) {
        closeFiles();
        throwCannotStart(m_command[0], reason);
    }
    m_child = child;
    limit(m_child, m_memory);
    ++m_starts;
    ++m_lives;
}

void EngineProgram::stop()
{
    if (!running())
        return;
    closeFile(m_socket); // the end of its input: it ends by itself
    Exchange ignored;
    end(ignored, secondsToStop);
}

Exchange EngineProgram::exchange(const Message &message, double seconds)
{
    Transfer transfer(encode(message), seconds, m_child);
    while (!transfer.done)
        watch(transfer);
    return std::move(transfer.result);
}

void EngineProgram::watch(Transfer &transfer)
{
    const bool sending = transfer.sent < transfer.frame.size();
    std::array<pollfd, 2> files{pollfd{m_socket, short(POLLIN | (sending ? POLLOUT : 0)), 0},
                                pollfd{m_errors, POLLIN, 0}};
    const int ready = ::poll(files.data(), files.size(), transfer.millisecondsLeft());
    if ((ready <= 0 || files[0].revents == 0) && transfer.over()) {
        transfer.done = true;
        transfer.result.end = Exchange::End::Hung;
        end(transfer.result, 0);
        return;
    }
    if (ready <= 0)
        return;
    if (files[1].revents != 0)
        readWords();
    if ((files[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
        receive(transfer);
    else if ((files[0].revents & POLLOUT) != 0)
        send(transfer);
}

void EngineProgram::send(Transfer &transfer)
{
    const ssize_t count = ::send(m_socket, transfer.frame.data() + transfer.sent,
                                 transfer.frame.size() - transfer.sent, MSG_NOSIGNAL);
    transfer.sent += count > 0 ? std::size_t(count) : 0;
}

void EngineProgram::receive(Transfer &transfer)
{
    std::array<char, 65536> bytes;
    const ssize_t count = ::recv(m_socket, bytes.data(), bytes.size(), 0);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0) {
        transfer.done = true;
        transfer.result.end = Exchange::End::Died;
        end(transfer.result, secondsToEnd);
        return;
    }
    const FrameReader::State state = transfer.reader.add(bytes.data(), std::size_t(count));
    if (state == FrameReader::State::More)
        return;
    transfer.done = true;
    if (state == FrameReader::State::Complete) {
        transfer.result.answer = transfer.reader.take();
        noteCrash(transfer.result);
        return;
    }
    transfer.result.end = Exchange::End::Garbage;
    transfer.result.words.assign(bytes.data(), std::size_t(std::min<ssize_t>(count, 200)));
    end(transfer.result, 0);
}

// The program is there, but what answered in it is not.
void EngineProgram::noteCrash(Exchange &result)
{
    const auto status = result.answer.header.find("status");
    if (status == result.answer.header.end() || *status != "crash")
        return;
    const auto signal = result.answer.header.find("signal");
    result.end = Exchange::End::Died;
    result.signal
        = signal != result.answer.header.end() && signal->is_number_integer() ? signal->get<int>() : 0;
    readAllWords();
    result.words = lastWords();
    ++m_lives;
}

// Whether there was anything to read.
bool EngineProgram::readWords()
{
    std::array<char, 4096> bytes;
    const ssize_t count = ::read(m_errors, bytes.data(), bytes.size());
    if (count == 0)
        closeFile(m_errors);
    if (count <= 0)
        return false;
    m_words.append(bytes.data(), std::size_t(count));
    if (m_words.size() > 2 * wordsKept)
        m_words.erase(0, m_words.size() - wordsKept);
    return true;
}

void EngineProgram::readAllWords()
{
    while (m_errors >= 0 && readWords()) { }
}

void EngineProgram::forgetWords()
{
    readAllWords();
    m_words.clear();
}

std::string EngineProgram::lastWords() const
{
    return m_words.substr(m_words.size() > wordsKept ? m_words.size() - wordsKept : 0);
}

// Waits for the program to end; false where it does not in time.
bool EngineProgram::reap(Exchange &result, double seconds)
{
    const auto deadline
        = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(m_child, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        if (Clock::now() > deadline)
            return false;
        readWords(); // so that it does not wait for us
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (ended > 0 && WIFSIGNALED(status))
        result.signal = WTERMSIG(status);
    else if (ended > 0)
        result.exitCode = WEXITSTATUS(status);
    return true;
}

// patience: seconds until it is ended.
void EngineProgram::end(Exchange &result, double patience)
{
    Exchange reaped;
    if (patience <= 0 || !reap(reaped, patience)) {
        ::kill(-m_child, SIGKILL);
        reap(reaped, 3600);
        reaped.signal = 0; // ours
    }
    ::kill(-m_child, SIGKILL); // what it may have started
    result.signal = reaped.signal;
    result.exitCode = reaped.exitCode;
    readAllWords();
    if (result.words.empty())
        result.words = lastWords();
    m_child = 0;
    closeFiles();
}

void EngineProgram::closeFiles()
{
    closeFile(m_socket);
    closeFile(m_errors);
}

} // namespace mutascope::engines
