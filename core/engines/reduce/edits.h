// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator_graph.h"
#include <functional>

// Smaller graphs of a graph. Each function offers graphs until one is taken or there are no more, and says
// whether one was; all it offers are legal and differ from the graph.
namespace mutascope::engines {

using Try = std::function<bool(const OperatorGraph &)>;

// Only what some of the outputs need.
bool tryFewerOutputs(const OperatorGraph &graph, const Try &attempt);
// `block` neighbouring operators become inputs; what only they needed goes.
bool tryInputsInstead(const OperatorGraph &graph, int block, const Try &attempt);
// Who takes an operator's value takes one of its inputs.
bool tryBypasses(const OperatorGraph &graph, const Try &attempt);
// Two inputs of one type become one.
bool tryFewerInputs(const OperatorGraph &graph, const Try &attempt);
bool trySmallerShapes(const OperatorGraph &graph, const Try &attempt);
bool trySimplerAttributes(const OperatorGraph &graph, const Try &attempt);
bool trySimplerNumbers(const OperatorGraph &graph, const Try &attempt);

} // namespace mutascope::engines
