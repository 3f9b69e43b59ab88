// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/mutator.h"
#include "tests/core/base/expect_error.h"
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

// What every mutator must do, whatever it changes: a row a mutator.
namespace mutascope {
namespace {

struct Row {
    const char *id;
    MutatorKind kind;
    std::size_t gridSize; // of the default grid
    double first, last;
    const char *otherGrid; // two legal values, not all of them in the default grid
    const char *illegalValue;
    std::size_t values = 1; // of a drawn mutation; the grid's comes first by name
};

// Default grids: DeepHunter's, where nothing else is said.
const Row rows[] = {
    {"translate", MutatorKind::Affine, 6, -3, 2, "4,5", "0.5"},
    {"scale", MutatorKind::Affine, 5, 0.7, 1.1, "0.5,2", "0"},
    {"shear", MutatorKind::Affine, 12, -0.6, 0.5, "-1,1", "11"},
    {"rotate", MutatorKind::Affine, 100, -50, 49, "90,180", "361"},
    {"contrast", MutatorKind::Pixel, 8, 0.5, 1.2, "0.25,2", "-0.1"},
    {"brightness", MutatorKind::Pixel, 40, -20, 19, "-40,40", "256"},
    {"blur", MutatorKind::Pixel, 9, 1, 9, "1,9", "10"},
    {"noise", MutatorKind::Pixel, 3, 1, 3, "1,3", "4"},
    {"pixels", MutatorKind::Pixel, 9, 1, 9, "20,30", "0"},
    {"regional", MutatorKind::Pixel, 1, 3, 3, "1,2", "65", 3}, // DeepSmartFuzzer's
    {"gaussian", MutatorKind::Pixel, 1, 25.5, 25.5, "10,40", "256"}, // TensorFuzz's
};

Image busyImage(ImageShape shape)
{
    Rng rng(77);
    Image image{shape, std::vector<std::uint8_t>(shape.size())};
    for (std::uint8_t &value : image.pixels)
        value = std::uint8_t(40 + rng.below(150));
    return image;
}

class MutatorConformance : public testing::TestWithParam<Row> {
protected:
    const MutatorInfo &info = mutatorInfo(GetParam().id);
    std::unique_ptr<Mutator> mutator = info.create(info.grid);

