// SPDX-License-Identifier: GPL-3.0-or-later
// What happens in a search, in words.
#pragma once

#include "app/bridge/tree_values.h"

namespace mutascope::gui {

QString phaseName(bridge::TreePhase phase); // "Selection"
// What the last phase did and why; the first line says it in short.
QString phaseWords(const bridge::TreeMoment &moment);
// "child 7 of 30, “blur 3”, because ..."
QString pickWords(const bridge::TreePick &pick, bool drawn);
QString finishWords(bridge::TreeFinish finish);
QString rewardText(double reward);

} // namespace mutascope::gui
