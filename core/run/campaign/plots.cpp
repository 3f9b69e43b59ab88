// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/plots.h"
#include "core/metrics/stats/bootstrap.h"
#include "core/run/campaign/plot_axes.h"
#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace mutascope {

namespace {

constexpr std::size_t curvePoints = 80;

std::vector<std::string> namesOf(const Assessment &assessment)
{
    std::vector<std::string> names;
    for (const PlannedGenerator &generator : assessment.plan.generators)
        names.push_back(generatorInfo(generator.id).name);
    return names;
}

double mostCalls(const Assessment &assessment)
{
    double most = 1;
    for (const AssessedCell &cell : assessment.cells)
        if (cell.measures && !cell.measures->curve.empty())
            most = std::max(most, double(cell.measures->curve.back().calls));
    return most;
}

std::vector<double> pointsUpTo(double most)
{
    std::vector<double> points;
    for (std::size_t i = 0; i < curvePoints; ++i)
        points.push_back(most * double(i) / double(curvePoints - 1));
    return points;
}

// Nothing is known of a run beyond its end, where it stays: it had no more to give, or no more budget.
std::vector<double> curveOf(const AssessedCell &cell, Curve what, double factor,
                            const std::vector<double> &points)
{
    std::vector<double> x, y;
    for (const CoveragePoint &point : cell.measures->curve) {
        x.push_back(double(point.calls));
        y.push_back(what == Curve::Coverage ? factor * point.value : double(point.failing));
    }
    return steppedAt(x, y, points);
}

std::vector<CurveBand> bandsOf(const Assessment &assessment, Curve what, double factor,
                               const std::vector<double> &points)
{
    std::vector<CurveBand> bands;
    for (const PlannedGenerator &generator : assessment.plan.generators) {
        std::vector<std::vector<double>> curves;
        for (const AssessedCell &cell : assessment.cells)
            if (cell.cell.generator == generator.id && cell.measures && !cell.measures->curve.empty())
                curves.push_back(curveOf(cell, what, factor, points));
        bands.push_back(curves.empty() ? CurveBand() : bootstrapBand(curves));
    }
    return bands;
}

std::vector<Spot> spotsOf(const std::vector<double> &x, const std::vector<double> &y, const PlotArea &area,
                          const Scale &across, const Scale &up)
{
    std::vector<Spot> spots;
    for (std::size_t i = 0; i < y.size(); ++i)
        spots.push_back({area.x(across.share(x[i])), area.y(up.share(y[i]))});
    return spots;
}

struct CurveDrawing {
    std::vector<double> points;
    std::vector<CurveBand> bands;
    std::vector<std::string> names;
    std::string label;

    void operator()(Canvas &canvas) const
    {
        const PlotArea area{55, 10, 490, 190};
        double least = std::numeric_limits<double>::max(), most = 0;
        for (const CurveBand &band : bands)
            for (std::size_t i = 0; i < band.mean.size(); ++i) {
                least = std::min(least, band.low[i]);
                most = std::max(most, band.high[i]);
            }
        const Scale across = Scale::endingAt(points.back()), up(std::min(least, most), most);
        drawHorizontalAxis(canvas, area, across, "model calls");
        drawVerticalAxis(canvas, area, up, label);
        for (std::size_t i = 0; i < bands.size(); ++i) {
            std::vector<Spot> outline = spotsOf(points, bands[i].high, area, across, up);
            const std::vector<Spot> back = spotsOf(points, bands[i].low, area, across, up);
            outline.insert(outline.end(), back.rbegin(), back.rend());
            canvas.area(outline, seriesColour(i).faded(0.18));
        }
        for (std::size_t i = 0; i < bands.size(); ++i)
            canvas.line(spotsOf(points, bands[i].mean, area, across, up), {seriesColour(i), 1.6});
        drawLegend(canvas, area, 232, names);
    }
};

struct BoxDrawing {
    Comparison comparison;

    Scale scale() const
    {
        double least = std::numeric_limits<double>::max(), most = std::numeric_limits<double>::lowest();
        for (const Column &column : comparison.columns)
            if (column.summary) {
                least = std::min(least, column.summary->minimum);
                most = std::max(most, column.summary->maximum);
            }
        return {least, most};
    }

    static void box(Canvas &canvas, const Column &column, double x, double half, const Colour &colour,
                    const std::function<double(double)> &y)
    {
        const Summary &summary = *column.summary;
        canvas.line({{x, y(summary.minimum)}, {x, y(summary.maximum)}}, {colour, 1});
        const double top = y(summary.upperQuartile), bottom = y(summary.lowerQuartile);
        canvas.rectangle({x - half, top}, 2 * half, bottom - top, colour.faded(0.3));
        canvas.line({{x - half, y(summary.median)}, {x + half, y(summary.median)}}, {colour, 2});
        for (const double value : column.values)
            canvas.dot({x, y(value)}, 1.8, colour);
    }

