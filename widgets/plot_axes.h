// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCPAxis;
class QFont;
class QPalette;
class QPen;

namespace mutascope::widgets {

// Line and ticks with one pen; labels and grid as the palette has them.
void styleAxis(QCPAxis &axis, const QPen &line, const QPalette &palette, const QFont &font);

} // namespace mutascope::widgets
