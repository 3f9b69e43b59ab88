// SPDX-License-Identifier: GPL-3.0-or-later
// An assessment as Qt values. Only bridge sources include this.
#pragma once

#include "app/bridge/assess_values.h"
#include "core/run/campaign/assessment.h"

namespace mutascope::bridge {

AssessmentRequest toRequest(const AssessSetup &setup);
std::vector<CellInfo> toCells(const Assessment &assessment);
// Compares the generators, which takes a while with many figures.
AssessState toState(const Assessment &assessment, const AssessSetup &setup);

// curves[run], each read at its own points; nothing where there are none.
BandCurve bandOf(const QString &name, const std::vector<std::vector<CoveragePoint>> &curves, bool failing,
                 double mostCalls);

} // namespace mutascope::bridge
