// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/assess_text.h"
#include "app/cli/output.h"
#include "app/cli/status_line.h"
#include "core/run/campaign/after_table.h"
#include "core/run/campaign/assessment_table.h"
#include "core/run/campaign/missing_figures.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope::cli {

namespace {

std::string valueText(const Column &column)
{
    if (!column.summary)
        return "-";
    return meanText(column, " +- ") + (column.best && column.values.size() > 1 ? " *" : "");
}

std::string missingText(const std::vector<Comparison> &comparisons)
{
    std::string text;
    for (const MissingFigures &row : missingFigures(comparisons)) {
        std::vector<std::string> figures;
        for (const Figure &figure : row.figures)
            figures.push_back(figure.id);
        text += fmt::format("  {}: {}{}\n", row.everyGenerator ? "all" : joined(row.generators), row.why,
                            row.everyFigure ? "" : " (" + joined(figures) + ")");
    }
    return text.empty() ? "" : "missing\n" + text;
}

nlohmann::json columnJson(const Column &column)
{
    nlohmann::json object = {{"values", column.values}, {"missing", column.missing}, {"group", column.group}};
    if (column.summary) {
        object["mean"] = column.summary->mean;
        object["deviation"] = column.summary->deviation;
    }
    return object;
}

std::string afterText(const Assessment &assessment)
{
    std::string text;
    for (const ReportTable &one : afterTables(assessment)) {
        Table table;
        table.add(one.head);
        for (const auto &row : one.rows) {
            std::vector<std::string> cells;
            for (const ReportTable::Cell &cell : row)
                cells.push_back(cell.text);
            table.add(cells);
        }
        text += one.title + "\n" + table.text("  ");
    }
    return text;
}

} // namespace

std::string progressText(const AssessmentProgress &progress)
{
    std::string text = progress.phase;
    if (progress.assessment) {
        const Assessment &assessment = *progress.assessment;
        std::vector<std::string> running;
        for (const AssessedCell &cell : assessment.cells)
            if (cell.record.state == CellState::Running)
                running.push_back(cell.cell.id());
        text = fmt::format("{} of {} measured", assessment.measured(), assessment.cells.size());
        if (assessment.failed() > 0)
            text += fmt::format(", {} failed", assessment.failed());
        if (!running.empty())
            text += "; running " + joined(running);
    }
    return text + "  " + progressBar(progress.fraction);
}

std::string assessmentText(const Assessment &assessment, const std::filesystem::path &folder)
{
    const std::vector<Comparison> comparisons = compare(assessment);
    Table table;
    std::vector<std::string> head = {"mean +- deviation"};
    for (const PlannedGenerator &generator : assessment.plan.generators)
        head.push_back(generator.id);
    table.add(head);
    for (const Comparison &comparison : comparisons) {
        if (!comparison.figure.compared)
            continue;
        std::vector<std::string> row
            = {comparison.figure.name + (comparison.figure.higherIsBetter ? " (more)" : " (less)")};
        for (const Column &column : comparison.columns)
            row.push_back(valueText(column));
        table.add(row);
    }
    return fmt::format("{}: {} of {} cells measured, {} failed\n{}{}{}", folder.string(),
                       assessment.measured(), assessment.cells.size(), assessment.failed(), table.text("  "),
                       missingText(comparisons), afterText(assessment));
}

nlohmann::json assessmentJson(const Assessment &assessment, const std::filesystem::path &folder)
{
    nlohmann::json figures = nlohmann::json::object();
    for (const Comparison &comparison : compare(assessment)) {
        nlohmann::json generators = nlohmann::json::object();
        for (const Column &column : comparison.columns)
            generators[column.generator] = columnJson(column);
        figures[comparison.figure.id]
            = {{"reproducible", comparison.figure.reproducible}, {"generators", generators}};
    }
    nlohmann::json leftOut = nlohmann::json::object();
    for (const LeftOutGenerator &one : assessment.plan.leftOut)
        leftOut[one.id] = one.why;
    return {{"folder", folder.string()},         {"cells", assessment.cells.size()},
            {"measured", assessment.measured()}, {"failed", assessment.failed()},
            {"complete", assessment.complete()}, {"left_out", leftOut},
            {"after", afterJson(assessment)},    {"figures", figures}};
}

} // namespace mutascope::cli
