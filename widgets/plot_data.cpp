// SPDX-License-Identifier: GPL-3.0-or-later
// Points of a plotted series, their reduction for drawing and their CSV text.
#include "widgets/plot_data.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mutascope::widgets {
namespace {

using Points = std::vector<SeriesPoint>;

void append(PlotCurve &curve, const SeriesPoint &point, PlotAxis axis)
{
    curve.x.append(axisValue(point, axis));
    curve.y.append(point.value);
}

// First, lowest, highest and last of [begin, end), each once and in order.
void appendExtremes(PlotCurve &curve, Points::const_iterator begin, Points::const_iterator end, PlotAxis axis)
{
    if (begin == end)
        return;
    const auto byValue = [](const SeriesPoint &a, const SeriesPoint &b) { return a.value < b.value; };
    const auto [lowest, highest] = std::minmax_element(begin, end, byValue);
    std::array kept{begin, lowest, highest, std::prev(end)};
    std::sort(kept.begin(), kept.end());
    const auto last = std::unique(kept.begin(), kept.end());
    std::for_each(kept.begin(), last, [&](auto point) { append(curve, *point, axis); });
}

Points::const_iterator firstNotBelow(const Points &points, PlotAxis axis, double limit)
{
    return std::partition_point(points.begin(), points.end(),
                                [=](const SeriesPoint &p) { return axisValue(p, axis) < limit; });
}

QByteArray quoted(const QString &text)
{
    const bool plain = std::none_of(
        text.begin(), text.end(), [](QChar c) { return c == u',' || c == u'"' || c == u'\n' || c == u'\r'; });
    if (plain)
        return text.toUtf8();
    return '"' + QString(text).replace(u'"', QLatin1String("\"\"")).toUtf8() + '"';
}

QByteArray number(double value)
{
    return QByteArray::number(value, 'g', 15);
}

} // namespace

double axisValue(const SeriesPoint &point, PlotAxis axis)
{
    switch (axis) {
    case PlotAxis::Time:
        return point.seconds;
    case PlotAxis::Calls:
        return point.calls;
    case PlotAxis::Tests:
        return point.tests;
    }
    return 0.0;
}

PlotCurve decimate(const Points &points, PlotAxis axis, double lower, double upper, int buckets)
{
    auto begin = firstNotBelow(points, axis, lower);
    auto end = firstNotBelow(points, axis, std::nextafter(upper, upper + 1.0));
    if (begin != points.begin())
        --begin;
    if (end != points.end())
        ++end;
    const auto count = std::distance(begin, end);
    PlotCurve curve;
    if (count <= 4L * buckets) {
        std::for_each(begin, end, [&](const SeriesPoint &point) { append(curve, point, axis); });
        return curve;
    }
    for (int bucket = 0; bucket < buckets; ++bucket) {
        const auto from = begin + count * bucket / buckets;
        appendExtremes(curve, from, begin + count * (bucket + 1) / buckets, axis);
    }
    return curve;
}

QByteArray csvLines(const QString &series, const Points &points)
{
    const QByteArray name = quoted(series);
    QByteArray text;
    for (const SeriesPoint &p : points) {
        text += name + ',' + number(p.seconds) + ',' + number(p.calls) + ',' + number(p.tests) + ','
            + number(p.value) + '\n';
    }
    return text;
}

} // namespace mutascope::widgets
