// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/assess_convert.h"

#include "app/bridge/catalog.h"
#include "app/bridge/convert.h"
#include "core/metrics/stats/bootstrap.h"
#include "core/run/campaign/after_table.h"
#include "core/run/campaign/assessment_table.h"

#include <algorithm>

namespace mutascope::bridge {

namespace {

constexpr int curvePoints = 80;

std::vector<std::string> toTexts(const QStringList &list)
{
    std::vector<std::string> texts;
    for (const QString &text : list)
        texts.push_back(text.toStdString());
    return texts;
}

CellPhase phaseOf(const AssessedCell &cell)
{
    if (cell.measures)
        return CellPhase::Measured;
    if (!cell.notMeasured.empty())
        return CellPhase::Failed;
    switch (cell.record.state) {
    case CellState::Waiting:
        return CellPhase::Waiting;
    case CellState::Running:
        return CellPhase::Running;
    case CellState::Stopped:
        return CellPhase::Stopped;
    case CellState::Finished:
        return CellPhase::Measuring;
    case CellState::Failed:
        break;
    }
    return CellPhase::Failed;
}

FigureColumn toColumn(const Column &column)
{
    FigureColumn out;
    out.values = column.values;
    if (column.summary) {
        out.mean = column.summary->mean;
        out.deviation = column.summary->deviation;
        out.quartiles = column.summary->quartiles();
    }
    for (const std::string &reason : column.missing)
        out.missing.append(QString::fromStdString(reason));
    out.note = QString::fromStdString(column.note);
    out.group = column.group;
    out.best = column.best;
    return out;
}

FigureInfo toFigure(const Comparison &comparison)
{
    const Figure &figure = comparison.figure;
    FigureInfo info{QString::fromStdString(figure.id),
                    QString::fromStdString(figure.name),
                    QString::fromStdString(figure.family),
                    QString::fromStdString(figure.unit),
                    figure.higherIsBetter,
                    figure.compared,
                    {}};
    for (const Column &column : comparison.columns)
        info.columns.push_back(toColumn(column));
    return info;
}

AfterTable toTable(const ReportTable &table)
{
    AfterTable out{QString::fromStdString(table.title), QString::fromStdString(table.caption), {}, {}};
    for (const std::string &head : table.head)
        out.head.append(QString::fromStdString(head));
    for (const auto &row : table.rows) {
        QStringList texts;
        for (const ReportTable::Cell &cell : row)
            texts.append(QString::fromStdString(cell.text));
        out.rows.push_back(std::move(texts));
    }
    return out;
}

void addCurves(const Assessment &assessment, AssessState &state)
{
    double most = 1;
    for (const AssessedCell &cell : assessment.cells)
        if (cell.measures && !cell.measures->curve.empty())
            most = std::max(most, double(cell.measures->curve.back().calls));
    for (const PlannedGenerator &generator : assessment.plan.generators) {
        std::vector<std::vector<CoveragePoint>> curves;
        for (const AssessedCell &cell : assessment.cells)
            if (cell.cell.generator == generator.id && cell.measures)
                curves.push_back(cell.measures->curve);
        const QString name = generatorName(QString::fromStdString(generator.id));
        state.coverage.push_back(bandOf(name, curves, false, most));
        state.failing.push_back(bandOf(name, curves, true, most));
    }
}

} // namespace

AssessmentRequest toRequest(const AssessSetup &setup)
{
    AssessmentRequest request;
    request.project = toPath(setup.projectFolder);
    request.generators = toTexts(setup.generators);
    request.preset = setup.preset.toStdString();
    request.criterion = setup.criterion.toStdString();
    request.layers = setup.layers.toStdString();
    request.settings = toTexts(setup.settings);
    request.budget = toBudget(setup.budget);
    request.repeats = setup.repeats;
    request.seed = setup.seed;
    request.metrics = toTexts(setup.metrics);
    request.features = setup.features.toStdString();
    request.lpips = setup.lpips.toStdString();
    request.validator = setup.validator;
    request.after.retrain = setup.retrain;
    request.after.epochs = setup.retrainEpochs;
    request.after.cleanImages = std::size_t(std::max<qint64>(0, setup.retrainImages));
    for (const QString &model : setup.transfer)
        request.after.transfer.push_back(toPath(model));
    return request;
}

std::vector<CellInfo> toCells(const Assessment &assessment)
{
    std::vector<CellInfo> cells;
    for (const AssessedCell &cell : assessment.cells)
        cells.push_back(
            {QString::fromStdString(cell.cell.generator), cell.cell.repeat, cell.cell.seed, phaseOf(cell),
             cell.record.failures,
             QString::fromStdString(cell.notMeasured.empty() ? cell.record.message : cell.notMeasured)});
    return cells;
}

BandCurve bandOf(const QString &name, const std::vector<std::vector<CoveragePoint>> &curves, bool failing,
                 double mostCalls)
{
    std::vector<double> points;
    for (int i = 0; i < curvePoints; ++i)
        points.push_back(mostCalls * i / (curvePoints - 1));
    std::vector<std::vector<double>> read;
    for (const std::vector<CoveragePoint> &curve : curves) {
        std::vector<double> x, y;
        for (const CoveragePoint &point : curve) {
            x.push_back(double(point.calls));
            y.push_back(failing ? double(point.failing) : point.value);
        }
        if (!x.empty())
            read.push_back(steppedAt(x, y, points));
    }
    BandCurve band;
    band.name = name;
    band.runs = int(read.size());
    if (read.empty())
        return band;
    const CurveBand made = bootstrapBand(read);
    band.x = {points.begin(), points.end()};
    band.low = {made.low.begin(), made.low.end()};
    band.mean = {made.mean.begin(), made.mean.end()};
    band.high = {made.high.begin(), made.high.end()};
    return band;
}

AssessState toState(const Assessment &assessment, const AssessSetup &setup)
{
    AssessState state;
    state.setup = setup;
    state.projectName = QString::fromStdString(assessment.plan.projectName);
    for (const PlannedGenerator &generator : assessment.plan.generators)
        state.generators.append(QString::fromStdString(generator.id));
    for (const LeftOutGenerator &one : assessment.plan.leftOut)
        state.leftOut[QString::fromStdString(one.id)] = QString::fromStdString(one.why);
    state.cells = toCells(assessment);
    for (const Comparison &comparison : compare(assessment))
        state.figures.push_back(toFigure(comparison));
    addCurves(assessment, state);
    for (const ReportTable &table : afterTables(assessment))
        state.after.push_back(toTable(table));
    state.withoutValidator = QString::fromStdString(assessment.withoutValidator);
    state.smallestP = smallestP(assessment.plan.generators.size(), assessment.plan.repeats);
    state.measured = int(assessment.measured());
    return state;
}

} // namespace mutascope::bridge
