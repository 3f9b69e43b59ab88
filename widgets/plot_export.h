// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files: pictures (png, svg, pdf) and their values (csv). The format follows from the suffix.
#pragma once

#include <QPalette>
#include <QString>
#include <functional>

class QCustomPlot;
class QIODevice;
class QWidget;

namespace mutascope::widgets {

// Writes to an open device, in the format of a suffix in lower case; false when it fails.
using PlotWriter = std::function<bool(QIODevice &device, const QString &suffix)>;

// Through QSaveFile, so that a file that was there stays whole; false and a message when it fails.
bool exportPlot(const QString &path, const PlotWriter &write, QString *error);

// As the plot is drawn now, at its size on the screen or 640 x 400, whichever is larger. suffix: none of csv.
bool writePlotPicture(QCustomPlot &plot, const QString &title, QIODevice &device, const QString &suffix);

// Pictures are for papers and reports: dark on white, whatever the desktop looks like.
QPalette printPalette();

// Opens a file dialog without blocking. chosen is not called when it is cancelled.
void askPlotPath(QWidget &owner, const std::function<void(const QString &path)> &chosen);

} // namespace mutascope::widgets
