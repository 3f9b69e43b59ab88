// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace mutascope {

struct ProcessEnd {
    bool signalled = false;
    int code = 0; // of the exit or the signal
};

// A program that runs beside this one, with its standard streams in files. Ctrl+C does not reach it by
// itself, and it is interrupted when the thread that started it ends. The destructor leaves none behind.
class CellProcess {
public:
    // Throws Error{Io} where the files cannot be made or the program not be started.
    CellProcess(const std::vector<std::string> &command, const std::filesystem::path &output,
                const std::filesystem::path &log);
    ~CellProcess();
    CellProcess(const CellProcess &) = delete;
    CellProcess &operator=(const CellProcess &) = delete;

    bool ended(); // does not wait
    void interrupt(); // as Ctrl+C does
    const ProcessEnd &end() const { return m_end; } // once ended
    // Largest resident memory seen so far. Asked of the system at each ended(): what the system keeps for an
    // ended process (ru_maxrss) begins with the memory of whoever started it.
    std::int64_t peakBytes() const { return m_peakBytes; }

private:
    void samplePeak();
    pid_t m_id = 0;
    bool m_ended = false;
    ProcessEnd m_end;
    std::int64_t m_peakBytes = 0;
};

} // namespace mutascope
