// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/agreement_report.h"
#include "tests/core/labels/label_fixture.h"
#include "tests/core/metrics/stats/reference_file.h"
#include <tuple>

namespace mutascope {
namespace {

using namespace labeltest;

// Contingency tables that give the published values of a human study, see reference.json.
Ratings sheet(const nlohmann::json &one)
{
    Ratings ratings{{}, one["categories"]};
    for (const auto &item : one["items"]) {
        ratings.items.emplace_back();
        for (const auto &answer : item)
            ratings.items.back().push_back(answer.is_null() ? std::nullopt
                                                            : std::optional(answer.get<int>()));
    }
    return ratings;
}

AgreementOptions quick()
{
    AgreementOptions options;
    options.bootstrap.resamples = 50;
    return options;
}

TEST(AgreementValuesTest, EveryPublishedValueWithAnIntervalAroundIt)
{
    int sheets = 0;
    for (const auto &one : referenceCases("agreement")) {
        if (!one.contains("published") || one["digits"] != 4)
            continue;
        const auto &published = one["published"];
        const AgreementValues values = agreementOf(sheet(one), quick());
        const std::vector<std::pair<const char *, const Coefficient *>> all
            = {{"raw", &values.raw},
               {"cohen", &values.cohen},
               {"fleiss", &values.fleiss},
               {"krippendorff", &values.krippendorff},
               {"ac1", &values.ac1}};
        for (const auto &[name, coefficient] : all) {
            if (!published.contains(name))
                continue;
            ASSERT_TRUE(coefficient->value && coefficient->interval) << one["name"] << name;
            EXPECT_NEAR(*coefficient->value, published[name].get<double>(), 5.01e-5) << one["name"] << name;
            EXPECT_LT(coefficient->interval->low, *coefficient->value);
            EXPECT_GT(coefficient->interval->high, *coefficient->value);
        }
        ++sheets;
    }
    EXPECT_EQ(sheets, 10);
}

TEST(AgreementValuesTest, IntervalsAreTheSameEveryTime)
{
    const Ratings ratings = sheet(referenceCases("agreement")[0]);
    const AgreementValues first = agreementOf(ratings, quick());
    const AgreementValues second = agreementOf(ratings, quick());
    EXPECT_EQ(first.fleiss.interval->low, second.fleiss.interval->low);
    EXPECT_EQ(first.fleiss.interval->high, second.fleiss.interval->high);
}

// 2 x 2: both valid, only one, both invalid.
Ratings table(int valid, int firstOnly, int secondOnly, int invalid)
{
    Ratings ratings{{}, 2};
    for (const auto &[count, a, b] : std::vector<std::tuple<int, int, int>>{
             {valid, 0, 0}, {firstOnly, 0, 1}, {secondOnly, 1, 0}, {invalid, 1, 1}})
        for (int i = 0; i < count; ++i)
            ratings.items.push_back({a, b});
    return ratings;
}

TEST(AgreementValuesTest, WarnsWherePrevalenceMakesKappaLow)
{
    const AgreementValues skewed = agreementOf(table(352, 14, 14, 0), quick()); // raw 0.926, kappa -0.04
    EXPECT_LT(*skewed.fleiss.value, 0);
    EXPECT_GT(*skewed.ac1.value, 0.9);
    EXPECT_NE(skewed.warning.find("96 %"), std::string::npos) << skewed.warning;
    EXPECT_EQ(agreementOf(table(45, 5, 5, 45), quick()).warning, "");
    EXPECT_EQ(agreementOf(table(25, 25, 25, 25), quick()).warning, ""); // low, and rightly so
    const AgreementValues all = agreementOf(table(20, 0, 0, 0), quick());
    EXPECT_EQ(all.raw.value, 1);
    EXPECT_FALSE(all.fleiss.value);
    EXPECT_FALSE(all.warning.empty());
}

TEST(AgreementValuesTest, NothingIsSaidOfNothing)
{
    const AgreementValues none = agreementOf({{{0, std::nullopt}}, 2}, quick());
    EXPECT_EQ(none.items, 0u);
    EXPECT_FALSE(none.raw.value || none.cohen.value || none.ac1.value);
    EXPECT_EQ(none.warning, "");
}

// Each of 200 items by as many of the labellers as asked, in turn; every tenth answer is the other one.
Ratings manyLabellers(std::size_t labellers, std::size_t each)
{
    Ratings ratings{{}, 2};
    std::size_t next = 0;
    for (int item = 0; item < 200; ++item) {
        ItemAnswers answers(labellers);
        for (std::size_t i = 0; i < each; ++i, ++next)
            answers[next % labellers] = (item % 2 + (next % 10 == 0 ? 1 : 0)) % 2;
        ratings.items.push_back(std::move(answers));
    }
    return ratings;
}

TEST(AgreementValuesTest, ThousandsOfLabellersHaveWhatIsNoMatterOfPairs)
{
    const AgreementValues all = agreementOf(manyLabellers(2000, 100), quick());
    EXPECT_EQ(all.items, 200u);
    EXPECT_EQ(all.answers, 20'000u);
    EXPECT_FALSE(all.cohen.value);
    EXPECT_NE(all.warning.find("More than 1000 pairs"), std::string::npos) << all.warning;
    // 10 of 100 differ from the rest, on every item: 1 - 2 * 10 * 90 / (100 * 99).
    EXPECT_NEAR(*all.raw.value, 1 - 1800.0 / 9900, 1e-12);
    EXPECT_NEAR(*all.fleiss.value, 1 - 2 * 1800.0 / 9900, 1e-12); // half of the answers are of either kind
    const AgreementValues few = agreementOf(manyLabellers(2000, 2), quick());
    EXPECT_TRUE(few.cohen.value); // 200 pairs
    EXPECT_EQ(few.warning, "");
}

class AgreementReportTest : public LabelFixture { };

TEST_F(AgreementReportTest, QuestionsGroupsPairsAndLabellers)
{
    makeSession(8); // classes 1, 2, 3, 0, 1, 2, 3, 0 of tests 1 to 8
    {
        SessionStore session(file, SessionStore::Mode::ReadWrite);
        addRun(session, 4, "advgan", 500);
    }
    LabelStore store(file, Mode::ReadWrite);
    LabelProtocol asked = plainProtocol();
    asked.cleanChecks = 2;
    asked.repeats = 1;
    const LabelProtocol protocol = store.createProtocol(asked);
    const Labeller ann = store.labellerNamed("Ann");
    const Labeller bo = store.labellerNamed("Bo");
    const auto items = store.items(protocol.uuid, 0);
    int tests = 0;
    for (const LabelItem &item : items) {
        const int right = item.expected.value_or(0);
        if (item.kind == LabelItemKind::Clean)
            label(store, protocol, ann, item.uuid, seen(*item.knownClass));
        if (item.kind == LabelItemKind::Repeat)
            label(store, protocol, ann, item.uuid, plain(LabelAnswer::Unsure));
        if (item.kind != LabelItemKind::Test)
            continue;
        label(store, protocol, ann, item.uuid, seen(right));
        if (tests < 9)
            label(store, protocol, bo, item.uuid,
                  tests < 6       ? seen(right)
                      : tests < 7 ? seen((right + 1) % classes)
                      : tests < 8 ? plain(LabelAnswer::Invalid)
                                  : plain(LabelAnswer::Unsure));
        ++tests;
    }
    const AgreementReport report = agreementReport(store, protocol.uuid, 0, quick());
    EXPECT_EQ(report.items, 12u);
    EXPECT_EQ(report.labelled, 12u);
    ASSERT_EQ(report.questions.size(), 3u);
    const QuestionReport &answer = report.questions[0];
    EXPECT_EQ(answer.all.items, 8u); // the unsure one is no answer
    EXPECT_EQ(answer.all.categories, 5);
    EXPECT_DOUBLE_EQ(*answer.all.raw.value, 6.0 / 8);
    EXPECT_DOUBLE_EQ(*report.questions[1].all.raw.value, 7.0 / 8);
    EXPECT_EQ(report.questions[2].all.items, 7u); // both called it valid
    EXPECT_DOUBLE_EQ(*report.questions[2].all.raw.value, 6.0 / 7);
    std::size_t inClasses = 0;
    for (const AgreementGroup &group : answer.byClass)
        inClasses += group.values.items;
    EXPECT_EQ(answer.byClass.size(), 4u);
    EXPECT_EQ(answer.byClass[0].name, "cat");
    EXPECT_EQ(inClasses, 8u);
    ASSERT_EQ(answer.byGenerator.size(), 2u);
    EXPECT_EQ(answer.byGenerator[0].name, "advgan");
    EXPECT_EQ(answer.byGenerator[0].values.items + answer.byGenerator[1].values.items, 8u);
    ASSERT_EQ(answer.pairs.size(), 1u);
    EXPECT_EQ(answer.pairs[0].items, 8u);
    EXPECT_EQ(answer.pairs[0].categories.back(), "invalid");
    std::size_t diagonal = 0;
    for (std::size_t i = 0; i < 5; ++i)
        diagonal += answer.pairs[0].confusion[i][i];
    EXPECT_EQ(diagonal, 6u);
    ASSERT_EQ(report.labellers.size(), 2u);
    const LabellerReport &first = report.labellers[0];
    EXPECT_EQ(first.labeller, ann);
    EXPECT_EQ(first.labels, 15u);
    EXPECT_EQ(first.unsure, 1u);
    EXPECT_EQ(first.checks, 2u);
    EXPECT_EQ(first.checksRight, 2u);
    EXPECT_EQ(first.repeats, 1u);
    EXPECT_EQ(first.repeatsSame, 0u);
    EXPECT_EQ(first.medianSeconds, 1);
    AgreementOptions counting = quick();
    counting.countUnsure = true;
    EXPECT_EQ(agreementReport(store, protocol.uuid, 0, counting).questions[0].all.items, 9u);
    const nlohmann::json object = toJson(report);
    EXPECT_EQ(object["questions"][0]["all"]["items"], 8);
    EXPECT_TRUE(object["questions"][0]["all"]["fleiss"]["interval"].is_array());
}

} // namespace
} // namespace mutascope
