// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/regional.h"
#include "tests/core/base/expect_error.h"
#include <cmath>
#include <set>

// Regional changes against values worked out by hand and by scipy.ndimage.
namespace mutascope {
namespace {

using Bytes = std::vector<std::uint8_t>;
using regional::Cell;
using regional::Step;

Image ramp(int height, int width, int channels = 1)
{
    Image image{{height, width, channels}, {}};
    for (int i = 0; i < height * width * channels; ++i)
        image.pixels.push_back(std::uint8_t(i));
    return image;
}

Image changed(Image image, int grid, const std::vector<Step> &steps)
{
    return applyMutation(image, regional::mutation(grid, steps));
}

void expectCell(const Cell &cell, int top, int left, int bottom, int right)
{
    EXPECT_EQ(cell.top, top);
    EXPECT_EQ(cell.left, left);
    EXPECT_EQ(cell.bottom, bottom);
    EXPECT_EQ(cell.right, right);
}

TEST(RegionalCellTest, cutsAreThoseOfDeepSmartFuzzer)
{
    // 28 px: 0, 9, 18, 28; 32 px: 0, 10, 20, 32.
    expectCell(regional::cellOf({28, 28, 1}, 3, 0), 0, 0, 9, 9);
    expectCell(regional::cellOf({28, 28, 1}, 3, 4), 9, 9, 18, 18);
    expectCell(regional::cellOf({28, 28, 1}, 3, 5), 9, 18, 18, 28);
    expectCell(regional::cellOf({28, 28, 1}, 3, 8), 18, 18, 28, 28);
    expectCell(regional::cellOf({32, 32, 3}, 3, 7), 20, 10, 32, 20);
    expectCell(regional::cellOf({28, 20, 1}, 1, 0), 0, 0, 28, 20);
    expectCell(regional::cellOf({28, 20, 1}, 3, 9), 0, 0, 28, 20); // the whole image
}

TEST(RegionalCellTest, everyPixelIsInOneCell)
{
    for (const ImageShape shape : {ImageShape{28, 28, 1}, {7, 11, 1}, {2, 5, 1}, {1, 1, 1}})
        for (const int grid : {1, 2, 3, 5}) {
            std::vector<int> times(shape.size());
            for (int region = 0; region < grid * grid; ++region) {
                const Cell cell = regional::cellOf(shape, grid, region);
                for (int y = cell.top; y < cell.bottom; ++y)
                    for (int x = cell.left; x < cell.right; ++x)
                        ++times[std::size_t(y * shape.width + x)];
            }
            EXPECT_EQ(times, std::vector<int>(shape.size(), 1)) << shape.text() << " " << grid;
        }
}

TEST(RegionalTest, operationsAreThirty)
{
    EXPECT_EQ(regional::operationName(0), "contrast 1.2");
    EXPECT_EQ(regional::operationName(9), "contrast 3.0");
    EXPECT_EQ(regional::operationName(10), "brightness +10");
    EXPECT_EQ(regional::operationName(19), "brightness +100");
    EXPECT_EQ(regional::operationName(20), "blur 1");
    EXPECT_EQ(regional::operationName(29), "blur 10");
    EXPECT_EQ(regional::regionName(3, 5), "row 2, column 3");
    EXPECT_EQ(regional::regionName(3, 9), "whole image");
    std::set<std::string> names;
    for (int operation = 0; operation < regional::operations; ++operation)
        names.insert(regional::operationName(operation));
    EXPECT_EQ(names.size(), 30u);
}

TEST(RegionalTest, onlyTheCellChanges)
{
    // 4 x 4, grid 2: region 1 is columns 2 and 3 of rows 0 and 1.
    Bytes expected = ramp(4, 4).pixels;
    for (const std::size_t i : {2, 3, 6, 7})
        expected[i] = std::uint8_t(expected[i] + 30);
    EXPECT_EQ(changed(ramp(4, 4), 2, {{1, 12}}).pixels, expected);
}

TEST(RegionalTest, contrastMultipliesRoundsHalfUpAndSaturates)
{
    const Image row{{1, 6, 1}, {0, 1, 5, 100, 212, 213}};
    EXPECT_EQ(changed(row, 1, {{0, 0}}).pixels, (Bytes{0, 1, 6, 120, 254, 255})); // 1.2: 1.2, 6, 254.4, 255.6
    EXPECT_EQ(changed(row, 1, {{0, 1}}).pixels, (Bytes{0, 1, 7, 140, 255, 255})); // 1.4
    EXPECT_EQ(changed({{1, 2, 1}, {5, 85}}, 1, {{0, 9}}).pixels, (Bytes{15, 255})); // 3
    // 2.2 of 25 is 55, and nothing is lost on the way: 1.2 + 5 * 0.2 is not exact.
    EXPECT_EQ(changed({{1, 1, 1}, {25}}, 1, {{0, 5}}).pixels, (Bytes{55}));
    EXPECT_EQ(changed({{1, 1, 1}, {5}}, 1, {{0, 4}}).pixels, (Bytes{10})); // 2
}

TEST(RegionalTest, brightnessAddsAndSaturates)
{
    EXPECT_EQ(changed({{1, 3, 1}, {0, 150, 156}}, 1, {{0, 19}}).pixels, (Bytes{100, 250, 255}));
    EXPECT_EQ(changed({{1, 1, 3}, {1, 2, 250}}, 1, {{0, 10}}).pixels, (Bytes{11, 12, 255}));
}

// The cell is blurred by itself: a bright neighbour right beside it does not flow in.
TEST(RegionalTest, blurStopsAtTheCell)
{
    Image image{{3, 6, 1}, Bytes(18, 0)};
    for (const std::size_t i : {3, 9, 15}) // column 3, the first of the right cell
        image.pixels[i] = 255;
    const Image out = changed(image, 2, {{2, 20}}); // lower left cell: rows 1 and 2, columns 0 to 2
    EXPECT_EQ(out, image);
}

struct BlurCase {
    int operation;
    Bytes middle; // the middle row of a 9 x 9 cell that has 144 in its centre
};

// Of the kernels: averages 144/9, /16, /25, /36, even ones reach one more to the left and up than to the
// right and down, seen from the pixel; Gaussian 1,2,1 and 1,4,6,4,1 of sixteenths and OpenCV's 7 px kernel
// (1/32, 7/64, 7/32, 9/32, ...).
TEST(RegionalTest, blursAnImpulseAsItsKernelSays)
{
    Image impulse{{9, 9, 1}, Bytes(81, 0)};
    impulse.pixels[40] = 144;
    for (const BlurCase &known :
         {BlurCase{20, {0, 0, 0, 16, 16, 16, 0, 0, 0}}, BlurCase{21, {0, 0, 0, 9, 9, 9, 9, 0, 0}},
          BlurCase{22, {0, 0, 6, 6, 6, 6, 6, 0, 0}}, BlurCase{28, {0, 0, 4, 4, 4, 4, 4, 4, 0}},
          BlurCase{23, {0, 0, 0, 18, 36, 18, 0, 0, 0}}, BlurCase{26, Bytes(9, 0)},
          BlurCase{27, Bytes(9, 0)}}) {
        const Bytes out = changed(impulse, 1, {{0, known.operation}}).pixels;
        EXPECT_EQ(Bytes(out.begin() + 36, out.begin() + 45), known.middle) << known.operation;
    }
}

TEST(RegionalTest, medianTakesTheMiddleOfNine)
{
    // 3 x 3 cell, the edge repeated outwards; the corner sees 0,0,1,0,0,1,3,3,4 and the centre 0 to 8.
    const Bytes out = changed(ramp(3, 3), 1, {{0, 26}}).pixels;
    EXPECT_EQ(out[0], 1);
    EXPECT_EQ(out[4], 4);
    EXPECT_EQ(out[8], 7);
}

TEST(RegionalTest, bilateralKeepsAnEdge)
{
    Image edge{{8, 8, 1}, Bytes(64, 0)};
    for (std::size_t i = 0; i < 64; ++i)
        edge.pixels[i] = i % 8 < 4 ? 0 : 255;
    const Bytes out = changed(edge, 1, {{0, 29}}).pixels;
    // Across the edge the range weight is exp(-255^2 / (2 * 75^2)) = 0.0031 against 1.
    for (std::size_t i = 0; i < 64; ++i)
        EXPECT_NEAR(out[i], edge.pixels[i], 2) << i;
}

TEST(RegionalTest, aPathIsItsStepsInTheirOrder)
{
    const Image image = ramp(12, 12);
    const std::vector<Step> steps{{4, 3}, {0, 15}, {4, 22}, {4, 3}};
    Image expected = image;
    for (const Step &step : steps)
        expected = changed(expected, 3, {step});
    EXPECT_EQ(changed(image, 3, steps), expected);
    EXPECT_NE(changed(image, 3, {{4, 22}, {0, 15}, {4, 3}, {4, 3}}), expected);
}

TEST(RegionalTest, aPathIsOneMutation)
{
    const Mutation mutation = regional::mutation(3, std::vector<Step>{{4, 12}, {8, 29}});
    EXPECT_EQ(mutation.mutator, "regional");
    EXPECT_EQ(mutation.values,
              (std::map<std::string, double>{
                  {"grid", 3}, {"region1", 4}, {"op1", 12}, {"region2", 8}, {"op2", 29}}));
    EXPECT_EQ(mutation.noiseSeed, 0u);
}

TEST(RegionalTest, saysWhetherAnythingChanged)
{
    Image black{{9, 9, 1}, Bytes(81, 0)};
    const Image before = black;
    EXPECT_FALSE(regional::change(black, 3, {4, 9})); // three times nothing
    for (int operation = 20; operation < 30; ++operation)
        EXPECT_FALSE(regional::change(black, 3, {4, operation}));
    EXPECT_EQ(black, before);
    EXPECT_TRUE(regional::change(black, 3, {4, 10}));
    Image small{{2, 2, 1}, Bytes(4, 9)};
    EXPECT_FALSE(regional::change(small, 3, {0, 19})); // an empty cell
    EXPECT_TRUE(regional::change(small, 3, {8, 19}));
    EXPECT_EQ(small.pixels, Bytes(4, 109));
}

TEST(RegionalTest, drawsRegionsAndOperationsUniformly)
{
    const auto mutator = mutatorInfo("regional").create("3");
    Rng rng(3);
    std::map<double, int> regions, operations;
    for (int i = 0; i < 27000; ++i) {
        const Mutation mutation = mutator->draw(rng);
        ++regions[mutation.values.at("region1")];
        ++operations[mutation.values.at("op1")];
    }
    EXPECT_EQ(regions.size(), 9u);
    EXPECT_EQ(operations.size(), 30u);
    for (const auto &[region, count] : regions)
        EXPECT_NEAR(count, 3000, 4 * std::sqrt(3000.0)) << region;
    for (const auto &[operation, count] : operations)
        EXPECT_NEAR(count, 900, 4 * std::sqrt(900.0)) << operation;
}

TEST(RegionalTest, refusesWhatIsNoPath)
{
    using Values = std::map<std::string, double>;
    const Image image = ramp(9, 9);
    for (const Values &bad :
         {Values{{"grid", 3}}, Values{{"grid", 3}, {"region1", 10}, {"op1", 0}},
          Values{{"grid", 3}, {"region1", -1}, {"op1", 0}}, Values{{"grid", 3}, {"region1", 0.5}, {"op1", 0}},
          Values{{"grid", 3}, {"region1", 0}, {"op1", 30}},
          Values{{"grid", 3}, {"region1", 0}, {"op1", 1e300}},
          Values{{"grid", 3}, {"region2", 0}, {"op2", 0}},
          Values{{"grid", 3}, {"region1", 0}, {"op1", 0}, {"region3", 0}, {"op3", 0}},
          Values{{"grid", 3}, {"region1", 0}, {"op1", 0}, {"op2", 0}},
          Values{{"grid", 0}, {"region1", 0}, {"op1", 0}}, Values{{"grid", 1e9}, {"region1", 0}, {"op1", 0}},
          Values{{"gird", 3}, {"region1", 0}, {"op1", 0}}})
        expectError(ErrorCode::BadData, "cannot be applied by mutator 'regional'", [&] {
            applyMutation(image, {"regional", bad, 0});
        });
}

} // namespace
} // namespace mutascope
