// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/oracle/reference.h"
#include "core/engines/process/program_engine.h"

namespace mutascope::engines {

// The reference in its process.
class ReferenceClient {
public:
    explicit ReferenceClient(const ProgramLimits &limits = {});
    // Throws Error{Internal} where it cannot run the graph.
    std::vector<ReferenceValue> run(const OperatorGraph &graph, const ReferenceRequest &request);

private:
    ProgramLimits m_limits;
    ProgramEngine m_program;
};

// The graph's own inputs, named as in its export.
std::vector<NamedTensor> inputsOf(const OperatorGraph &graph);

// What is right: the reference's outputs in the types the graph declares. Starts the reference.
std::vector<NamedTensor> referenceOutputs(const OperatorGraph &graph, int opset);

// Starts the engine once. Throws as makeJudge() does.
EngineId engineIdOf(const std::string &engine, const std::string &extraEngines);

} // namespace mutascope::engines
