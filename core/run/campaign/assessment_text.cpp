// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of an assessment as CSV, JSON lines and LaTeX.
#include "core/base/csv_field.h"
#include "core/run/campaign/assessment_table.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

// The shortest text that reads back as the same number.
std::string exact(double value)
{
    return fmt::format("{}", value);
}

std::string latexEscape(const std::string &text)
{
    std::string escaped;
    for (const char c : text) {
        if (std::string("&%$#_{}").find(c) != std::string::npos)
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string latexCell(const Column &column)
{
    if (!column.summary)
        return "--";
    const std::string value = deviationText(column.summary->mean, column.summary->deviation, " \\pm ");
    return column.best ? fmt::format("$\\mathbf{{{}}}$", value) : "$" + value + "$";
}

std::string latexRows(const std::vector<Comparison> &comparisons)
{
    std::string text, family;
    for (const Comparison &comparison : comparisons) {
        const Figure &figure = comparison.figure;
        if (!figure.compared)
            continue;
        if (figure.family != family)
            text += fmt::format("{}\\multicolumn{{{}}}{{l}}{{\\emph{{{}}}}} \\\\\n",
                                family.empty() ? "" : "\\addlinespace\n", comparison.columns.size() + 1,
                                figure.family);
        family = figure.family;
        text += latexEscape(figure.name) + (figure.unit.empty() ? "" : " [" + latexEscape(figure.unit) + "]")
            + (figure.higherIsBetter ? " $\\uparrow$" : " $\\downarrow$");
        for (const Column &column : comparison.columns)
            text += " & " + latexCell(column);
        text += " \\\\\n";
    }
    return text;
}

} // namespace

std::string resultsCsv(const Assessment &assessment)
{
    std::string text
        = "generator,repeat,seed,state,family,figure,unit,value,tests,reproducible,missing,note\n";
    const std::vector<Figure> figures = figuresOf(assessment);
    for (const AssessedCell &cell : assessment.cells)
        for (const Figure &figure : figures) {
            const MetricValue value = valueOf(cell, figure);
            text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", cell.cell.generator,
                                cell.cell.repeat, cell.cell.seed, stateName(cell.record.state), figure.family,
                                csvField(figure.id), figure.unit, value.value ? exact(*value.value) : "",
                                value.tests, figure.reproducible ? "yes" : "no", csvField(value.missing),
                                csvField(value.note));
        }
    return text;
}

std::string resultsJsonl(const Assessment &assessment)
{
    std::string text;
    for (const AssessedCell &cell : assessment.cells) {
        nlohmann::json figures = nlohmann::json::object();
        for (const Figure &figure : figuresOf(assessment)) {
            const MetricValue value = valueOf(cell, figure);
            nlohmann::json one = {{"value", value.value ? nlohmann::json(*value.value) : nlohmann::json()},
                                  {"reproducible", figure.reproducible}};
            if (!value.value)
                one["missing"] = value.missing;
            if (!value.note.empty())
                one["note"] = value.note;
            if (!value.quartiles.empty())
                one["quartiles"] = value.quartiles;
            figures[figure.id] = one;
        }
        text += nlohmann::json({{"generator", cell.cell.generator},
                                {"repeat", cell.cell.repeat},
                                {"seed", cell.cell.seed},
                                {"state", stateName(cell.record.state)},
                                {"message", cell.measures ? cell.measures->message : cell.record.message},
                                {"figures", figures}})
                    .dump()
            + "\n";
    }
    return text;
}

std::string comparisonCsv(const std::vector<Comparison> &comparisons, const AssessmentPlan &plan)
{
    std::string text = "figure,first,second,p,p_holm,a12\n";
    for (const Comparison &comparison : comparisons)
        for (const Pair &pair : comparison.pairs)
            text += fmt::format("{},{},{},{},{},{}\n", csvField(comparison.figure.id),
                                plan.generators[pair.first].id, plan.generators[pair.second].id,
                                exact(pair.p), exact(pair.corrected), exact(pair.a12));
    return text;
}

std::string latexTable(const std::vector<Comparison> &comparisons, const AssessmentPlan &plan)
{
    std::string columns(plan.generators.size(), 'r');
    std::string head;
    for (const PlannedGenerator &generator : plan.generators)
        head += " & " + latexEscape(generatorInfo(generator.id).name);
    return fmt::format("% needs booktabs\n\\begin{{tabular}}{{l{}}}\n\\toprule\n{} \\\\\n\\midrule\n{}"
                       "\\bottomrule\n\\end{{tabular}}\n"
                       "% mean \\pm deviation over {} repeats; bold: better than the next best, Mann-Whitney "
                       "with Holm's correction, p < 0.05\n",
                       columns, head, latexRows(comparisons), plan.repeats);
}

} // namespace mutascope
