// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/validity_judges.h"
#include <gtest/gtest.h>

namespace mutascope {
namespace {

MetricBatch judgedBatch(std::vector<Validity> validity)
{
    MetricBatch batch;
    batch.failing.assign(validity.size(), 1);
    batch.validity = std::move(validity);
    return batch;
}

std::map<std::string, MetricValue> someMetrics()
{
    MetricValue noted;
    noted.note = "2 of 5 scales";
    return {{"failing-share", {}}, {"valid-failing-share", {}}, {"calls-per-valid-failing-test", noted}};
}

TEST(ValidityJudges, PeopleHaveTheLastWordAndTheRestIsSigned)
{
    MetricBatch batch
        = judgedBatch({Validity::Valid, Validity::Unknown, Validity::Invalid, Validity::Unknown});
    ValidityJudges judges;
    judges.judgeTheRest(batch, {Validity::Invalid, Validity::Valid, Validity::Valid, Validity::Unknown});
    EXPECT_EQ(batch.validity,
              (std::vector{Validity::Valid, Validity::Valid, Validity::Invalid, Validity::Unknown}));
    auto metrics = someMetrics();
    judges.sign(metrics);
    EXPECT_EQ(metrics["failing-share"].note, "");
    EXPECT_EQ(metrics["valid-failing-share"].note,
              "validity judged by people where they labelled a test, else automatically");
    EXPECT_TRUE(metrics["calls-per-valid-failing-test"].note.starts_with("2 of 5 scales; validity judged"));
}

TEST(ValidityJudges, WhoJudgedAloneIsNamedAlone)
{
    MetricBatch none = judgedBatch({Validity::Unknown});
    ValidityJudges machine;
    machine.judgeTheRest(none, {Validity::Valid});
    auto metrics = someMetrics();
    machine.sign(metrics);
    EXPECT_EQ(metrics["valid-failing-share"].note, "validity judged automatically, by no person");

    MetricBatch all = judgedBatch({Validity::Valid, Validity::Unknown});
    all.failing[1] = 0; // passes: its validity is no part of any figure
    ValidityJudges people;
    people.judgeTheRest(all, {Validity::Invalid, Validity::Valid});
    metrics = someMetrics();
    people.sign(metrics);
    EXPECT_EQ(metrics["valid-failing-share"].note, "");
}

} // namespace
} // namespace mutascope
