// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/oracle/judge.h"
#include <filesystem>
#include <functional>

namespace mutascope::engines {

// A folder with all that shows a failure, for an engine's maintainers and for reproduce(): model.onnx,
// inputs.npz, expected.npz (the reference's), graph.json, meta.json {engine, version, settings, signature,
// symptom, stage, message, operators, opset, relative, absolute}, README.md; of OpenCV and LibTorch a
// standalone program in C++ and in Python as well (with the inputs as raw <name>.bin, and model.pt). config:
// as the failure was found. Throws Error{Io} where it cannot write (nothing half-written is left),
// Error{NotFound} where the engine or the reference cannot be started.
void writeReproducer(const std::filesystem::path &folder, const OperatorGraph &graph,
                     const EngineFailure &failure, const JudgeConfig &config);

struct Reproduction {
    bool shown = false; // the failure still shows
    EngineFailure wanted; // as it was
    std::vector<EngineFailure> found; // what the engine does wrong now
    std::string version; // of the engine now
    std::string versionThen; // "": to be set by who knows it
    std::string ourFault = {}; // why it could not be judged; nothing was found then
};

// Judges graph on the only engine of config. isIt: whether a failure is the one wanted. Throws as
// makeJudge().
Reproduction judgeAgain(const JudgeConfig &config, const OperatorGraph &graph, const EngineFailure &wanted,
                        const std::function<bool(const EngineFailure &)> &isIt);

// Runs it again. Throws Error{NotFound|BadData}: no such folder, files that are missing, damaged or do not
// belong together; as makeJudge() does.
Reproduction reproduce(const std::filesystem::path &folder, const std::string &extraEngines = "");

} // namespace mutascope::engines
