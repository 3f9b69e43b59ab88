// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"
#include "core/engines/oracle/failure.h"
#include <map>

namespace mutascope::engines {

// What the texts of a reproducer are about.
struct Reported {
    EngineFailure failure;
    EngineId engine;
    int opset = 13;
    std::vector<NamedTensor> inputs;
    std::vector<NamedTensor> expected;
    std::string untraced = {}; // why there is no TorchScript module of the model; "": there is, or no need
};

enum class SnippetKind : std::uint8_t { None, OpenCv, TorchScript, OnnxRuntime };
SnippetKind snippetKindOf(const std::string &engine);

std::string readmeOf(const Reported &reported);
// File name -> content, of programs that need nothing of ours. None where they would need a module that
// cannot be traced.
std::map<std::string, std::string> snippetsOf(const Reported &reported);

} // namespace mutascope::engines
