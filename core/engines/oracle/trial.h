// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/oracle/compare.h"

namespace mutascope::engines {

// What one engine did with one model.
struct Trial {
    std::optional<EngineFailure> failure; // before there was anything to compare
    std::string skipped; // see EngineVerdict
    std::vector<EngineOutputs> runs;
    double seconds = 0;
};

// Takes the model and runs it so many times.
Trial tryModel(Engine &engine, const std::string &model, const std::vector<NamedTensor> &inputs, int repeats);

// What is wrong with its outputs: missing ones, runs that differ (unless they may), else the one that is
// furthest from the reference's. values: of the model's outputs, in its order; names: of these.
std::optional<EngineFailure> wrongOutputs(const Trial &trial, const std::vector<ReferenceValue> &values,
                                          const std::vector<std::string> &names, const Tolerance &tolerance,
                                          bool runsMayDiffer = false);

// Of comparison, without an operator.
EngineFailure notDeterministic();

// Whether taking the model afresh gave the same, run by run: an engine that optimises after its first run
// differs from run to run, but is deterministic.
bool sameRuns(const Trial &first, const Trial &second, const std::vector<ReferenceValue> &values,
              const std::vector<std::string> &names, const Tolerance &tolerance);

// The operator an engine's message names by its node ("Conv_3"): what failures of conversion and inference
// are known by.
void nameOperator(EngineFailure &failure, const OperatorGraph &graph);

} // namespace mutascope::engines
