// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/run/campaign/after_steps.h"
#include "core/run/campaign/assessment_plan.h"
#include "core/run/campaign/cell.h"
#include "core/run/campaign/cell_measures.h"
#include <functional>

namespace mutascope {

struct AssessedCell {
    Cell cell;
    CellRecord record;
    std::optional<CellMeasures> measures; // of a finished one, once measured
    std::string notMeasured; // why not
};

struct Assessment {
    AssessmentPlan plan;
    std::vector<AssessedCell> cells; // generator by generator
    std::string withoutValidator; // why nobody judges the tests' validity, where somebody was to
    AfterResults after = {}; // once all cells have ended
    bool complete() const; // every cell measured or given up, and what comes after done
    std::size_t measured() const;
    std::size_t failed() const;
};

struct AssessmentOptions {
    std::filesystem::path program; // mutascope-cli, started for each cell
    std::filesystem::path out; // made where it is missing
    int jobs = 0; // cells at once; 0: one a processor
    std::filesystem::path cacheFolder; // empty: the user's
};

struct AssessmentProgress {
    std::string phase; // "profiling", "running", "retraining"
    double fraction = 0;
    const Assessment *assessment = nullptr; // while running
};

struct AssessmentObserver {
    std::function<void(const AssessmentProgress &)> onProgress; // now and then
    std::function<void(const Assessment &)> onCell; // after each cell: a table of what there is
};

// Runs what is not yet finished in the folder and measures it. A pause interrupts the cells that run, which
// go on from their checkpoint; a stop too, and returns what there is. Throws Error: Usage where the folder
// holds an assessment of another plan, model or data; Io where it cannot be written; Locked where another
// program works in it.
Assessment runAssessment(const AssessmentPlan &plan, const AssessmentOptions &options, RunControl &control,
                         const AssessmentObserver &observer);

} // namespace mutascope
