// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/metrics/naturalness_fixture.h"
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

// Against numpy and PyTorch: tests/scripts/test_naturalness.py computes the values anew.
namespace mutascope {
namespace {

using namespace naturalnesstest;

const std::string folder = std::string(MUTASCOPE_SOURCE_DIR) + "/tests/core/metrics/";

nlohmann::json reference(const std::string &part)
{
    std::ifstream stream(folder + "naturalness_reference.json");
    return nlohmann::json::parse(stream).at(part);
}

ImageShape shapeOf(const nlohmann::json &given)
{
    return {given.at("height"), given.at("width"), given.at("channels")};
}

// Mean of the scores, and quartiles' ends, are what a metric says of them.
void expectScores(const MetricValue &value, const std::vector<double> &scores, double tolerance)
{
    ASSERT_TRUE(value.value) << value.missing;
    const double mean = std::accumulate(scores.begin(), scores.end(), 0.0) / double(scores.size());
    EXPECT_NEAR(*value.value, mean, tolerance);
    EXPECT_NEAR(value.quartiles.front(), *std::ranges::min_element(scores), tolerance);
    EXPECT_NEAR(value.quartiles.back(), *std::ranges::max_element(scores), tolerance);
    EXPECT_EQ(value.tests, scores.size());
}

TEST(NaturalnessReference, ScoresOfPairsOfImages)
{
    const nlohmann::json cases = reference("images");
    for (const auto &[name, given] : cases.get_ref<const nlohmann::json::object_t &>()) {
        SCOPED_TRACE(name);
        const MetricBatch batch = pairs(shapeOf(given), given.at("count"), given.at("unrelated"));
        MetricContext context;
        context.shape = shapeOf(given);
        for (const auto &[id, scores] : given.at("values").get_ref<const nlohmann::json::object_t &>()) {
            SCOPED_TRACE(id);
            const Settings settings
                = id == "lpips" ? Settings{{"network", folder + "pair_distance.pt"}} : Settings{};
            expectScores(valueOf(id, batch, context, settings), scores, id == "lpips" ? 1e-6 : 1e-9);
        }
    }
}

TEST(NaturalnessReference, DistributionsOfFeatures)
{
    const nlohmann::json cases = reference("features");
    for (const auto &[name, given] : cases.get_ref<const nlohmann::json::object_t &>()) {
        SCOPED_TRACE(name);
        const std::size_t width = given.at("width"), tests = given.at("tests"), dead = given.at("dead");
        const FeatureRows real = featureRows(width, given.at("real"), dead, 4);
        MetricBatch batch = failingBatch(tests);
        batch.testFeatures = featureRows(width, tests, dead, 3);
        batch.seedFeatures = featureRows(width, tests, dead, 5);
        MetricContext context;
        context.reference = &real;
        const auto &values = given.at("values");
        const MetricValue fid = valueOf("fid", batch, context, {{"few", "computed"}});
        ASSERT_TRUE(fid.value) << fid.missing;
        EXPECT_NEAR(*fid.value, values.at("fid").get<double>(), 1e-6);
        EXPECT_NEAR(valueOf("kid", batch, context).value.value(), values.at("kid").get<double>(), 1e-9);
        expectScores(valueOf("feature-distance", batch, context), values.at("feature-distance"), 1e-9);
    }
}

} // namespace
} // namespace mutascope
