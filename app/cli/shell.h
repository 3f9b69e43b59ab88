// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include <functional>

namespace CLI {
class App;
}

// The command line: one file a command. A command adds its options to the parser and, once it was chosen,
// leaves its work in Shell::action; main runs that and turns every exception into one message and exit code.
namespace mutascope::cli {

constexpr int exitDone = 0;
constexpr int exitFailed = 1;
constexpr int exitUsage = 2;
constexpr int exitInterrupted = 130;

struct Shell {
    RunControl &control; // stopped by Ctrl+C
    std::function<int()> action; // of the chosen command; returns the exit code
};

// Thrown where Ctrl+C leaves a command without a result worth printing.
class Interrupted { };

void addList(CLI::App &app, Shell &shell);
void addInfo(CLI::App &app, Shell &shell);
void addNew(CLI::App &app, Shell &shell);
void addTrain(CLI::App &app, Shell &shell);
void addRun(CLI::App &app, Shell &shell);
void addResume(CLI::App &app, Shell &shell);
void addReplay(CLI::App &app, Shell &shell);
void addRetrain(CLI::App &app, Shell &shell);
void addTransfer(CLI::App &app, Shell &shell);
void addVerify(CLI::App &app, Shell &shell);
void addExport(CLI::App &app, Shell &shell);
void addReport(CLI::App &app, Shell &shell);
void addCoverage(CLI::App &app, Shell &shell);
void addTrace(CLI::App &app, Shell &shell);
void addMinimize(CLI::App &app, Shell &shell);
void addReduce(CLI::App &app, Shell &shell);
void addCluster(CLI::App &app, Shell &shell);
void addDeduplicate(CLI::App &app, Shell &shell);
void addAssess(CLI::App &app, Shell &shell);
void addTree(CLI::App &app, Shell &shell);
void addLabels(CLI::App &app, Shell &shell);
void addEngines(CLI::App &app, Shell &shell);

} // namespace mutascope::cli
