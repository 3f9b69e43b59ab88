// SPDX-License-Identifier: GPL-3.0-or-later
// What an assessment can be set to.
#pragma once

#include "app/bridge/assess_values.h"

namespace mutascope::bridge {

QList<PresetEntry> presetEntries();
QList<MetricEntry> metricEntries(); // families in the order of the core

// Empty, or why the core would refuse this plan. Only what can be said without opening the project.
QString problemOf(const AssessSetup &setup);

// The command that makes, or goes on with, the same assessment without a window.
QString assessCommandLine(const AssessSetup &setup);

// How many runs, model calls and, where a speed is known, seconds at least.
struct AssessCost {
    qint64 runs = 0;
    std::optional<qint64> modelCalls; // where the budget limits them
    std::optional<double> seconds; // the searches alone
    QStringList training; // names of the generators that train first
};
AssessCost costOf(const AssessSetup &setup, const AssessProbe &probe);
int jobsOf(const AssessSetup &setup); // at once

// A folder that does not exist yet: Mutascope/assessments/<project>-<date>
QString newAssessFolder(const QString &projectName);

} // namespace mutascope::bridge
