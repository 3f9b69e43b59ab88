// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupts.h"
#include "app/cli/output.h"
#include "app/cli/parser.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/base/opencv_threads.h"
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <unistd.h>

namespace mutascope::cli {

namespace {

// A closed standard stream would give its number to the next file opened, and messages would end up in a
// session file.
void occupyClosedStreams()
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
        if (::fcntl(stream, F_GETFD) < 0)
            ::open("/dev/null", O_RDONLY);
}

int execute(int argc, char **argv)
{
    RunControl control;
    Shell shell{control, {}};
    if (!parseCommandLine(argc, argv, shell))
        return exitDone;
    const Interrupts interrupts(control);
    return shell.action();
}

// Messages of libraries may go on with a stack trace.
std::string firstLine(std::string text)
{
    text.erase(0, text.find_first_not_of("\r\n"));
    return text.substr(0, text.find_first_of("\r\n"));
}

// Every way out of the program: one message, one exit code.
int guarded(int argc, char **argv)
{
    try {
        return execute(argc, argv);
    } catch (const Error &error) {
        printMessage("error: " + error.message());
        return exitCode(error.code());
    } catch (const Interrupted &) {
        printMessage("interrupted");
        return exitInterrupted;
    } catch (const OutputClosed &) {
        return exitFailed;
    } catch (const std::bad_alloc &) {
        printMessage("error: not enough memory");
        return exitFailed;
    } catch (const std::filesystem::filesystem_error &error) {
        printMessage("error: cannot use '" + error.path1().string() + "': " + error.code().message()
                     + ". Check the path and its permissions");
        return exitFailed;
    } catch (const std::exception &error) {
        printMessage("error: " + firstLine(error.what()));
        return exitFailed;
    }
}

} // namespace

} // namespace mutascope::cli

int main(int argc, char **argv)
{
    std::signal(SIGPIPE, SIG_IGN); // a reader of the progress that goes away must not end a long run
    mutascope::cli::occupyClosedStreams();
    mutascope::keepOpenCvToOneThread();
    return mutascope::cli::guarded(argc, argv);
}
