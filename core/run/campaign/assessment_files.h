// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/campaign/assessment.h"

namespace mutascope {

// results.csv, results.jsonl, pairs.csv and table.tex: cheap enough to be written after each cell. Throw
// Error{Io}.
void writeTables(const Assessment &assessment, const std::filesystem::path &folder);
// report.html and report.pdf, with samples from the cells' sessions.
void writeReports(const Assessment &assessment, const std::filesystem::path &folder);

} // namespace mutascope
