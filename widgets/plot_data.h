// SPDX-License-Identifier: GPL-3.0-or-later
// Points of a plotted series, their reduction for drawing and their CSV text.
#pragma once

#include <QByteArray>
#include <QString>
#include <QVector>
#include <vector>

namespace mutascope::widgets {

struct SeriesPoint {
    double seconds = 0.0;
    double calls = 0.0;
    double tests = 0.0;
    double value = 0.0;
};

enum class PlotAxis { Time, Calls, Tests };

struct PlotCurve {
    QVector<double> x;
    QVector<double> y;
};

double axisValue(const SeriesPoint &point, PlotAxis axis);

// Keeps, in each of equally filled buckets, the first, lowest, highest and last point, and the first whose
// value is no finite number, where a line breaks off.
PlotCurve thinned(const PlotCurve &curve, int buckets);

// Thinned between lower and upper, with one neighbour outside on each side. x must ascend.
PlotCurve decimate(const PlotCurve &curve, double lower, double upper, int buckets);
// Points must ascend along the axis.
PlotCurve decimate(const std::vector<SeriesPoint> &points, PlotAxis axis, double lower, double upper,
                   int buckets);

QByteArray csvQuoted(const QString &text); // where it needs to be
QByteArray csvNumber(double value); // in the C locale

// Lines "series,seconds,calls,tests,value" in the C locale; the series name is quoted when needed.
QByteArray csvLines(const QString &series, const std::vector<SeriesPoint> &points);

} // namespace mutascope::widgets
