// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/report_content.h"
#include "core/data/batch.h"
#include "core/metrics/stats/effect_size.h"
#include "core/run/campaign/after_table.h"
#include "core/run/campaign/cell_runs.h"
#include "core/run/campaign/missing_figures.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace mutascope {

namespace {

constexpr std::size_t samplesShown = 6;
constexpr double alpha = 0.05;

std::string nameOf(const std::string &generator)
{
    return generatorInfo(generator).name;
}

std::vector<std::string> headOf(const AssessmentPlan &plan, const std::string &first)
{
    std::vector<std::string> head = {first};
    for (const PlannedGenerator &generator : plan.generators)
        head.push_back(nameOf(generator.id));
    return head;
}

std::string figureName(const Figure &figure)
{
    return figure.name + (figure.unit.empty() ? "" : " [" + figure.unit + "]")
        + (!figure.compared            ? ""
               : figure.higherIsBetter ? "\u00a0\u2191"
                                       : "\u00a0\u2193")
        + (figure.reproducible ? "" : "\u00a0\u2020");
}

std::string summaryText(const Column &column)
{
    if (!column.summary)
        return "\u2013";
    return meanText(column, " \u00b1\u00a0"); // a line may not break behind the sign
}

ReportTable meansTable(const std::vector<Comparison> &comparisons, const AssessmentPlan &plan,
                       const std::string &family)
{
    ReportTable table;
    table.title = family == "run" ? "Raw figures of the runs" : "Results: " + family;
    table.head = headOf(plan, "mean \u00b1 deviation");
    for (const Comparison &comparison : comparisons) {
        if (comparison.figure.family != family)
            continue;
        std::vector<ReportTable::Cell> row = {{figureName(comparison.figure)}};
        for (const Column &column : comparison.columns)
            row.push_back({summaryText(column), column.best});
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportTable ranksTable(const std::vector<Comparison> &comparisons, const AssessmentPlan &plan)
{
    ReportTable table;
    table.title = "Ranks";
    table.caption
        = "Group by Scott-Knott ESD (1 is best; equal groups do not differ), in brackets the mean rank over "
          "the repeats, of generators that have a value in each; p of Friedman's test; mean ranks that "
          "differ by less than the critical difference "
          "(Nemenyi, 0.05) do not differ.";
    table.head = headOf(plan, "metric");
    table.head.insert(table.head.end(), {"Friedman p", "critical difference"});
    for (const Comparison &comparison : comparisons) {
        if (!comparison.figure.compared)
            continue;
        std::vector<ReportTable::Cell> row = {{figureName(comparison.figure)}};
        for (std::size_t i = 0; i < comparison.columns.size(); ++i) {
            const Column &column = comparison.columns[i];
            std::string text = column.group > 0 ? std::to_string(column.group) : "\u2013";
            if (!comparison.meanRanks.empty() && comparison.meanRanks[i])
                text += fmt::format(" ({:.1f})", *comparison.meanRanks[i]);
            row.push_back({text, false});
        }
        row.push_back({comparison.friedmanP ? fmt::format("{:.3g}", *comparison.friedmanP) : "\u2013"});
        row.push_back(
            {comparison.friedmanP ? fmt::format("{:.2f}", comparison.criticalDifference) : "\u2013"});
        table.rows.push_back(std::move(row));
    }
    return table;
}

// Of the first fault-revealing metric: those of all metrics would fill many pages.
ReportTable pairsTable(const std::vector<Comparison> &comparisons, const AssessmentPlan &plan)
{
    ReportTable table;
    table.title = "Pairs of generators";
    table.caption
        = "Mann-Whitney, two-sided, Holm's correction over all pairs; A12: how likely a repeat of the "
          "first is above one of the second. The other metrics' pairs are in pairs.csv.";
    table.head = {"metric", "first", "second", "effect", "A12", "p", "p (Holm)"};
    table.words = 4;
    for (const Comparison &comparison : comparisons)
        if (comparison.figure.family == "fault-revealing" && !comparison.pairs.empty()) {
            for (const Pair &pair : comparison.pairs)
                table.rows.push_back({{comparison.figure.name},
                                      {nameOf(plan.generators[pair.first].id)},
                                      {nameOf(plan.generators[pair.second].id)},
                                      {effectName(effectOf(pair.a12))},
                                      {fmt::format("{:.2f}", pair.a12)},
                                      {fmt::format("{:.3g}", pair.p)},
                                      {fmt::format("{:.3g}", pair.corrected), pair.corrected < alpha}});
            break;
        }
    return table;
}

void addTo(std::string &names, const std::string &name)
{
    names += (names.empty() ? "" : ", ") + name;
}

std::string generatorNames(const MissingFigures &row)
{
    if (row.everyGenerator)
        return "all";
    std::string names;
    for (const std::string &generator : row.generators)
        addTo(names, nameOf(generator));
    return names;
}

std::string figureNames(const MissingFigures &row)
{
    if (row.everyFigure)
        return "all";
    std::string names;
    for (const Figure &figure : row.figures)
        addTo(names, figure.name);
    return names;
}

ReportTable missingTable(const std::vector<Comparison> &comparisons)
{
    ReportTable table;
    table.title = "Missing";
    table.caption = "Figures that some repeats do not have, and why.";
    table.head = {"figures", "generators", "why"};
    table.words = table.head.size();
    for (const MissingFigures &row : missingFigures(comparisons))
        table.rows.push_back({{figureNames(row)}, {generatorNames(row)}, {row.why}});
    return table;
}

// What runs themselves say of their end, each text once.
ReportTable messagesTable(const Assessment &assessment)
{
    ReportTable table;
    table.title = "What runs say";
    table.head = {"generator", "repeats", "message"};
    table.words = table.head.size();
    std::map<std::pair<std::string, std::string>, std::string> repeats;
    for (const AssessedCell &cell : assessment.cells)
        if (cell.measures && !cell.measures->message.empty())
            addTo(repeats[{cell.cell.generator, cell.measures->message}], std::to_string(cell.cell.repeat));
    for (const auto &[what, list] : repeats)
        table.rows.push_back({{nameOf(what.first)}, {list}, {what.second}});
    return table;
}

ReportTable notesTable(const std::vector<Comparison> &comparisons)
{
    ReportTable table;
    table.title = "How metrics were computed";
    table.head = {"metric", "what it says", "note"};
    table.words = table.head.size();
    for (const Comparison &comparison : comparisons) {
        if (!comparison.figure.compared)
            continue;
        std::string note;
        for (const Column &column : comparison.columns)
            if (note.empty())
                note = column.note;
        table.rows.push_back({{comparison.figure.name}, {metricInfo(comparison.figure.id).summary}, {note}});
    }
    return table;
}

std::vector<std::string> classNamesOf(const AssessedCell &cell, const AssessmentFolder &folder)
{
    const SessionStore store(folder.session(cell.cell), SessionStore::Mode::ReadOnly);
    return projectFromSnapshot(store.runs().back().project).classNames;
}

// Classes that none of a generator's repeats could make fail: their names, in order.
std::string silentClassNames(const Assessment &assessment, const std::string &generator,
                             const std::vector<std::string> &classNames)
{
    std::map<int, int> repeats; // by class
    int measured = 0;
    for (const AssessedCell &cell : assessment.cells)
        if (cell.cell.generator == generator && cell.measures) {
            ++measured;
            for (const int cls : cell.measures->silentClasses)
                ++repeats[cls];
        }
    std::string names;
    for (const auto &[cls, count] : repeats)
        if (count == measured)
            addTo(names, classNameOf(classNames, cls));
    return names;
}

ReportTable silentClassesTable(const Assessment &assessment, const AssessmentFolder &folder)
{
    ReportTable table;
    table.title = "Classes that never fail";
    table.caption = "Of the classes that the runs had seeds of: those without a failing test in any repeat.";
    table.head = {"generator", "classes"};
    table.words = table.head.size();
    const auto measured = std::ranges::find_if(assessment.cells,
                                               [](const AssessedCell &cell) { return bool(cell.measures); });
    if (measured == assessment.cells.end())
        return table;
    const std::vector<std::string> classNames = classNamesOf(*measured, folder);
    for (const PlannedGenerator &generator : assessment.plan.generators)
        if (const std::string names = silentClassNames(assessment, generator.id, classNames); !names.empty())
            table.rows.push_back({{nameOf(generator.id)}, {names}});
    return table;
}

ReportSample sampleOf(const SessionStore &store, std::int64_t run, const CellSample &sample,
                      const std::vector<std::string> &classNames)
{
    const TestRecord test = store.test(run, sample.test);
    return {store.seedImage(run, test.seed), store.image(run, sample.test),
            fmt::format("{} \u2192 {}, {:.3f}", classNameOf(classNames, test.label),
                        classNameOf(classNames, test.predicted), sample.distance)};
}

ReportGallery galleryOf(const AssessedCell &cell, const AssessmentFolder &folder)
{
    ReportGallery gallery{cell.cell.generator, {}, {}};
    const SessionStore store(folder.session(cell.cell), SessionStore::Mode::ReadOnly);
    const RunRecord run = store.runs().back();
    const std::vector<std::string> classNames = projectFromSnapshot(run.project).classNames;
    const auto add = [&](const std::vector<CellSample> &from, std::vector<ReportSample> &to) {
        for (std::size_t i = 0; i < std::min(samplesShown, from.size()); ++i)
            to.push_back(sampleOf(store, run.id, from[i], classNames));
    };
    add(cell.measures->natural, gallery.natural);
    add(cell.measures->unnatural, gallery.unnatural);
    return gallery;
}

std::string budgetText(const Budget &budget)
{
    std::string text;
    const auto add = [&](const auto &limit, const char *unit) {
        if (limit)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", *limit, unit);
    };
    add(budget.modelCalls, "model calls");
    add(budget.seconds, "seconds");
    add(budget.tests, "tests");
    add(budget.failures, "failing tests");
    return text;
}

std::string versionsText(const std::string &versions)
{
    std::string text;
    const nlohmann::json object = nlohmann::json::parse(versions);
    for (const auto &[name, version] : object.items())
        text += (text.empty() ? "" : ", ") + name + " " + version.get<std::string>();
    return text;
}

std::string provenanceOf(const AssessmentPlan &plan)
{
    return fmt::format("{}; model {:.12}, data {:.12}; {} a run; criterion {}; seeds {} to {}{}; {}",
                       plan.projectName, plan.modelSha256, plan.dataSha256, budgetText(plan.budget),
                       plan.criterion.empty() ? "none" : plan.criterion, plan.seedOf(1),
                       plan.seedOf(plan.repeats), plan.preset.empty() ? "" : "; preset " + plan.preset,
                       versionsText(plan.versions));
}

std::vector<std::pair<std::string, std::string>> configurationOf(const AssessmentPlan &plan)
{
    std::vector<std::pair<std::string, std::string>> facts
        = {{"project", plan.projectName},
           {"model SHA-256", plan.modelSha256},
           {"data SHA-256 (test and training)", plan.dataSha256},
           {"budget of a run", budgetText(plan.budget)},
           {"repeats",
            fmt::format("{}, seeds {} to {}", plan.repeats, plan.seedOf(1), plan.seedOf(plan.repeats))},
           {"criterion", plan.criterion.empty() ? "none" : plan.criterion},
           {"layers", plan.layers},
           {"preset", plan.preset.empty() ? "none" : plan.preset},
           {"deep features of", plan.features.empty() ? "the model under test" : plan.features.string()},
           {"versions", versionsText(plan.versions)}};
    for (const PlannedGenerator &generator : plan.generators)
        facts.emplace_back(nameOf(generator.id),
                           effectiveParams(plan.configOf(generator.id, 1)).toJson().dump());
    return facts;
}

std::vector<std::string> notesOf(const Assessment &assessment)
{
    const AssessmentPlan &plan = assessment.plan;
    std::vector<std::string> notes;
    if (!assessment.complete())
        notes.push_back(fmt::format("Partial: {} of {} runs are measured.", assessment.measured(),
                                    assessment.cells.size()));
    if (plan.after.any() && !assessment.after.done)
        notes.push_back("Partial: the retrainings and transfers that were asked for are not all done.");
    for (const LeftOutGenerator &one : plan.leftOut)
        notes.push_back(fmt::format("{} is left out: {}.", nameOf(one.id), one.why));
    for (const AssessedCell &cell : assessment.cells)
        if (cell.record.state == CellState::Failed)
            notes.push_back(fmt::format("{} failed: {}.", cell.cell.id(), cell.record.message));
    if (plan.validator && assessment.withoutValidator.empty())
        notes.push_back(
            "Validity is judged automatically, by the reconstruction error of a network trained on "
            "the data, except for tests that people labelled: figures of valid tests are no "
            "judgement of people unless a note says so.");
    if (!assessment.withoutValidator.empty())
        notes.push_back("The tests' validity is not judged: " + assessment.withoutValidator + ".");
    const double p = smallestP(plan.generators.size(), plan.repeats);
    if (plan.generators.size() > 1 && p >= alpha)
        notes.push_back(fmt::format(
            "{} repeats of {} generators cannot show a significant difference: after Holm's correction p is "
            "{:.2f} or more even where no two values overlap. Look at A12, or use more repeats.",
            plan.repeats, plan.generators.size(), p));
    notes.push_back(
        "Bold: better than the next best generator, Mann-Whitney with Holm's correction over all "
        "pairs, p < 0.05. Only failing tests that failed again after they were stored count. "
        "\u2191 more is better, \u2193 less is better, \u2020 differs from machine to machine and "
        "from run to run.");
    return notes;
}

} // namespace

ReportContent reportContent(const Assessment &assessment, const AssessmentFolder &folder)
{
    const AssessmentPlan &plan = assessment.plan;
    const std::vector<Comparison> comparisons = compare(assessment);
    ReportContent content;
    content.title = "Assessment of test generators: " + plan.projectName;
    content.notes = notesOf(assessment);
    for (const char *family : {"fault-revealing", "naturalness", "diversity", "efficiency", "run"})
        content.tables.push_back(meansTable(comparisons, plan, family));
    for (ReportTable &table : afterTables(assessment))
        content.tables.push_back(std::move(table));
    content.tables.push_back(messagesTable(assessment));
    content.tables.push_back(silentClassesTable(assessment, folder));
    content.tables.push_back(missingTable(comparisons));
    content.tables.push_back(ranksTable(comparisons, plan));
    content.tables.push_back(pairsTable(comparisons, plan));
    content.tables.push_back(notesTable(comparisons));
    std::erase_if(content.tables, [](const ReportTable &table) { return table.rows.empty(); });
    if (!plan.criterion.empty())
        content.plots.push_back(curvePlot(assessment, Curve::Coverage));
    content.plots.push_back(curvePlot(assessment, Curve::Failing));
    if (Plot plot = parallelPlot(comparisons); plot.draw)
        content.plots.push_back(std::move(plot));
    for (const Comparison &comparison : comparisons)
        if (comparison.figure.compared
            && std::ranges::any_of(comparison.columns, [](const Column &one) { return bool(one.summary); }))
            content.boxes.push_back(boxPlot(comparison));
    for (const AssessedCell &cell : assessment.cells)
        if (cell.cell.repeat == 1 && cell.measures)
            content.galleries.push_back(galleryOf(cell, folder));
    content.galleryCaption
        = "First repeat of each generator; left the seed, right the test, below the seed's class, what the "
          "model takes the test for, and the distance of their deep features (unit length), by which the "
          "most "
          "and the least natural tests were chosen.";
    content.configuration = configurationOf(plan);
    content.provenance = provenanceOf(plan);
    return content;
}

} // namespace mutascope
