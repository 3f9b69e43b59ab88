// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include <thread>

namespace mutascope::cli {

// Ctrl+C and SIGTERM: the first asks control to stop, the second to abort, the third ends the process at
// once. The signal handler only writes into a pipe, a thread reads it: RunControl uses a mutex, and the
// tensor library's threads, which may receive the signal, are older than main. One object at a time.
class Interrupts {
public:
    explicit Interrupts(RunControl &control);
    ~Interrupts();
    Interrupts(const Interrupts &) = delete;
    Interrupts &operator=(const Interrupts &) = delete;

private:
    void listen();
    RunControl &m_control;
    int m_readEnd = -1;
    std::thread m_thread;
};

} // namespace mutascope::cli
