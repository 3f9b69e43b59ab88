// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/assessment_files.h"
#include "core/base/output_file.h"
#include "core/run/campaign/after_table.h"
#include "core/run/campaign/assessment_table.h"
#include "core/run/campaign/report_content.h"

namespace mutascope {

void writeTables(const Assessment &assessment, const std::filesystem::path &folder)
{
    const std::vector<Comparison> comparisons = compare(assessment);
    replaceFile(folder / "results.csv", resultsCsv(assessment) + afterCsv(assessment));
    replaceFile(folder / "results.jsonl", resultsJsonl(assessment) + afterJsonl(assessment));
    replaceFile(folder / "pairs.csv", comparisonCsv(comparisons, assessment.plan));
    replaceFile(folder / "table.tex", latexTable(comparisons, assessment.plan) + afterLatex(assessment));
}

void writeReports(const Assessment &assessment, const std::filesystem::path &folder)
{
    const ReportContent content = reportContent(assessment, AssessmentFolder(folder));
    replaceFile(folder / "report.html", reportPage(content));
    writeReportPdf(content, folder / "report.pdf");
}

} // namespace mutascope
