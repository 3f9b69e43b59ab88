// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/campaign/assessment.h"
#include "core/run/campaign/report_content.h"

// What came after the runs of an assessment, as tables. All are empty where nothing did.
namespace mutascope {

std::string afterCsv(const Assessment &assessment); // rows of results.csv, whose repeat is "all"
std::string afterJsonl(const Assessment &assessment); // a line a generator and step
std::string afterLatex(const Assessment &assessment); // tables like that of latexTable()
std::vector<ReportTable> afterTables(const Assessment &assessment);
nlohmann::json afterJson(const Assessment &assessment); // {"retrain": [...], "transfer": [...]}

} // namespace mutascope
