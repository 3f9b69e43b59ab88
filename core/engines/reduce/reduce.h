// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/oracle/judge.h"
#include <functional>

namespace mutascope::engines {

struct ReduceConfig {
    double seconds = 25;
    int mostTests = 3000; // graphs that are judged
    // Called after each graph that was judged, with how many that were and the operators of the smallest that
    // shows the failure; false ends the reduction with that one.
    std::function<bool(int tests, int operators)> goOn = {};
};

struct Reduction {
    OperatorGraph graph; // the smallest that still shows it
    EngineFailure failure; // as the smallest shows it
    int tests = 0;
    double seconds = 0;
    bool complete = true; // false: time, tests or goOn ended it before no change was possible any more
};

// Whether found is the same fault as wanted: engine, stage, symptom and signal, and of a conversion or
// inference that the engine has words for, the words; of a comparison, that it shows in an operator (the
// same) or only while the engine may fuse.
bool sameFault(const EngineFailure &wanted, const EngineFailure &found);

// How graphs are judged while a failure is reduced: a hang is known after a second of the engine's own time,
// at the first try, where the campaign gave it more.
JudgeConfig reductionConfig(JudgeConfig config, const EngineFailure &failure);

// Delta debugging (Zeller and Hildebrandt, TSE 2002, in the form of functorch's minifier: suffixes are cut,
// blocks of operators become inputs), then smaller shapes, simpler attributes, ordinary numbers, ones, zeros,
// as long as the judge still finds the fault. The judge should know no more engines than the failure's.
// Deterministic but for the limits. Throws Error{Usage} where the judge does not have the engine,
// Error{BadModel} where the graph does not show the failure in the first place.
Reduction reduceGraph(Judge &judge, const OperatorGraph &graph, const EngineFailure &failure,
                      const ReduceConfig &config = {});

} // namespace mutascope::engines
