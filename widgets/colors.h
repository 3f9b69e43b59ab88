// SPDX-License-Identifier: GPL-3.0-or-later
// Colours derived from the palette, and colour-blind safe series colours (Okabe-Ito).
#pragma once

#include <QColor>
#include <QPalette>

namespace mutascope::widgets {

enum class Accent { Information, Good, Warning, Error };

bool isDark(const QPalette &palette);
QColor mixed(const QColor &a, const QColor &b, double shareOfB);
QColor seriesColor(int index, const QPalette &palette);
// Readable as text on the palette's window colour.
QColor accentColor(Accent accent, const QPalette &palette);
QColor gridColor(const QPalette &palette);
QPalette paperPalette(); // of drawings that are written to files: dark on white, whatever the desktop's is

} // namespace mutascope::widgets
