// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/process/frame.h"
#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace mutascope::engines {

// What became of one message to a program.
struct Exchange {
    enum class End {
        Answered,
        Died, // a signal, or it ended by itself; or it says that of a process of its own
        Hung, // no answer in the time it had: it was ended
        Garbage, // it wrote what is no message: it was ended
    };
    End end = End::Answered;
    Message answer;
    int signal = 0; // that ended it, not by us
    int exitCode = 0;
    std::string words; // the last of its standard error, where it did not answer
};

// A program that answers messages on its standard input by messages on its standard output. It is kept alive
// from one message to the next. Ctrl+C does not reach it, no other file of this process is open in it, and
// its standard error is read (the last 16 KiB kept). Not thread-safe.
class EngineProgram {
public:
    // memoryBytes: of the data it may have (RLIMIT_DATA); 0: no limit.
    explicit EngineProgram(std::vector<std::string> command, std::uint64_t memoryBytes = 0);
    ~EngineProgram();
    EngineProgram(const EngineProgram &) = delete;
    EngineProgram &operator=(const EngineProgram &) = delete;

    bool running() const { return m_child > 0; }
    // Does nothing where it runs. Throws Error{NotFound} where it is not there or not executable, Error{Io}
    // where it cannot be started.
    void start();
    void stop();
    // How often it was started.
    int starts() const { return m_starts; }
    // As often as it was started or told that a process of its own crashed: each time it knows no model.
    int lives() const { return m_lives; }

    // It must run. After another end than Answered it does not run any more, but where it reported a crash.
    // seconds: of the program's own time (own_time.h).
    Exchange exchange(const Message &message, double seconds);
    // What it wrote to its standard error before belongs to no exchange that follows.
    void forgetWords();

private:
    struct Transfer;
    void watch(Transfer &transfer);
    void send(Transfer &transfer);
    void receive(Transfer &transfer);
    void noteCrash(Exchange &result);
    bool readWords();
    void readAllWords();
    std::string lastWords() const;
    void end(Exchange &result, double patience);
    bool reap(Exchange &result, double seconds);
    void closeFiles();

    std::vector<std::string> m_command;
    std::uint64_t m_memory;
    pid_t m_child = 0;
    int m_socket = -1; // its standard input and output
    int m_errors = -1; // its standard error
    std::string m_words;
    int m_starts = 0;
    int m_lives = 0;
};

} // namespace mutascope::engines
