// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and names as people read them.
#pragma once

#include "app/bridge/values.h"

#include <QString>

namespace mutascope::gui {

QString countText(qint64 number); // 12,345
QString percentText(double share, int decimals = 1); // 0.906 -> "90.6 %"
QString listText(const QStringList &names, int shown = 20); // "a, b, c and 980 more"
QString phaseText(bridge::RunPhase phase);
QString runTitle(const bridge::RunInfo &run); // "Run 2 · DeepHunter · kmnc:k=1000"
QString runPhaseWords(const QString &phase); // one or two words
QString preparationWords(const QString &phase); // what is done before the search; else empty

} // namespace mutascope::gui