    void operator()(Canvas &canvas) const
    {
        const PlotArea area{60, 22, 245, 120};
        const Scale up = scale();
        canvas.text({area.left - 50, 12}, comparison.figure.name, {9, Anchor::Start, {}, true});
        canvas.text({area.right, 12}, comparison.figure.higherIsBetter ? "more is better" : "less is better",
                    {7.5, Anchor::End, quietColour});
        drawVerticalAxis(canvas, area, up, comparison.figure.unit);
        const double slot = (area.right - area.left) / double(comparison.columns.size());
        for (std::size_t i = 0; i < comparison.columns.size(); ++i) {
            const double x = area.left + slot * (double(i) + 0.5);
            const Column &column = comparison.columns[i];
            if (column.summary)
                box(canvas, column, x, std::min(slot * 0.35, 14.0), seriesColour(i),
                    [&](double value) { return area.y(up.share(value)); });
            else
                canvas.text({x, (area.top + area.bottom) / 2}, "none",
                            {7, Anchor::Middle, quietColour, false, true});
            canvas.text({x + 3, area.bottom + 4}, generatorInfo(column.generator).name,
                        {7, Anchor::End, {}, false, true});
        }
    }
};

struct ParallelDrawing {
    std::vector<Comparison> axes;

    // 1 for the best mean of the axis, 0 for the worst.
    static double height(const Comparison &axis, double value)
    {
        double least = std::numeric_limits<double>::max(), most = std::numeric_limits<double>::lowest();
        for (const Column &column : axis.columns)
            if (column.summary) {
                least = std::min(least, column.summary->mean);
                most = std::max(most, column.summary->mean);
            }
        const double share = most > least ? (value - least) / (most - least) : 0.5;
        return axis.figure.higherIsBetter || most <= least ? share : 1 - share;
    }

    void operator()(Canvas &canvas) const
    {
        const PlotArea area{20, 12, 480, 170};
        const auto x = [&](std::size_t axis) {
            return area.x(axes.size() > 1 ? double(axis) / double(axes.size() - 1) : 0.5);
        };
        for (std::size_t k = 0; k < axes.size(); ++k) {
            canvas.line({{x(k), area.top}, {x(k), area.bottom}}, {gridColour, 1});
            canvas.text({x(k) + 3, area.bottom + 6}, axes[k].figure.name,
                        {7.5, Anchor::End, quietColour, false, true});
        }
        std::vector<std::string> names;
        for (std::size_t i = 0; i < axes.front().columns.size(); ++i) {
            names.push_back(generatorInfo(axes.front().columns[i].generator).name);
            std::vector<Spot> line; // ends where a value is missing and begins again behind it
            for (std::size_t k = 0; k <= axes.size(); ++k) {
                if (k < axes.size() && axes[k].columns[i].summary) {
                    line.push_back({x(k), area.y(height(axes[k], axes[k].columns[i].summary->mean))});
                    canvas.dot(line.back(), 2.2, seriesColour(i));
                } else {
                    canvas.line(line, {seriesColour(i), 1.4});
                    line.clear();
                }
            }
        }
        drawLegend(canvas, area, 292, names);
    }
};

} // namespace

Plot curvePlot(const Assessment &assessment, Curve what)
{
    const std::string &criterion = assessment.plan.criterion;
    const bool ratio = !criterion.empty() && parseCriterion(criterion).info->ratio;
    CurveDrawing drawing;
    drawing.points = pointsUpTo(mostCalls(assessment));
    drawing.bands = bandsOf(assessment, what, ratio ? 100 : 1, drawing.points);
    drawing.names = namesOf(assessment);
    const bool coverage = what == Curve::Coverage;
    drawing.label = coverage ? criterion + (ratio ? " [%]" : "") : "failing tests";
    const std::string title = coverage ? "Coverage over model calls" : "Failing tests over model calls";
    return {title,
            fmt::format("Mean of {} repeats, band: 95 % bootstrap interval of the mean (1000 resamples, seed "
                        "1). A run that has ended stays at its last value.",
                        assessment.plan.repeats),
            500, 260, std::move(drawing)};
}

Plot boxPlot(const Comparison &comparison)
{
    return {comparison.figure.name, "Box: quartiles; line: median; whiskers: extremes; dots: repeats.", 250,
            175, BoxDrawing{comparison}};
}

Plot parallelPlot(const std::vector<Comparison> &comparisons)
{
    ParallelDrawing drawing;
    for (const Comparison &comparison : comparisons)
        if (comparison.figure.compared
            && std::ranges::count_if(comparison.columns,
                                     [](const Column &column) { return bool(column.summary); })
                > 1)
            drawing.axes.push_back(comparison);
    if (drawing.axes.empty())
        return {};
    return {"All metrics",
            "Each axis goes from the worst mean of a generator (bottom) to the best (top): positions say who "
            "is better, not by how much.",
            500, 320, std::move(drawing)};
}

} // namespace mutascope
