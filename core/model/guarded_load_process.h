// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace mutascope {

struct ChildLimits {
    double seconds = 0;
    std::uint64_t bytes = 0; // resident memory; 0: no limit
    std::size_t output = 1 << 20; // bytes
};

struct ChildOutcome {
    enum class End { Exited, Signalled, TooLong, TooMuchMemory, TooMuchOutput };
    End end = End::Exited;
    int code = 0; // of the exit or the signal
    std::uint64_t bytes = 0; // of resident memory, as it was last seen
    std::string output; // on its standard output
};

// Runs a program to its end, or ends it where it exceeds a limit. It has no standard input, its standard
// error goes nowhere, no other file of this process is open in it, and Ctrl+C does not reach it. Throws
// Error{Io} where it cannot be started.
ChildOutcome runChild(const std::vector<std::string> &command, const ChildLimits &limits);

} // namespace mutascope
