// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/oracle/judge.h"

namespace mutascope::engines {

// One output of a model, element by element in row-major order.
struct ComparedOutput {
    std::string name;
    TensorType type; // as the graph declares it
    std::string problem; // why it cannot be compared by elements (missing, another type); "": it can
    std::vector<double> expected; // the float64 reference
    std::vector<double> got; // the engine's first run; empty where there is a problem
    // |got - expected| may be this much: absolute + relative |expected| + 4 spread; infinite where the
    // reference leaves the element open, 0 of whole numbers and bools.
    std::vector<double> allowed;
};

struct OutputTable {
    std::string engine;
    std::string version;
    std::string refusal; // the engine's words where it gave no outputs, else ""
    std::vector<ComparedOutput> outputs; // in the model's order; expected alone where the engine gave none
};

// Runs the model once on the only engine of config and once, with moved results, on the reference. Throws
// Error{Usage} where config names another number of engines, Error{NotFound} where one cannot be started,
// Error{Internal} where the reference cannot run the graph.
OutputTable outputTable(const OperatorGraph &graph, const JudgeConfig &config);

} // namespace mutascope::engines
