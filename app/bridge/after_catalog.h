// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the tests of a run that has ended, and what is set for it.
#pragma once

#include "app/bridge/after_values.h"

namespace mutascope::bridge {

struct AfterEntry {
    AfterKind kind;
    QString name;
    QString summary;
};

QList<AfterEntry> afterEntries(); // as AfterKind
QList<widgets::ParamField> afterFields(AfterKind kind);
// Why this cannot be done with the run; empty: it can be tried.
QString problemOf(const AfterOrder &order, const RunInfo &run);
// The criteria of "kmnc:k=10 nc:0.5".
QStringList criteriaOf(const QVariantMap &settings);

} // namespace mutascope::bridge
