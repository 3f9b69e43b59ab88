// SPDX-License-Identifier: GPL-3.0-or-later
// Compares what is known of runs; needs no file.
#pragma once

#include "app/bridge/comparison_values.h"

namespace mutascope::bridge {

// In the order of the runs. Names say in what the groups of one generator differ.
QList<RunGroup> groupsOf(const QList<ComparedRun> &runs);

// What differs, a row a parameter: its name, then a value for each run ("" where it has none).
QList<QStringList> differencesOf(const QList<ComparedRun> &runs);

// The runs that fit the first one, and the others.
struct FittingRuns {
    QList<ComparedRun> fitting;
    QList<ComparedRun> others;
};
FittingRuns fittingRuns(const QList<ComparedRun> &runs);

} // namespace mutascope::bridge
