// SPDX-License-Identifier: GPL-3.0-or-later
// Points of a plotted series, their reduction for drawing and their CSV text.
#include "widgets/plot_data.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mutascope::widgets {
namespace {

// [begin, end): what lies between the limits, and one neighbour on each side.
struct Section {
    qsizetype begin = 0;
    qsizetype end = 0;
};

template <typename Position>
Section sectionOf(qsizetype count, double lower, double upper, const Position &position)
{
    const auto firstNotBelow = [&](double limit) {
        qsizetype low = 0;
        qsizetype high = count;
        while (low < high) {
            const qsizetype middle = (low + high) / 2;
            if (position(middle) < limit)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    };
    const Section inside{firstNotBelow(lower), firstNotBelow(std::nextafter(upper, upper + 1.0))};
    return {std::max<qsizetype>(inside.begin - 1, 0), std::min(inside.end + 1, count)};
}

// First, lowest, highest and last of [begin, end) and the first gap, each once and in order.
void appendExtremes(PlotCurve &out, const PlotCurve &curve, qsizetype begin, qsizetype end)
{
    qsizetype lowest = -1;
    qsizetype highest = -1;
    qsizetype gap = -1;
    for (qsizetype i = begin; i < end; ++i) {
        if (!std::isfinite(curve.y[i])) {
            gap = gap < 0 ? i : gap;
            continue;
        }
        lowest = lowest < 0 || curve.y[i] < curve.y[lowest] ? i : lowest;
        highest = highest < 0 || curve.y[i] > curve.y[highest] ? i : highest;
    }
    std::array kept{begin, lowest, highest, gap, end - 1};
    std::sort(kept.begin(), kept.end());
    const auto last = std::unique(kept.begin(), kept.end());
    for (auto kind = kept.begin(); kind != last; ++kind) {
        if (*kind < begin)
            continue; // there is none
        out.x.append(curve.x[*kind]);
        out.y.append(curve.y[*kind]);
    }
}

} // namespace

QByteArray csvQuoted(const QString &text)
{
    const bool plain = std::none_of(
        text.begin(), text.end(), [](QChar c) { return c == u',' || c == u'"' || c == u'\n' || c == u'\r'; });
    if (plain)
        return text.toUtf8();
    return '"' + QString(text).replace(u'"', QLatin1String("\"\"")).toUtf8() + '"';
}

QByteArray csvNumber(double value)
{
    return QByteArray::number(value, 'g', 15);
}

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

PlotCurve thinned(const PlotCurve &curve, int buckets)
{
    const qsizetype count = curve.x.size();
    if (count <= 4 * qsizetype(buckets))
        return curve;
    PlotCurve out;
    for (int bucket = 0; bucket < buckets; ++bucket)
        appendExtremes(out, curve, count * bucket / buckets, count * (bucket + 1) / buckets);
    return out;
}

PlotCurve decimate(const PlotCurve &curve, double lower, double upper, int buckets)
{
    const Section shown
        = sectionOf(curve.x.size(), lower, upper, [&](qsizetype index) { return curve.x[index]; });
    const qsizetype length = shown.end - shown.begin;
    return thinned({curve.x.mid(shown.begin, length), curve.y.mid(shown.begin, length)}, buckets);
}

PlotCurve decimate(const std::vector<SeriesPoint> &points, PlotAxis axis, double lower, double upper,
                   int buckets)
{
    const Section shown = sectionOf(qsizetype(points.size()), lower, upper, [&](qsizetype index) {
        return axisValue(points[std::size_t(index)], axis);
    });
    PlotCurve curve;
    for (qsizetype i = shown.begin; i < shown.end; ++i) {
        curve.x.append(axisValue(points[std::size_t(i)], axis));
        curve.y.append(points[std::size_t(i)].value);
    }
    return thinned(curve, buckets);
}

QByteArray csvLines(const QString &series, const std::vector<SeriesPoint> &points)
{
    const QByteArray name = csvQuoted(series);
    QByteArray text;
    for (const SeriesPoint &p : points) {
        text += name + ',' + csvNumber(p.seconds) + ',' + csvNumber(p.calls) + ',' + csvNumber(p.tests) + ','
            + csvNumber(p.value) + '\n';
    }
    return text;
}

} // namespace mutascope::widgets
