// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/data/idx_files.h"
#include <map>
#include <numeric>
#include <thread>

namespace mutascope {
namespace {

namespace fs = std::filesystem;

void expectSample(const Dataset &data)
{
    EXPECT_EQ(data.size(), 3u);
    EXPECT_EQ(data.spec().format, "idx");
    EXPECT_EQ(data.spec().shape, (ImageShape{2, 4, 1}));
    EXPECT_EQ(data.spec().classes, 6); // highest label + 1
    EXPECT_EQ(data.spec().classNames, (std::vector<std::string>{"0", "1", "2", "3", "4", "5"}));
    const Sample last = data.sample(2);
    EXPECT_EQ(last.image.shape, data.spec().shape);
    EXPECT_EQ(last.image.pixels, (Bytes{20, 21, 22, 23, 24, 25, 26, 27}));
    EXPECT_EQ(last.label, 5);
    EXPECT_EQ(data.label(1), 0);
}

TEST(IdxTest, readsBothNamingStylesPlainAndCompressed)
{
    for (const std::string style : {"-", "."})
        for (const std::string ending : {"", ".gz"})
            for (const auto &[split, prefix] :
                 std::map<std::string, std::string>{{"train", "train"}, {"test", "t10k"}}) {
                SCOPED_TRACE(prefix + style + ending);
                const TempFolder folder;
                const auto packed
                    = [&](const Bytes &bytes) { return ending.empty() ? bytes : gzipped(bytes); };
                folder.write(prefix + "-images" + style + "idx3-ubyte" + ending, packed(sampleImages()));
                folder.write(prefix + "-labels" + style + "idx1-ubyte" + ending, packed(sampleLabels()));
                const auto data = openIdx(folder.path(), split);
                expectSample(*data);
                EXPECT_EQ(data->spec().split, split);
                EXPECT_EQ(data->spec().source, folder.path());
            }
}

TEST(IdxTest, compressionIsSeenFromTheContents)
{
    const TempFolder folder;
    expectSample(*openIdxFiles(folder.write("images.gz", sampleImages()),
                               folder.write("labels", gzipped(sampleLabels())), "test"));
}

TEST(IdxTest, hashIsThatOfTheFilesOneAfterTheOther)
{
    const TempFolder folder;
    const auto data
        = openIdxFiles(folder.write("i", sampleImages()), folder.write("l", sampleLabels()), "test");
    // Python: hashlib.sha256(images + labels)
    EXPECT_EQ(data->spec().sha256, "3adc8fa52c4f5cb65c40e8ee29e0eb24c7f7fd637cd79d3db28e4edb96b46f12");
}

TEST(IdxTest, plainGoesBeforeCompressedAndFilesBeforeFolders)
{
    const TempFolder folder;
    folder.write("train-images-idx3-ubyte", sampleImages());
    folder.write("train-images-idx3-ubyte.gz", std::string("not gzip"));
    fs::create_directory(folder.path() / "train-labels-idx1-ubyte");
    folder.write("train-labels.idx1-ubyte", sampleLabels());
    expectSample(*openIdx(folder.path(), "train"));
}

TEST(IdxTest, readsColour)
{
    const TempFolder folder;
    const Bytes images = joined(idxHeader({2, 1, 2, 3}), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    const auto data
        = openIdxFiles(folder.write("i", images), folder.write("l", joined(idxHeader({2}), {0, 1})), "train");
    EXPECT_EQ(data->spec().shape, (ImageShape{1, 2, 3}));
    EXPECT_EQ(data->sample(1).image.pixels, (Bytes{7, 8, 9, 10, 11, 12}));
}

TEST(IdxTest, highestLabelCounts)
{
    const TempFolder folder;
    const auto data = openIdxFiles(folder.write("i", joined(idxHeader({1, 1, 1}), {9})),
                                   folder.write("l", joined(idxHeader({1}), {255})), "train");
    EXPECT_EQ(data->spec().classes, 256);
    EXPECT_EQ(data->spec().classNames.back(), "255");
    EXPECT_EQ(data->label(0), 255);
}

TEST(IdxTest, indexIsChecked)
{
    const TempFolder folder;
    const auto data
        = openIdxFiles(folder.write("i", sampleImages()), folder.write("l", sampleLabels()), "test");
    expectError(ErrorCode::BadData, "there is no image 3", [&] { data->sample(3); });
    expectError(ErrorCode::BadData, "counted from 0 to 2", [&] { data->label(SIZE_MAX); });
}

TEST(IdxTest, samplesAreReadByManyThreads)
{
    const TempFolder folder;
    const auto data
        = openIdxFiles(folder.write("i", sampleImages()), folder.write("l", sampleLabels()), "test");
    std::vector<int> sums(4);
    std::vector<std::thread> threads;
    for (int &sum : sums)
        threads.emplace_back([&] {
            for (std::size_t i = 0; i < 3000; ++i)
                sum += data->sample(i % 3).image.pixels[0] + data->label(i % 3);
        });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_EQ(sums, std::vector<int>(4, 37'000)); // 1000 * (0 + 10 + 20 + 2 + 0 + 5)
}

// Expected numbers: Python's gzip and sum().
TEST(IdxTest, readsFashionMnist)
{
    const fs::path folder = "/usr/share/datasets/fashion-mnist";
    if (!fs::exists(folder))
        GTEST_SKIP() << "the package dataset-fashion-mnist is not installed";
    const auto data = openIdx(folder, "test");
    ASSERT_EQ(data->size(), 10'000u);
    EXPECT_EQ(data->spec().classes, 10);
    EXPECT_EQ(data->spec().shape, (ImageShape{28, 28, 1}));
    std::vector<int> labels, perClass(10);
    for (std::size_t i = 0; i < data->size(); ++i)
        ++perClass[std::size_t(data->label(i))];
    for (std::size_t i = 0; i < 10; ++i)
        labels.push_back(data->label(i));
    const auto sum = [&](std::size_t i) {
        const Bytes pixels = data->sample(i).image.pixels;
        return std::accumulate(pixels.begin(), pixels.end(), 0);
    };
    EXPECT_EQ(labels, (std::vector<int>{9, 2, 1, 1, 6, 1, 4, 6, 5, 7}));
    EXPECT_EQ(perClass, std::vector<int>(10, 1000));
    EXPECT_EQ(sum(0), 33456);
    EXPECT_EQ(sum(9999), 24390);
}

} // namespace
} // namespace mutascope
