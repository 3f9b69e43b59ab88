// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/metrics/stats/agreement.h"
#include "core/metrics/stats/bootstrap.h"
#include "tests/core/metrics/stats/reference_file.h"
#include <gtest/gtest.h>

namespace mutascope {
namespace {

Ratings ratingsOf(const nlohmann::json &one)
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

std::optional<double> measured(const std::string &measure, const Ratings &ratings)
{
    if (measure == "raw")
        return rawAgreement(ratings);
    if (measure == "cohen")
        return cohensKappa(ratings, 0, 1);
    if (measure == "fleiss")
        return fleissKappa(ratings);
    return measure == "ac1" ? gwetAc1(ratings) : krippendorffAlpha(ratings);
}

// Ten sheets of a human study of generated tests, to four decimals; Krippendorff's and Fleiss's examples.
TEST(Agreement, AsPublished)
{
    int checked = 0;
    for (const auto &one : referenceCases("agreement"))
        for (const auto &[measure, value] : one["published"].items()) {
            const auto own = measured(measure, ratingsOf(one));
            ASSERT_TRUE(own) << one["name"] << measure;
            EXPECT_NEAR(*own, value.get<double>(), one["digits"] == 4 ? 5.01e-5 : 5.01e-4)
                << one["name"] << measure;
            ++checked;
        }
    EXPECT_EQ(checked, 52);
}

TEST(Agreement, AsNumpySays)
{
    for (const auto &one : referenceCases("agreement"))
        for (const char *measure : {"raw", "cohen", "fleiss", "krippendorff", "ac1"})
            if (one.contains(measure)) {
                EXPECT_NEAR(*measured(measure, ratingsOf(one)), one[measure].get<double>(), 1e-12)
                    << one["name"] << measure;
            }
}

TEST(Agreement, NothingWhereNothingCanBeSaid)
{
    const Ratings alone{{{0, std::nullopt}, {std::nullopt, 1}}, 2};
    const Ratings allSame{{{1, 1}, {1, 1}, {1, 1}}, 2};
    for (const char *measure : {"cohen", "fleiss", "krippendorff"}) {
        EXPECT_FALSE(measured(measure, alone)) << measure;
        EXPECT_FALSE(measured(measure, allSame)) << measure;
    }
    EXPECT_FALSE(rawAgreement(alone));
    EXPECT_FALSE(gwetAc1(alone));
    EXPECT_EQ(comparedItems(alone), 0);
    EXPECT_EQ(rawAgreement(allSame), 1);
    EXPECT_EQ(gwetAc1(allSame), 1);
    EXPECT_EQ(comparedItems(allSame), 3);
}

TEST(Agreement, RefusesAnswersThatDoNotExist)
{
    EXPECT_THROW(rawAgreement({{{0, 2}}, 2}), Error);
    EXPECT_THROW(cohensKappa({{{0, -1}}, 2}, 0, 1), Error);
}

// Of a mean of n values the bootstrap interval is about 1.96 deviations of the mean on both sides.
TEST(Bootstrap, IntervalOfAMean)
{
    std::vector<double> values;
    for (int i = 0; i < 400; ++i)
        values.push_back(i % 2 == 0 ? 1 : -1);
    const auto mean = [&](std::span<const std::size_t> items) -> std::optional<double> {
        double sum = 0;
        for (const std::size_t item : items)
            sum += values[item];
        return sum / double(items.size());
    };
    const auto interval = bootstrapInterval(values.size(), mean, {0.95, 4000, 3});
    EXPECT_NEAR(interval->low, -1.96 / 20, 0.01);
    EXPECT_NEAR(interval->high, 1.96 / 20, 0.01);
    const auto again = bootstrapInterval(values.size(), mean, {0.95, 4000, 3});
    EXPECT_EQ(interval->low, again->low);
    EXPECT_NE(interval->low, bootstrapInterval(values.size(), mean, {0.95, 4000, 4})->low);
}

TEST(Bootstrap, NothingWithoutItemsOrStatistic)
{
    const auto none = [](std::span<const std::size_t>) { return std::optional<double>(); };
    EXPECT_FALSE(bootstrapInterval(0, none));
    EXPECT_FALSE(bootstrapInterval(5, none));
}

// Two runs: a resample has the mean of either alone or of both, each alone with one chance in four.
TEST(Bootstrap, BandOfCurves)
{
    const CurveBand band = bootstrapBand({{0, 1, 5}, {0, 3, 5}});
    EXPECT_EQ(band.mean, (std::vector<double>{0, 2, 5}));
    EXPECT_EQ(band.low, (std::vector<double>{0, 1, 5}));
    EXPECT_EQ(band.high, (std::vector<double>{0, 3, 5}));
    EXPECT_EQ(bootstrapBand({{1, 2}}).high, (std::vector<double>{1, 2}));
    EXPECT_TRUE(bootstrapBand({}).mean.empty());
    EXPECT_THROW(bootstrapBand({{1}, {1, 2}}), Error);
}

TEST(Bootstrap, SteppedCurve)
{
    const std::vector<double> x = {10, 20, 30};
    const std::vector<double> y = {1, 2, 4};
    EXPECT_EQ(steppedAt(x, y, std::vector<double>{0, 10, 19, 20, 99}), (std::vector<double>{1, 1, 1, 2, 4}));
    EXPECT_TRUE(steppedAt({}, {}, std::vector<double>{1}).empty());
    EXPECT_THROW(steppedAt(x, std::vector<double>{1}, x), Error);
}

} // namespace
} // namespace mutascope
