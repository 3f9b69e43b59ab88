// SPDX-License-Identifier: GPL-3.0-or-later
// Facts and figures of chosen runs as a table.
#pragma once

#include "app/bridge/comparison_values.h"
#include "widgets/metric_table.h"

namespace mutascope::gui {

using MeasuredRuns = QMap<bridge::RunPlace, bridge::MeasuredRun>;

// A row a run. groups: whose colours the rows have. metrics: ids, a column each behind the facts.
widgets::MetricTableData runTable(const QList<bridge::ComparedRun> &runs,
                                  const QList<bridge::RunGroup> &groups, const QStringList &metrics,
                                  const MeasuredRuns &measured);
// Of runs judged again by one model.
widgets::MetricTableData rejudgedTable(const QList<bridge::ComparedRun> &runs,
                                       const QList<bridge::RejudgedRun> &judged);
// Short, and different for each of them.
QStringList runNames(const QList<bridge::ComparedRun> &runs);

} // namespace mutascope::gui
