// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCustomPlot;

namespace mutascope::widgets {

// For plots that do not zoom: the wheel scrolls what they stand in.
void passWheelOn(QCustomPlot &plot);

} // namespace mutascope::widgets
