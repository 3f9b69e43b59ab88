// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

// Other programs, as this one starts them.
namespace mutascope {

// The file that the environment variable names, else the program of that name beside this one. Whether it is
// there is not looked at.
std::filesystem::path ownProgram(const char *variable, const char *name);

struct ProgramStart {
    std::vector<std::string> command; // the program first
    bool searched = false; // a name without a folder is looked for in PATH
    int input = -1; // files it begins with; -1: /dev/null
    int output = -1;
    int errors = -1;
};

// Starts it with no other file of this process open and in a group of its own, so that Ctrl+C does not reach
// it. 0, or errno where it cannot be started.
int startProgram(ProgramStart start, pid_t &child);

} // namespace mutascope
