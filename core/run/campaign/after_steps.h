// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/run/campaign/assessment_plan.h"
#include "core/run/campaign/cell.h"
#include "core/run/transfer.h"
#include <functional>

// What an assessment does with the failing tests it found: retrain the model with each generator's, and put
// them to other models. Only tests that failed again after they were stored take part, those of all repeats
// together.
namespace mutascope {

// One generator's tests against the model before and after a retraining. Tests whose seed was trained on stay
// out.
struct RetrainedCell {
    std::size_t tests = 0;
    double before = 0; // share failing
    double after = 0;
};

// The model, retrained with one generator's tests.
struct RetrainedModel {
    std::string generator;
    std::string missing; // why there is none; the members below are not filled then
    std::size_t trainedTests = 0;
    std::size_t trainedSeeds = 0;
    int keptEpoch = 0;
    double cleanBefore = 0; // accuracy on test images that took no part
    double cleanAfter = 0;
    std::vector<RetrainedCell> tests; // one a generator of the plan
};

struct TransferredTests {
    std::string generator;
    std::string missing; // why there is nothing
    std::vector<TransferCell> models; // of AfterSteps::transfer
};

struct AfterResults {
    bool done = false; // all that the plan asks for
    std::vector<RetrainedModel> retrained; // in the plan's order, of those that are done
    std::vector<TransferredTests> transferred;
};

std::string transferName(const std::filesystem::path &model); // "lenet1" of "models/lenet1.pt"

// What is done is kept in the folder, under "after", and not done again for the same cells. Asked to stop, it
// returns what there is. Throws Error{Io}; whatever else fails is the reason why a result is missing.
AfterResults runAfterSteps(const AssessmentPlan &plan, const AssessmentFolder &folder,
                           const std::vector<Cell> &finished, std::size_t jobs, RunControl &control,
                           const std::function<void(double)> &onProgress);

// What the folder holds of it, whatever cells it was made of. Nothing is run.
AfterResults storedAfterSteps(const AssessmentPlan &plan, const AssessmentFolder &folder);

} // namespace mutascope
