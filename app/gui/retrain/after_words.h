// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about work on the tests of a run that has ended.
#pragma once

#include "app/bridge/after_values.h"

namespace mutascope::gui {

QString afterTitle(const bridge::AfterOutcome &outcome); // one line
QString afterNote(const bridge::AfterOutcome &outcome); // what else is to be said
QString pairsText(const bridge::ClusterValues &values, const bridge::ClusterLine &line);

} // namespace mutascope::gui
