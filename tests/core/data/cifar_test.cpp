// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/data/data_fixture.h"
#include <algorithm>
#include <numeric>

namespace mutascope {
namespace {

// A record: labels, then the three planes with the values first, first + 1, ... at their beginnings.
std::string record(const std::string &labels, char first)
{
    std::string bytes = labels + std::string(3072, '\0');
    for (std::size_t plane = 0; plane < 3; ++plane) {
        bytes[labels.size() + 1024 * plane] = char(first + char(10 * plane));
        bytes[labels.size() + 1024 * plane + 1] = char(first + char(10 * plane) + 1);
    }
    return bytes;
}

std::vector<std::uint8_t> firstPixels(const Dataset &data, std::size_t index)
{
    const std::vector<std::uint8_t> pixels = data.sample(index).image.pixels;
    return {pixels.begin(), pixels.begin() + 6};
}

TEST(CifarTest, readsAnySubsetOfTheBatchesInTheirOrder)
{
    const TempFolder folder;
    folder.write("data_batch_4.bin", record("\x07", 40));
    folder.write("data_batch_2.bin", record("\x03", 20) + record("\x09", 30));
    const auto data = openDataset({"", folder.path()}, "train");
    EXPECT_EQ(data->spec().format, "cifar10");
    EXPECT_EQ(data->spec().shape, (ImageShape{32, 32, 3}));
    EXPECT_EQ(data->spec().classes, 10);
    EXPECT_EQ(data->spec().classNames.at(9), "truck");
    EXPECT_EQ(labelsIn(*data), (std::vector<int>{3, 9, 7}));
    EXPECT_EQ(firstPixels(*data, 2), (std::vector<std::uint8_t>{40, 50, 60, 41, 51, 61}));
    expectError(ErrorCode::NotFound, "test_batch.bin", [&] { openDataset({"", folder.path()}, "test"); });
}

TEST(CifarTest, namesComeFromTheFile)
{
    const TempFolder folder;
    folder.write("test_batch.bin", record(std::string(1, '\0'), 1));
    folder.write("batches.meta.txt", std::string("a\r\nb\nc\nd\ne\nf\ng\nh\ni\nj\n\n"));
    EXPECT_EQ(openDataset({"cifar10", folder.path()}, "test")->spec().classNames,
              (std::vector<std::string>{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}));
}

TEST(CifarTest, theArchivesFolderIsFound)
{
    const TempFolder folder;
    writeDeep(folder, "cifar-10-batches-bin/test_batch.bin", record("\x02", 1));
    EXPECT_EQ(labelsIn(*openDataset({"", folder.path()}, "test")), std::vector<int>{2});
}

TEST(CifarTest, fineLabelsOfCifar100ByDefault)
{
    const TempFolder folder;
    folder.write("test.bin", record("\x04\x62", 7));
    const auto fine = openDataset({"", folder.path()}, "test");
    EXPECT_EQ(fine->spec().format, "cifar100");
    EXPECT_EQ(fine->spec().classes, 100);
    EXPECT_EQ(fine->label(0), 0x62);
    EXPECT_EQ(firstPixels(*fine, 0), (std::vector<std::uint8_t>{7, 17, 27, 8, 18, 28}));
    const auto coarse = openDataset({"", folder.path(), {}, {}, {{"labels", std::string("coarse")}}}, "test");
    EXPECT_EQ(coarse->spec().classes, 20);
    EXPECT_EQ(coarse->label(0), 4);
}

// Expected numbers: NumPy's fromfile, reshape(-1, 3, 32, 32), transpose and sum. The images are no part of
// the repository; they lie beside it where there are any.
TEST(CifarTest, readsRealImages)
{
    const auto folder
        = std::filesystem::path(MUTASCOPE_SOURCE_DIR) / ".." / "shared" / "data" / "cifar10-jpeg";
    if (!std::filesystem::exists(folder))
        GTEST_SKIP() << "there are no CIFAR-10 images beside the sources";
    const auto train = openDataset({"", folder}, "train"), test = openDataset({"", folder}, "test");
    EXPECT_EQ(train->size(), 10'000u);
    ASSERT_EQ(test->size(), 2'000u);
    EXPECT_EQ(test->spec().classNames.at(1), "automobile");
    const auto labels = labelsIn(*test);
    EXPECT_EQ((std::vector<int>{labels.begin(), labels.begin() + 10}),
              (std::vector<int>{3, 8, 6, 6, 6, 8, 3, 2, 5, 4}));
    EXPECT_EQ(std::count(labels.begin(), labels.end(), 7), 200);
    const Image last = test->sample(1999).image;
    EXPECT_EQ(std::accumulate(last.pixels.begin(), last.pixels.end(), 0), 295637);
    const auto pixel = last.pixels.begin() + 3 * (5 * 32 + 7);
    EXPECT_EQ((std::vector<int>{pixel, pixel + 3}), (std::vector<int>{27, 19, 8}));
}

} // namespace
} // namespace mutascope
