// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"
#include "core/engines/graph/operator_graph.h"
#include "core/engines/oracle/failure.h"

namespace mutascope::engines {

struct JudgeConfig {
    std::vector<std::string> engines; // ids, see engines()
    int opset = 13;
    double relative = 1e-2; // of a value, float32
    double absolute = 1e-3;
    int repeats = 2; // runs of each model that are compared for non-determinism
    bool localise = true; // look for the first node that differs
    double seconds = 10; // of the engine's own time (process/own_time.h), for taking the model and each run
    bool confirmHangs = true; // by a second try
    std::uint64_t memoryBytes = std::uint64_t(4) << 30; // of an engine's process
    std::string extraEngines; // a JSON file that describes plug-in engines, or ""
};

struct EngineVerdict {
    std::string engine;
    std::vector<EngineFailure> failures; // none: it agrees with the reference
    double seconds = 0; // taking the model and running it
    std::string skipped; // what of the model it does not support and says so; "": it took part
};

struct Verdict {
    std::vector<EngineVerdict> engines; // in the order of the configuration
    bool comparable = true; // false: the reference itself is not finite, or the graph is too sensitive:
                            // outputs were not compared
    std::string
        ourFault; // the model is not valid by the checker, or the reference could not run it; "": none
};

// Runs models on all engines and compares. Keeps its child processes alive; one that died or hung is started
// anew. Not thread-safe. Nothing an engine does makes it throw.
class Judge {
public:
    virtual ~Judge() = default;
    // The graph with its own inputs and parameters (their numbers come from its seeds).
    virtual Verdict judge(const OperatorGraph &graph) = 0;
    virtual std::vector<EngineId> engines() const = 0;
};

// Throws Error{Usage} on unknown engines or values out of range, Error{NotFound} where an engine's program is
// missing or dies at start (named, with what to do).
std::unique_ptr<Judge> makeJudge(const JudgeConfig &config);

struct EngineInfo {
    std::string id;
    std::string summary;
    bool available = false;
    std::string version; // where available
    std::string problem; // why not
};
// All that can be chosen, plug-ins of the file included; starts each once.
std::vector<EngineInfo> engineInfos(const std::string &extraEngines = "");

} // namespace mutascope::engines
