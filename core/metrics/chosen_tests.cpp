// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/chosen_tests.h"
#include "core/base/error.h"
#include "core/base/param_builders.h"
#include "core/metrics/fault_tests.h"

namespace mutascope {

namespace {

bool chosen(const MetricBatch &batch, std::size_t row, TestChoice choice)
{
    if (choice == TestChoice::All)
        return true;
    return batch.failing[row] != 0
        && (choice == TestChoice::Failing || batch.validity[row] == Validity::Valid);
}

void requireImages(const MetricBatch &batch)
{
    if (batch.tests.count() != batch.failing.size() || batch.seeds.count() != batch.failing.size())
        throw Error(ErrorCode::Internal, "a metric of images was given a batch without images");
    if (batch.tests.shape() != batch.seeds.shape())
        throw Error(ErrorCode::Internal, "tests and seeds of a batch differ in shape");
}

} // namespace

ParamSpec testsParam()
{
    return choiceParam("tests", {"failing", "valid-failing", "all"},
                       {"Tests", "ours",
                        "Tests the value is of: those that fail, those of them that were judged valid, or "
                        "all that are given."});
}

TestChoice testChoiceOf(const ParamSet &params)
{
    const std::string &text = params.text("tests");
    if (text == "all")
        return TestChoice::All;
    return text == "failing" ? TestChoice::Failing : TestChoice::ValidFailing;
}

const char *nounOf(TestChoice choice)
{
    if (choice == TestChoice::All)
        return "tests";
    return choice == TestChoice::Failing ? "failing tests" : "valid failing tests";
}

std::vector<std::size_t> chosenTests(const MetricBatch &batch, TestChoice choice, const MetricNeeds &needs)
{
    requireWhole(batch, needs.features);
    if (needs.images)
        requireImages(batch);
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < batch.failing.size(); ++i)
        if (chosen(batch, i, choice))
            rows.push_back(i);
    return rows;
}

} // namespace mutascope
