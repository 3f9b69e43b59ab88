// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/assess/assess_figures.h"

#include "app/bridge/catalog.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace mutascope::gui {

namespace {

using bridge::AssessState;
using bridge::FigureColumn;
using bridge::FigureInfo;
using widgets::MetricTableData;

QString tr(const char *text)
{
    return QCoreApplication::translate("AssessFigures", text);
}

// One or two of each family, which say most of what there is to say.
const QStringList &mainFigures()
{
    static const QStringList ids{QStringLiteral("failing-share"),
                                 QStringLiteral("seed-success"),
                                 QStringLiteral("fault-clusters"),
                                 QStringLiteral("valid-failing-share"),
                                 QStringLiteral("ssim"),
                                 QStringLiteral("l2"),
                                 QStringLiteral("fid"),
                                 QStringLiteral("vendi"),
                                 QStringLiteral("coverage-added"),
                                 QStringLiteral("seconds-per-failing-test"),
                                 QStringLiteral("calls-per-failing-test")};
    return ids;
}

QString directionWords(const FigureInfo &figure)
{
    return figure.higherIsBetter ? tr("more is better") : tr("less is better");
}

QString cellTip(const FigureInfo &figure, const FigureColumn &column)
{
    QStringList lines;
    if (column.hasValue()) {
        QStringList values;
        for (const double value : column.values)
            values.append(figureNumber(value));
        lines.append(
            tr("%1: %2").arg(runsText(qint64(column.values.size())), values.join(QStringLiteral(", "))));
    }
    for (const QString &reason : column.missing)
        lines.append(column.hasValue() ? tr("Missing in some runs: %1").arg(reason)
                                       : tr("Missing: %1").arg(reason));
    if (!column.note.isEmpty())
        lines.append(column.note);
    if (figure.compared && column.group > 0)
        lines.append(tr("Scott-Knott group %1").arg(column.group));
    if (column.best)
        lines.append(tr("Significantly better than the next best (Mann-Whitney, Holm)"));
    return lines.join(QLatin1Char('\n'));
}

MetricTableData::Cell cellOf(const FigureInfo &figure, const FigureColumn &column)
{
    using Mark = MetricTableData::Mark;
    MetricTableData::Cell cell;
    cell.toolTip = cellTip(figure, column);
    if (!column.hasValue())
        return cell;
    cell.value = column.mean;
    cell.text = column.values.size() > 1
        ? QStringLiteral("%1 ± %2").arg(figureNumber(column.mean), figureNumber(column.deviation, 2))
        : figureNumber(column.mean);
    cell.mark = column.best ? Mark::Best : column.group == 1 ? Mark::Leading : Mark::None;
    if (column.best)
        cell.text.prepend(QStringLiteral("★ "));
    return cell;
}

QString columnTip(const FigureInfo &figure)
{
    QString tip = figureTitle(figure);
    if (figure.compared)
        tip += QStringLiteral(" · ") + figure.family + QStringLiteral(" · ") + directionWords(figure);
    return tip + QLatin1Char('\n') + tr("Click to sort; once more for the other direction");
}

} // namespace

bool FigureFilter::accepts(const FigureInfo &figure) const
{
    switch (kind) {
    case Kind::All:
        return true;
    case Kind::Family:
        return figure.family == family;
    case Kind::Main:
        break;
    }
    return mainFigures().contains(figure.id);
}

QString runsText(qint64 number)
{
    return number == 1 ? tr("1 run") : tr("%1 runs").arg(QLocale().toString(number));
}

QString figureNumber(double value, int digits)
{
    if (!std::isfinite(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    const bool whole = std::abs(value) >= 1000 && std::abs(value) < 1e15;
    return whole ? QLocale().toString(value, 'f', 0) : QLocale().toString(value, 'g', digits);
}

QString figureTitle(const FigureInfo &figure)
{
    return figure.unit.isEmpty() ? figure.name : tr("%1 (%2)").arg(figure.name, figure.unit);
}

MetricTableData tableOf(const AssessState &state, const FigureFilter &filter)
{
    MetricTableData table;
    table.rowTitle = tr("generator");
    for (int i = 0; i < state.generators.size(); ++i)
        table.rows.push_back({bridge::generatorName(state.generators[i]), {}, i, {}});
    for (const FigureInfo &figure : state.figures) {
        if (!filter.accepts(figure))
            continue;
        table.columns.push_back(
            {figureTitle(figure), columnTip(figure), figure.compared, figure.higherIsBetter});
        for (std::size_t i = 0; i < table.rows.size(); ++i)
            table.rows[i].cells.push_back(cellOf(figure, figure.columns[i]));
    }
    return table;
}

std::vector<widgets::BoxPlotData> boxesOf(const AssessState &state, const FigureFilter &filter)
{
    std::vector<widgets::BoxPlotData> plots;
    for (const FigureInfo &figure : state.figures) {
        const bool any = std::any_of(figure.columns.begin(), figure.columns.end(),
                                     [](const FigureColumn &column) { return column.hasValue(); });
        if (!any || !figure.compared || !filter.accepts(figure))
            continue;
        widgets::BoxPlotData plot{figure.name, figure.unit, directionWords(figure), {}};
        for (std::size_t i = 0; i < figure.columns.size(); ++i)
            plot.boxes.push_back({bridge::generatorName(state.generators[int(i)]), figure.columns[i].values,
                                  figure.columns[i].quartiles,
                                  figure.columns[i].missing.join(QStringLiteral("; "))});
        plots.push_back(std::move(plot));
    }
    return plots;
}

widgets::ParallelPlotData parallelOf(const AssessState &state, const FigureFilter &filter)
{
    widgets::ParallelPlotData data;
    for (const QString &generator : state.generators)
        data.lines.push_back({bridge::generatorName(generator), {}});
    for (const FigureInfo &figure : state.figures) {
        if (!figure.compared || !filter.accepts(figure))
            continue;
        data.axes.push_back({figure.name, figure.unit, figure.higherIsBetter});
        for (std::size_t i = 0; i < data.lines.size(); ++i)
            data.lines[i].values.push_back(
                figure.columns[i].hasValue() ? std::optional(figure.columns[i].mean) : std::nullopt);
    }
    return data;
}

void showBands(widgets::BandPlot &plot, const std::vector<bridge::BandCurve> &curves)
{
    QStringList ids;
    for (std::size_t i = 0; i < curves.size(); ++i)
        ids.append(QString::number(i));
    if (plot.seriesIds() != ids)
        plot.clear();
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const QString id = ids[qsizetype(i)];
        const bridge::BandCurve &curve = curves[i];
        plot.addSeries(id, curve.runs > 1 ? tr("%1 (%2)").arg(curve.name, runsText(curve.runs)) : curve.name);
        plot.setBand(id, {curve.x, curve.low, curve.mean, curve.high});
    }
}

} // namespace mutascope::gui
