// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/after_table.h"
#include "core/base/csv_field.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

using nlohmann::json;

std::string percentText(double share)
{
    return fmt::format("{:.1f} %", 100 * share);
}

// One figure of a row of results.csv; missing where it is not empty.
struct AfterFigure {
    std::string generator;
    std::string family;
    std::string id;
    double value = 0;
    std::size_t tests = 0;
    std::string missing;
};

void addRetrained(const Assessment &assessment, std::vector<AfterFigure> &figures)
{
    const auto &generators = assessment.plan.generators;
    for (const RetrainedModel &model : assessment.after.retrained) {
        const auto add = [&](const std::string &id, double value, std::size_t tests) {
            figures.push_back({model.generator, "retrain", id, value, tests, model.missing});
        };
        add("clean-accuracy-before", model.cleanBefore, model.trainedTests);
        add("clean-accuracy-after", model.cleanAfter, model.trainedTests);
        for (std::size_t i = 0; i < generators.size(); ++i) {
            const RetrainedCell cell = i < model.tests.size() ? model.tests[i] : RetrainedCell{};
            add("failing-before:" + generators[i].id, cell.before, cell.tests);
            add("failing-after:" + generators[i].id, cell.after, cell.tests);
            if (model.missing.empty() && cell.tests == 0)
                figures.end()[-1].missing = figures.end()[-2].missing
                    = "needs 1 failing test whose seed was not trained on, has 0";
        }
    }
}

void addTransferred(const Assessment &assessment, std::vector<AfterFigure> &figures)
{
    const auto &models = assessment.plan.after.transfer;
    for (const TransferredTests &tests : assessment.after.transferred)
        for (std::size_t i = 0; i < models.size(); ++i) {
            const TransferCell cell = i < tests.models.size() ? tests.models[i] : TransferCell{};
            AfterFigure figure{
                tests.generator,         "transfer",   "failing-on:" + transferName(models[i]), cell.share(),
                std::size_t(cell.tests), tests.missing};
            if (figure.missing.empty() && cell.tests == 0)
                figure.missing = "needs 1 failing test whose seed the model classifies correctly, has 0";
            figures.push_back(figure);
        }
}

std::vector<AfterFigure> figuresAfter(const Assessment &assessment)
{
    std::vector<AfterFigure> figures;
    addRetrained(assessment, figures);
    addTransferred(assessment, figures);
    return figures;
}

std::string nameOf(const std::string &generator)
{
    return generatorInfo(generator).name;
}

std::string matrixCell(const RetrainedCell &cell)
{
    if (cell.tests == 0)
        return "\u2013";
    return fmt::format("{} \u2192 {}", percentText(cell.before), percentText(cell.after));
}

std::vector<ReportTable::Cell> matrixRow(const Assessment &assessment, const RetrainedModel &model)
{
    std::vector<ReportTable::Cell> row = {{nameOf(model.generator)}};
    if (!model.missing.empty()) {
        row.push_back({model.missing});
        row.resize(assessment.plan.generators.size() + 3);
        return row;
    }
    row.push_back({fmt::format("{} of {}", model.trainedTests, model.trainedSeeds)});
    row.push_back(
        {fmt::format("{} \u2192 {}", percentText(model.cleanBefore), percentText(model.cleanAfter))});
    for (std::size_t i = 0; i < model.tests.size(); ++i)
        row.push_back({matrixCell(model.tests[i]), assessment.plan.generators[i].id == model.generator});
    return row;
}

ReportTable matrixTable(const Assessment &assessment)
{
    ReportTable table;
    table.title = "Retrained with each generator's tests";
    table.caption
        = "Each row is the model, trained on with one generator's failing tests of all repeats, those of "
          "half "
          "the seeds; columns: share of each generator's failing tests that fail, before and after, of seeds "
          "that were not trained on (bold: the generator's own). Clean accuracy: of the test images that "
          "took "
          "no part.";
    table.head = {"trained on the tests of", "tests of seeds", "clean accuracy"};
    for (const PlannedGenerator &generator : assessment.plan.generators)
        table.head.push_back("failing: " + nameOf(generator.id));
    for (const RetrainedModel &model : assessment.after.retrained)
        table.rows.push_back(matrixRow(assessment, model));
    return table;
}

