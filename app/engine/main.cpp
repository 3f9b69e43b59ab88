// SPDX-License-Identifier: GPL-3.0-or-later
// mutascope-engine ID: an inference engine under test in a process of its own, so that its crashes and hangs
// stay here. Started by core/engines/process/engine_program.h, which speaks to it over its standard input and
// output (docs/engine-plugins.md).
#include "core/base/error.h"
#include "core/engines/process/serve_anew.h"
#include "core/engines/runtime/catalogue.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace {

// Libraries print as they like: only answers go to the real standard output.
int takeOutput()
{
    const int output = ::dup(STDOUT_FILENO);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    return output;
}

// A hang is ended by whoever started this; when nobody is left to do it, from here. (PR_SET_PDEATHSIG is
// about the thread that started this, which may end at any time.)
void endWithParent()
{
    std::thread([parent = ::getppid()] {
        while (::getppid() == parent)
            std::this_thread::sleep_for(std::chrono::seconds(1));
        std::_Exit(EXIT_FAILURE);
    }).detach();
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fputs("mutascope-engine is started by Mutascope to run an inference engine: ID\n", stderr);
        return 2;
    }
    // Where memory errors lead depends on addresses, too. Only there: it doubles the time of a start.
    if (mutascope::engines::forksForEachModel(argv[1]))
        mutascope::engines::fixAddresses(argv);
    endWithParent();
    const int output = takeOutput();
    try {
        mutascope::engines::serveBuiltIn(argv[1], STDIN_FILENO, output);
    } catch (const mutascope::Error &error) {
        std::fprintf(stderr, "mutascope-engine: %s\n", error.message().c_str());
        std::_Exit(mutascope::exitCode(error.code()));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "mutascope-engine: %s\n", error.what());
        std::_Exit(EXIT_FAILURE);
    }
    std::_Exit(EXIT_SUCCESS); // what a broken engine left need not be torn down
}
