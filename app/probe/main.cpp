// SPDX-License-Identifier: GPL-3.0-or-later
// mutascope-probe FILE REQUEST BYTES: loads a model file that nobody trusts yet, so that what goes wrong goes
// wrong here. Started by core/model/guarded_load.h, which reads the answer on the standard output.
#include "core/model/guarded_load_report.h"
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

void limit(int resource, rlim_t value)
{
    const rlimit both{value, value};
    setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

// Memory that is only reserved does not count (LibTorch and its threads reserve much), memory that could be
// written does: one huge request fails at once. AddressSanitizer maps terabytes of it.
void limitMemory([[maybe_unused]] const char *text)
{
#ifndef __SANITIZE_ADDRESS__
    unsigned long long bytes = 0;
    std::from_chars(text, text + std::strlen(text), bytes);
    if (bytes > 0)
        limit(RLIMIT_DATA, bytes);
#endif
}

// Libraries print as they like: only the answer goes to the real standard output.
int takeOutput()
{
    const int output = ::dup(STDOUT_FILENO);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    return output;
}

bool writeAll(int output, const std::string &text)
{
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = ::write(output, text.data() + done, text.size() - done);
        if (count < 0)
            return false;
        done += std::size_t(count);
    }
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 4) {
        std::fputs("mutascope-probe is started by Mutascope to try a model file: FILE REQUEST BYTES\n",
                   stderr);
        return 2;
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody is left to end it
    limit(RLIMIT_CORE, 0);
    limitMemory(argv[3]);
    const int output = takeOutput();
    const bool written = writeAll(output, mutascope::answerProbe(argv[1], argv[2]));
    std::_Exit(written ? EXIT_SUCCESS : EXIT_FAILURE); // what a broken model left need not be torn down
}