ReportTable transferTable(const Assessment &assessment)
{
    ReportTable table;
    table.title = "Transfer to other models";
    table.caption = "Share of each generator's failing tests that another model gets wrong as well, of the "
                    "tests whose seed it classifies correctly.";
    table.head = {"failing tests of"};
    for (const auto &model : assessment.plan.after.transfer)
        table.head.push_back("against " + transferName(model));
    for (const TransferredTests &tests : assessment.after.transferred) {
        std::vector<ReportTable::Cell> row = {{nameOf(tests.generator)}};
        for (const TransferCell &cell : tests.models)
            row.push_back({cell.tests == 0 ? "\u2013"
                                           : fmt::format("{} ({} of {})", percentText(cell.share()),
                                                         cell.failing, cell.tests)});
        if (!tests.missing.empty())
            row.push_back({tests.missing});
        row.resize(table.head.size());
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string latexText(const std::string &text)
{
    std::string escaped;
    for (const char c : text) {
        if (std::string("&%$#_{}").find(c) != std::string::npos)
            escaped += '\\';
        escaped += c;
    }
    const auto replaceAll = [&](const std::string &from, const std::string &to) {
        for (std::size_t at = 0; (at = escaped.find(from, at)) != std::string::npos; at += to.size())
            escaped.replace(at, from.size(), to);
    };
    replaceAll("\u2192", "$\\rightarrow$");
    replaceAll("\u2013", "--");
    return escaped;
}

std::string latexOf(const ReportTable &table)
{
    std::string text = fmt::format("\n% {}\n\\begin{{tabular}}{{l{}}}\n\\toprule\n", latexText(table.title),
                                   std::string(table.head.size() - 1, 'r'));
    const auto cell = [&](std::size_t column, const std::string &content) {
        text += (column > 0 ? " & " : "") + content;
    };
    for (std::size_t i = 0; i < table.head.size(); ++i)
        cell(i, latexText(table.head[i]));
    text += " \\\\\n\\midrule\n";
    for (const auto &row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            cell(i, row[i].bold ? "\\textbf{" + latexText(row[i].text) + "}" : latexText(row[i].text));
        text += " \\\\\n";
    }
    return text + "\\bottomrule\n\\end{tabular}\n% " + latexText(table.caption) + "\n";
}

json figureJson(const AfterFigure &figure)
{
    json object = {{"value", figure.missing.empty() ? json(figure.value) : json()}, {"tests", figure.tests}};
    if (!figure.missing.empty())
        object["missing"] = figure.missing;
    return object;
}

} // namespace

std::string afterCsv(const Assessment &assessment)
{
    std::string text;
    for (const AfterFigure &figure : figuresAfter(assessment))
        text += fmt::format("{},all,{},finished,{},{},,{},{},yes,{},\n", figure.generator,
                            assessment.plan.seed, figure.family, csvField(figure.id),
                            figure.missing.empty() ? fmt::format("{}", figure.value) : "", figure.tests,
                            csvField(figure.missing));
    return text;
}

json afterJson(const Assessment &assessment)
{
    json object = {{"retrain", json::object()}, {"transfer", json::object()}};
    for (const AfterFigure &figure : figuresAfter(assessment))
        object[figure.family][figure.generator][figure.id] = figureJson(figure);
    return object;
}

std::string afterJsonl(const Assessment &assessment)
{
    std::string text;
    const json steps = afterJson(assessment);
    for (const auto &[step, generators] : steps.items())
        for (const auto &[generator, figures] : generators.items())
            text += json({{"generator", generator}, {"repeat", "all"}, {"step", step}, {"figures", figures}})
                        .dump()
                + "\n";
    return text;
}

std::string afterLatex(const Assessment &assessment)
{
    std::string text;
    for (const ReportTable &table : afterTables(assessment))
        text += latexOf(table);
    return text;
}

std::vector<ReportTable> afterTables(const Assessment &assessment)
{
    std::vector<ReportTable> tables;
    if (!assessment.after.retrained.empty())
        tables.push_back(matrixTable(assessment));
    if (!assessment.after.transferred.empty())
        tables.push_back(transferTable(assessment));
    return tables;
}

} // namespace mutascope
