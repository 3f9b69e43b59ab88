// SPDX-License-Identifier: GPL-3.0-or-later
// tests/data/good holds what NumPy wrote (make_files.py): value = its place in (2, 3, 4, 3).
#include "tests/core/data/data_fixture.h"
#include <numeric>

namespace mutascope {
namespace {

namespace fs = std::filesystem;

// All images, whatever split they fell into.
std::unique_ptr<Dataset> openAll(const fs::path &path, std::map<std::string, ParamValue> options = {})
{
    options["test-fraction"] = 1.0;
    return openDataset({"", path, {}, {}, options}, "test");
}

void expectRamp(const Dataset &data)
{
    ASSERT_EQ(data.size(), 2u);
    EXPECT_EQ(data.spec().shape, (ImageShape{3, 4, 3}));
    EXPECT_EQ(labelsIn(data), (std::vector<int>{4, 1}));
    for (std::size_t image = 0; image < 2; ++image) {
        std::vector<std::uint8_t> expected(36);
        std::iota(expected.begin(), expected.end(), std::uint8_t(36 * image));
        EXPECT_EQ(data.sample(image).image.pixels, expected);
    }
}

TEST(NumpyTest, readsEveryTypeOrderAndLayout)
{
    for (const char *kind : {"u1", "u1-fortran", "nchw", "f4", "f2", "f8-big", "i8"}) {
        SCOPED_TRACE(kind);
        expectRamp(*openAll(dataFolder / "good" / kind));
        EXPECT_EQ(openAll(dataFolder / "good" / kind)->spec().classes, 5);
    }
}

TEST(NumpyTest, aSingleFileStandsForItsFolder)
{
    expectRamp(*openAll(dataFolder / "good" / "u1" / "images.npy"));
}

TEST(NumpyTest, readsArchivesWithSplits)
{
    const DataSource source{"", dataFolder / "good" / "medmnist.npz"};
    const auto train = openDataset(source, "train"), test = openDataset(source, "test");
    EXPECT_EQ(train->spec().format, "npz");
    EXPECT_EQ(labelsIn(*train), (std::vector<int>{0, 2}));
    EXPECT_EQ(train->sample(1).image.pixels.front(), 36);
    EXPECT_EQ(labelsIn(*test), std::vector<int>{1}); // val serves
    EXPECT_EQ(test->spec().classes, 3); // those of both splits
}

// The header by hand, after NEP 1.
std::string npy(const std::string &type, const std::string &shape, const std::string &values)
{
    std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }\n";
    const auto length = std::uint16_t(text.size());
    return std::string("\x93NUMPY\x01\0", 8) + char(length & 255) + char(length >> 8) + text + values;
}

std::vector<std::uint8_t> pixelsOf(const std::string &type, const std::string &values,
                                   const std::string &range = "auto")
{
    const TempFolder folder;
    folder.write("x.npy", npy(type, "1, 1, 3", values));
    folder.write("y.npy", npy("|u1", "1,", "\x02"));
    return openAll(folder.path(), {{"values", range}})->sample(0).image.pixels;
}

std::string floats(std::initializer_list<float> values)
{
    std::string bytes;
    for (const float value : values)
        bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    return bytes;
}

TEST(NumpyTest, theRangeOfRealsIsSeenFromTheirValues)
{
    using Pixels = std::vector<std::uint8_t>;
    EXPECT_EQ(pixelsOf("<f4", floats({0, 0.5, 1})), (Pixels{0, 128, 255}));
    EXPECT_EQ(pixelsOf("<f4", floats({0, 1.25, 255})), (Pixels{0, 1, 255}));
    EXPECT_EQ(pixelsOf("<f4", floats({0, 0.5, 1}), "0-255"), (Pixels{0, 1, 1}));
    EXPECT_EQ(pixelsOf("<f4", floats({-1, 0, 1}), "around-0"), (Pixels{0, 128, 255}));
    EXPECT_EQ(pixelsOf("|b1", std::string("\0\1\1", 3)), (Pixels{0, 255, 255}));
    EXPECT_EQ(pixelsOf("|u1", std::string("\0\1\1", 3)), (Pixels{0, 1, 1})); // its type says it
    EXPECT_EQ(pixelsOf(">i2", std::string("\0\1\0\2\0\377", 6)), (Pixels{1, 2, 255}));
    expectError(ErrorCode::BadData, "from -1 to 1", [] { pixelsOf("<f4", floats({-1, 0, 1})); });
    expectError(ErrorCode::BadData, "of the range that is given", [] {
        pixelsOf("<f4", floats({0, 1, 2}), "0-1");
    });
}

TEST(NumpyTest, readsOneHotLabels)
{
    const TempFolder folder;
    folder.write("images.npy", npy("|u1", "2, 1, 1", "ab"));
    folder.write("labels.npy", npy("|u1", "2, 3", std::string("\0\0\1\1\0\0", 6)));
    EXPECT_EQ(labelsIn(*openAll(folder.path())), (std::vector<int>{2, 0}));
    EXPECT_EQ(openAll(folder.path())->spec().shape, (ImageShape{1, 1, 1}));
}

TEST(NumpyTest, dividesWhatHasNoSplit)
{
    const TempFolder folder;
    folder.write("images.npy", npy("|u1", "1000, 1, 1", std::string(1000, 'x')));
    folder.write("labels.npy", npy("|u1", "1000,", std::string(1000, '\1')));
    const auto train = openDataset({"", folder.path()}, "train"),
               test = openDataset({"", folder.path()}, "test");
    EXPECT_EQ(train->size() + test->size(), 1000u);
    // Python: sum(int(hashlib.sha256(str(i).encode()).hexdigest()[:8], 16) / 2**32 < 0.2 for i in
    // range(1000))
    EXPECT_EQ(test->size(), 212u);
    EXPECT_NE(train->spec().sha256, test->spec().sha256);
}

TEST(NumpyTest, arraysMayBeNamed)
{
    const TempFolder folder;
    folder.write("a.npy", npy("|u1", "1, 1, 1", "x"));
    folder.write("b.npy", npy("|u1", "1,", "\3"));
    const auto named = [&](const std::string &images, const std::string &labels) {
        return openAll(folder.path(), {{"images", images}, {"labels", labels}});
    };
    EXPECT_EQ(named("a", "b")->label(0), 3);
    expectError(ErrorCode::NotFound, "has no array 'c'; its arrays: a, b", [&] { named("a", "c"); });
    expectError(ErrorCode::NotFound, "no array of images", [&] { openAll(folder.path()); });
}

} // namespace
} // namespace mutascope
