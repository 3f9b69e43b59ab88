// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator_graph.h"

// The calculator's repairs: operators put between a value and who takes it, so that types fit. Each appends
// what is needed to the graph and gives the value to take instead.
namespace mutascope::engines {

// Cast, unless it is of a type in elements.
ValueRef repairElement(OperatorGraph &graph, ValueRef value, const ElementSet &elements);
// Unsqueeze, Flatten or Reshape to a rank in [lowest, highest].
ValueRef repairRank(OperatorGraph &graph, ValueRef value, int lowest, int highest);
// Slice, so that it has at most so many elements: the longest dimensions are halved.
ValueRef repairSize(OperatorGraph &graph, ValueRef value, std::int64_t elements);
// The rank, then Slice where it is too long, then Pad where it is too short. Where the value comes from a
// Pad, convolution or pooling that nobody else takes yet and that can pad as much itself, it does.
ValueRef repairShape(OperatorGraph &graph, ValueRef value, const Shape &shape);
// Into the range the guard names.
ValueRef repairRange(OperatorGraph &graph, ValueRef value, Guard guard);

} // namespace mutascope::engines
