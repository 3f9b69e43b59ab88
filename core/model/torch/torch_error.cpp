// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/torch_error.h"
#include "core/model/torch/torch_memory.h"
#include <new>
#include <sstream>
#include <torch/script.h>

namespace mutascope {

namespace {

const char *const noMemory = "not enough memory";

bool isNoise(const std::string &line)
{
    for (const char *start : {"The following operation failed", "Traceback of TorchScript", "  File ", "    ",
                              "Exception raised"})
        if (line.rfind(start, 0) == 0)
            return true;
    return line.find_first_not_of(" \t~<-") == std::string::npos
        || line.find("<--- HERE") != std::string::npos;
}

// An exception inside TorchScript ends with "RuntimeError: <message>"; elsewhere the first line says it.
std::string usefulLine(const std::string &message)
{
    std::istringstream lines(message);
    std::string first;
    for (std::string line; std::getline(lines, line);) {
        const auto mark = line.find("Error: ");
        if (mark != std::string::npos && line.find(' ') > mark)
            return line.substr(mark + 7);
        if (first.empty() && !isNoise(line))
            first = line;
    }
    return first.empty() ? "no message" : first;
}

// "[enforce fail at inline_container.cc:145] . ..." names a place in another program's source; a colon at the
// end announces a line that is not shown; LibTorch asks its own users to report unclear messages.
std::string trimmed(std::string line)
{
    if (line.rfind("[enforce fail", 0) == 0 && line.find("] ") != std::string::npos)
        line = line.substr(line.find("] ") + 2);
    line = line.substr(0, line.find("(Could this error message be improved?"));
    line.erase(0, line.find_first_not_of(" ."));
    line.erase(line.find_last_not_of(" .:") + 1);
    for (const char *text : {"std::bad_alloc", "can't allocate memory"}) // as TorchScript passes it on
        if (line.find(text) != std::string::npos)
            return noMemory;
    return line.empty() ? "no message" : line;
}

} // namespace

std::string plainMessage(const std::exception &error)
{
    const auto *torchError = dynamic_cast<const c10::Error *>(&error);
    if (dynamic_cast<const std::bad_alloc *>(&error))
        return noMemory;
    return trimmed(usefulLine(torchError ? torchError->what_without_backtrace() : error.what()));
}

bool isOutOfMemory(const std::exception &error)
{
    return plainMessage(error) == noMemory;
}

} // namespace mutascope