    static double gridValue(const Mutation &mutation)
    {
        EXPECT_EQ(mutation.values.size(), GetParam().values);
        return mutation.values.begin()->second;
    }
};

TEST_P(MutatorConformance, describesItself)
{
    EXPECT_EQ(info.kind, GetParam().kind);
    EXPECT_EQ(mutator->kind(), GetParam().kind);
    EXPECT_EQ(mutator->id(), GetParam().id);
    EXPECT_FALSE(info.summary.empty());
    EXPECT_FALSE(info.source.empty());
    EXPECT_FALSE(info.gridUnit.empty());
}

TEST_P(MutatorConformance, drawsEveryValueOfTheDefaultGrid)
{
    Rng rng(1);
    std::set<double> seen;
    for (int i = 0; i < 3000; ++i) {
        const Mutation mutation = mutator->draw(rng);
        EXPECT_EQ(mutation.mutator, GetParam().id);
        seen.insert(gridValue(mutation));
    }
    EXPECT_EQ(seen.size(), GetParam().gridSize);
    EXPECT_EQ(*seen.begin(), GetParam().first);
    EXPECT_EQ(*seen.rbegin(), GetParam().last);
}

TEST_P(MutatorConformance, keepsToAnotherGrid)
{
    const std::string grid = GetParam().otherGrid;
    const auto other = info.create(grid);
    const std::set<double> legal = {std::stod(grid), std::stod(grid.substr(grid.find(',') + 1))};
    Rng rng(2);
    std::set<double> seen;
    for (int i = 0; i < 100; ++i)
        seen.insert(gridValue(other->draw(rng)));
    EXPECT_EQ(seen, legal);
}

TEST_P(MutatorConformance, rejectsBadGrids)
{
    for (const std::string bad : {"", "x", "1:2", "2:1:1", "1:2:0", "nan", GetParam().illegalValue})
        expectError(ErrorCode::Usage, std::string("mutator '") + GetParam().id + "'",
                    [&] { info.create(bad); });
}

TEST_P(MutatorConformance, keepsTheShapeOfEveryImage)
{
    Rng rng(3);
    for (const ImageShape shape :
         {ImageShape{28, 28, 1}, {32, 32, 3}, {1, 1, 1}, {1, 1, 3}, {2, 7, 1}, {64, 3, 3}})
        for (int i = 0; i < 30; ++i) {
            const Image out = mutator->apply(busyImage(shape), mutator->draw(rng));
            ASSERT_EQ(out.shape, shape);
            ASSERT_EQ(out.pixels.size(), shape.size());
        }
}

TEST_P(MutatorConformance, changesTheImageNotItsInput)
{
    const auto other = info.create(GetParam().otherGrid);
    const Image image = busyImage({28, 28, 3}), before = image;
    Rng rng(4);
    for (int i = 0; i < 20; ++i)
        EXPECT_NE(other->apply(image, other->draw(rng)).pixels, before.pixels);
    EXPECT_EQ(image, before);
}

TEST_P(MutatorConformance, sameStreamSameMutants)
{
    const Image image = busyImage({28, 28, 1});
    const auto again = info.create(info.grid);
    Rng a(5), b(5);
    for (int i = 0; i < 100; ++i)
        ASSERT_EQ(mutator->apply(image, mutator->draw(a)), again->apply(image, again->draw(b)));
}

TEST_P(MutatorConformance, replaysFromJson)
{
    const Image image = busyImage({20, 24, 3});
    const auto other = info.create(GetParam().otherGrid); // the grid does not matter for a replay
    Rng rng(6);
    for (int i = 0; i < 50; ++i) {
        const Mutation mutation = (i % 2 ? *mutator : *other).draw(rng);
        const Image made = other->apply(image, mutation);
        const Mutation read = mutationFromJson(nlohmann::json::parse(toJson(mutation).dump()));
        ASSERT_EQ(toJson(read), toJson(mutation));
        ASSERT_EQ(applyMutation(image, read), made);
    }
}

TEST_P(MutatorConformance, refusesForeignMutations)
{
    const Image image = busyImage({8, 8, 1});
    Rng rng(7);
    const Mutation good = mutator->draw(rng);
    std::vector<Mutation> bad(6, good);
    bad[0].values.clear();
    bad[1].values["extra"] = 1;
    bad[2].values.begin()->second = std::stod(GetParam().illegalValue);
    bad[3].values.begin()->second = std::numeric_limits<double>::quiet_NaN();
    bad[4].noiseSeed = good.noiseSeed == 0 ? 1 : 0;
    bad[5].values = {{"other", 1}};
    for (const Mutation &mutation : bad) {
        expectError(ErrorCode::BadData, "cannot be applied", [&] { mutator->apply(image, mutation); });
        expectError(ErrorCode::BadData, "cannot be applied", [&] { applyMutation(image, mutation); });
    }
    Mutation renamed = good;
    renamed.mutator = "other";
    expectError(ErrorCode::BadData, "'other' cannot be applied", [&] { mutator->apply(image, renamed); });
    expectError(ErrorCode::BadData, "there is no mutator 'other'", [&] { applyMutation(image, renamed); });
}

TEST_P(MutatorConformance, refusesImpossibleImages)
{
    Rng rng(8);
    const Mutation mutation = mutator->draw(rng);
    for (const Image &bad :
         {Image(), Image{{2, 2, 1}, {0, 0}}, Image{{1, 1, 2}, {0, 0}}, Image{{-1, -1, 1}, {0}}})
        expectError(ErrorCode::BadData, "cannot change an image", [&] { mutator->apply(bad, mutation); });
}

INSTANTIATE_TEST_SUITE_P(All, MutatorConformance, testing::ValuesIn(rows),
                         [](const auto &row) { return std::string(row.param.id); });

TEST(MutatorsTest, theTableIsComplete)
{
    std::vector<std::string> listed, tested;
    for (const MutatorInfo &info : mutators())
        listed.push_back(info.id);
    for (const Row &row : rows)
        tested.emplace_back(row.id);
    EXPECT_EQ(listed, tested);
}

TEST(MutatorsTest, unknownNamesGetTheNearest)
{
    expectError(ErrorCode::Usage, "unknown mutator 'rotat'. Did you mean 'rotate'?",
                [] { mutatorInfo("rotat"); });
}

TEST(MutationJsonTest, form)
{
    const Mutation mutation{"noise", {{"variant", 2}}, 0xfedcba9876543210u};
    EXPECT_EQ(toJson(mutation).dump(),
              R"({"mutator":"noise","noise_seed":"18364758544493064720","values":{"variant":2.0}})");
    EXPECT_EQ(toJson(Mutation{"blur", {{"variant", 1}}, 0}).dump(),
              R"({"mutator":"blur","values":{"variant":1.0}})");
}

TEST(MutationJsonTest, rejectsWhatIsNoMutation)
{
    for (const char *text :
         {"[]", "null", "3", "{}", R"({"mutator": 3})", R"({"values": {}})",
          R"({"mutator": "a", "values": []})", R"({"mutator": "a", "values": {"x": "1"}})",
          R"({"mutator": "a", "values": {"x": null}})", R"({"mutator": "a", "noise_seed": 5})",
          R"({"mutator": "a", "noise_seed": "-1"})", R"({"mutator": "a", "noise_seed": "5x"})",
          R"({"mutator": "a", "noise_seed": ""})",
          R"({"mutator": "a", "noise_seed": "18446744073709551616"})", R"({"mutator": "a", "strength": 1})"})
        expectError(ErrorCode::BadData, "not a mutation",
                    [&] { mutationFromJson(nlohmann::json::parse(text)); });
}

} // namespace
} // namespace mutascope
