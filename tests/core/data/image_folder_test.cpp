// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/data/data_fixture.h"
#include <sys/stat.h>
#include <thread>
#include <zlib.h>

namespace mutascope {
namespace {

namespace fs = std::filesystem;

// The colour at the middle of the upper and the lower half.
std::array<std::vector<int>, 2> halves(const Image &image)
{
    std::array<std::vector<int>, 2> out;
    for (int half = 0; half < 2; ++half) {
        const int row = (1 + 2 * half) * image.shape.height / 4;
        const auto at = std::size_t((row * image.shape.width + image.shape.width / 2) * image.shape.channels);
        for (std::size_t c = 0; c < std::size_t(image.shape.channels); ++c)
            out[std::size_t(half)].push_back(image.pixels[at + c]);
    }
    return out;
}

std::unique_ptr<Dataset> openAll(const fs::path &path, const ImageShape &shape = {},
                                 std::map<std::string, ParamValue> options = {},
                                 const std::vector<std::string> &classes = {})
{
    options["test-fraction"] = 1.0;
    return openDataset({"folder", path, shape, classes, options}, "test");
}

// a.bmp, a.png, a.webp, alpha.png, grey.jpg of "upright" and a.jpg of "turned", all 16 x 32, the upper half
// red and the lower blue; "turned" lies on its side and its EXIF data says so. All made by PIL.
TEST(ImageFolderTest, readsEveryKindOfImage)
{
    const auto data = openAll(dataFolder / "good" / "kinds");
    ASSERT_EQ(data->size(), 6u);
    EXPECT_EQ(data->spec().shape, (ImageShape{32, 16, 3}));
    EXPECT_EQ(data->spec().classNames, (std::vector<std::string>{"turned", "upright"}));
    EXPECT_EQ(labelsIn(*data), (std::vector<int>{0, 1, 1, 1, 1, 1}));
    EXPECT_TRUE(data->spec().skipped.empty());
    const std::array<std::vector<int>, 2> expected = {{{255, 0, 0}, {0, 0, 255}}};
    for (std::size_t i = 1; i < 5; ++i)
        EXPECT_EQ(halves(data->sample(i).image), expected) << i;
    // PIL: convert("L") of red is 76, of blue 29
    EXPECT_EQ(halves(data->sample(5).image), (std::array<std::vector<int>, 2>{{{76, 76, 76}, {29, 29, 29}}}));
    const auto turned = halves(data->sample(0).image); // JPEG is not exact
    EXPECT_GT(turned[0][0], 240);
    EXPECT_LT(turned[0][2], 15);
    EXPECT_GT(turned[1][2], 240);
}

TEST(ImageFolderTest, splitsAreFoldersAndShareTheirClasses)
{
    const TempFolder folder;
    writeDeep(folder, "train/bee/1.png", onePng(2, 2, {1, 1, 1}));
    writeDeep(folder, "train/ant/deep/1.png", onePng(2, 2, {2, 2, 2}));
    writeDeep(folder, "train/cow/1.png", onePng(2, 2, {3, 3, 3}));
    writeDeep(folder, "val/cow/1.png", onePng(2, 2, {4, 4, 4}));
    writeDeep(folder, "readme/notes.txt", "x");
    const auto train = openDataset({"", folder.path()}, "train"),
               test = openDataset({"", folder.path()}, "test");
    EXPECT_EQ(train->spec().format, "folder");
    EXPECT_EQ(train->spec().classNames, (std::vector<std::string>{"ant", "bee", "cow"}));
    EXPECT_EQ(labelsIn(*train), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(train->sample(0).image.pixels, (std::vector<std::uint8_t>(4, 2))); // all grey: one channel
    EXPECT_EQ(labelsIn(*test), std::vector<int>{2});
    writeDeep(folder, "test/ant/1.png", onePng(2, 2, {5, 5, 5}));
    EXPECT_EQ(labelsIn(*openDataset({"", folder.path()}, "test")),
              std::vector<int>{0}); // test goes before val
}

TEST(ImageFolderTest, aClassMayBeNamedLikeASplit)
{
    const TempFolder folder;
    writeDeep(folder, "train/1.png", onePng(2, 2, {1, 1, 1}));
    writeDeep(folder, "plane/1.png", onePng(2, 2, {1, 1, 1}));
    EXPECT_EQ(openAll(folder.path())->spec().classNames, (std::vector<std::string>{"plane", "train"}));
}

TEST(ImageFolderTest, dividesByNameWhereThereAreNoSplits)
{
    const TempFolder folder;
    for (int i = 0; i < 40; ++i)
        writeDeep(folder, "c/" + std::to_string(i) + ".png", onePng(1, 1, {1, 2, 3}));
    const auto train = openDataset({"", folder.path()}, "train"),
               test = openDataset({"", folder.path()}, "test");
    // Python: sum(int(hashlib.sha256(f"c/{i}.png".encode()).hexdigest()[:8], 16) / 2**32 < 0.2 for i in
    // range(40))
    EXPECT_EQ(test->size(), 3u);
    EXPECT_EQ(train->size() + test->size(), 40u);
    fs::remove(folder.path() / "c" / "0.png");
    EXPECT_EQ(openDataset({"", folder.path()}, "train")->size()
                  + openDataset({"", folder.path()}, "test")->size(),
              39u);
}

TEST(ImageFolderTest, leavesOutAndNamesWhatDoesNotDecode)
{
    const TempFolder folder;
    const std::string good = onePng(8, 8, {9, 9, 9});
    writeDeep(folder, "a/1.png", good);
    writeDeep(folder, "a/2.png", good.substr(0, good.size() - 15));
    writeDeep(folder, "a/3.gif", "GIF89a");
    writeDeep(folder, "a/notes.txt", "no image, and nobody takes it for one");
    writeDeep(folder, "b/1.jpg", "\xff\xd8\xff");
    writeDeep(folder, "b/2.png", good);
    const auto data = openAll(folder.path());
    EXPECT_EQ(labelsIn(*data), (std::vector<int>{0, 1}));
    EXPECT_EQ(data->spec().skipped,
              (std::vector<SkippedItem>{{"a/3.gif", "its kind is not supported: use PNG, JPEG, BMP or WebP"},
                                        {"a/2.png", "it is cut short"},
                                        {"b/1.jpg", "it is cut short"}}));
}

// None of these may be opened: a pipe would be waited for, a circle of links never ends.
TEST(ImageFolderTest, leavesOutAndNamesWhatIsNoFile)
{
    const TempFolder folder;
    const fs::path root = folder.path();
    const std::string good = onePng(8, 8, {9, 9, 9});
    writeDeep(folder, "a/1.png", good);
    writeDeep(folder, "b/1.png", good);
    fs::create_symlink(root / "a" / "1.png", root / "b" / "2.png"); // a link to a file is a file
    fs::create_symlink("nowhere.png", root / "a" / "3.png");
    fs::create_symlink("loop.png", root / "a" / "loop.png");
    fs::create_symlink("..", root / "a" / "up");
    fs::create_symlink("/dev/zero", root / "b" / "zero.png");
    ASSERT_EQ(mkfifo((root / "b" / "pipe.png").c_str(), 0600), 0);
    fs::create_symlink(".", root / "circle");
    fs::create_symlink("gone", root / "lost");
    const auto data = openAll(root);
    EXPECT_EQ(data->spec().classNames, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(labelsIn(*data), (std::vector<int>{0, 1, 1}));
    const std::string device = "it is no file but a pipe, a device or a socket";
    const std::string link = "it is a link to a folder, which is not followed here";
    EXPECT_EQ(data->spec().skipped,
              (std::vector<SkippedItem>{{"circle", link},
                                        {"lost", "it is a link to nothing"},
                                        {"a/3.png", "it is a link to nothing"},
                                        {"a/loop.png", "it is a link that leads back to itself"},
                                        {"a/up", link},
                                        {"b/pipe.png", device},
                                        {"b/zero.png", device}}));
    EXPECT_EQ(detectFormat(root), "folder");
}

// The sets of others are links more often than not.
TEST(ImageFolderTest, followsLinksToTheFoldersOfClasses)
{
    const TempFolder folder, elsewhere;
    writeDeep(elsewhere, "cats/1.png", onePng(8, 8, {9, 9, 9}));
    fs::create_symlink(elsewhere.path() / "cats", folder.path() / "cat");
    const auto data = openAll(folder.path());
    EXPECT_EQ(data->size(), 1u);
    EXPECT_TRUE(data->spec().skipped.empty());
}

TEST(ImageFolderTest, aClassNameHasNoControlCharacters)
{
    const TempFolder folder;
    writeDeep(folder, "red\x1b[31m/1.png", onePng(8, 8, {9, 9, 9}));
    EXPECT_EQ(openAll(folder.path())->spec().classNames, std::vector<std::string>{"red?[31m"});
}

// Right in structure, wrong inside: only decoding tells. The IDAT of a PNG is replaced by noise.
TEST(ImageFolderTest, decodesToSeeWhatIsUsable)
{
    const TempFolder folder;
    std::string bad = onePng(64, 64, {1, 2, 3});
    const std::size_t data = bad.find("IDAT");
    const auto number = [&](std::size_t at) {
        return std::size_t(std::uint8_t(bad[at + 2])) << 8 | std::uint8_t(bad[at + 3]);
    };
    const std::size_t length = number(data - 4);
    for (std::size_t i = 0; i < length; ++i)
        bad[data + 4 + i] = char(0xaa);
    const std::string chunk = bad.substr(data, length + 4);
    const auto crc
        = std::uint32_t(crc32(0, reinterpret_cast<const Bytef *>(chunk.data()), uInt(chunk.size())));
    for (std::size_t i = 0; i < 4; ++i)
        bad[data + 4 + length + i] = char(crc >> (24 - 8 * i));
    writeDeep(folder, "a/bad.png", bad);
    writeDeep(folder, "a/good.png", onePng(64, 64, {1, 2, 3}));
    const auto checked = openAll(folder.path());
    EXPECT_EQ(checked->size(), 1u);
    EXPECT_EQ(checked->spec().skipped, (std::vector<SkippedItem>{{"a/bad.png", "it does not decode"}}));
    const auto unchecked = openAll(folder.path(), {}, {{"decode-check", false}});
    ASSERT_EQ(unchecked->size(), 2u);
    expectError(ErrorCode::BadData, "a/bad.png' cannot be read: it does not decode",
                [&] { unchecked->sample(0); });
    EXPECT_EQ(unchecked->sample(1).image.pixels.size(), 64u * 64 * 3);
}

TEST(ImageFolderTest, aFileThatChangesIsSeenAgain)
{
    const TempFolder folder;
    const fs::path file = writeDeep(folder, "a/1.png", onePng(8, 8, {1, 2, 3}));
    const std::string before = openAll(folder.path())->spec().sha256;
    writeDeep(folder, "a/1.png", onePng(9, 8, {1, 2, 3}));
    const auto data = openAll(folder.path());
    EXPECT_EQ(data->spec().shape.height, 9);
    EXPECT_NE(data->spec().sha256, before);
    fs::remove(file);
    expectError(ErrorCode::NotFound, "there is no such file", [&] { data->sample(0); });
}

TEST(ImageFolderTest, classesFollowAGivenList)
{
    const TempFolder folder;
    writeDeep(folder, "n01/1.png", onePng(2, 2, {1, 1, 1}));
    writeDeep(folder, "n02/1.png", onePng(2, 2, {1, 1, 1}));
    const auto ordered = openAll(folder.path(), {}, {}, {"n03", "n02", "n01"});
    EXPECT_EQ(labelsIn(*ordered), (std::vector<int>{2, 1}));
    EXPECT_EQ(ordered->spec().classes, 3);
    const auto renamed = openAll(folder.path(), {}, {}, {"tench", "goldfish"});
    EXPECT_EQ(labelsIn(*renamed), (std::vector<int>{0, 1}));
    EXPECT_EQ(renamed->spec().classNames, (std::vector<std::string>{"tench", "goldfish"}));
    expectError(ErrorCode::BadData, "a class 'n02', which is not among the 2 classes", [&] {
        openAll(folder.path(), {}, {}, {"n01", "n002"});
    });
    expectError(ErrorCode::BadData, "not among the 3 classes", [&] {
        openAll(folder.path(), {}, {}, {"tench", "goldfish", "shark"});
    });
}

TEST(ImageFolderTest, imagesGetTheModelsShape)
{
    const TempFolder folder;
    writeDeep(folder, "a/1.png", onePng(40, 30, {10, 200, 30}));
    const auto grey = openAll(folder.path(), {20, 20, 1});
    EXPECT_EQ(grey->spec().shape, (ImageShape{20, 20, 1}));
    // BT.601: 0.299 * 10 + 0.587 * 200 + 0.114 * 30 = 123.81
    EXPECT_EQ(grey->sample(0).image.pixels, std::vector<std::uint8_t>(400, 124));
}

TEST(ImageFolderTest, manyThreadsReadTheSame)
{
    const auto data = openAll(dataFolder / "good" / "kinds", {24, 24, 3});
    std::vector<Image> images;
    for (std::size_t i = 0; i < data->size(); ++i)
        images.push_back(data->sample(i).image);
    const auto again = openAll(dataFolder / "good" / "kinds", {24, 24, 3});
    std::vector<int> differences(4);
    {
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < 4; ++thread)
            threads.emplace_back([&, thread] {
                for (std::size_t i = 0; i < 60; ++i)
                    differences[thread]
                        += again->sample((i + thread) % 6).image == images[(i + thread) % 6] ? 0 : 1;
            });
    }
    EXPECT_EQ(differences, std::vector<int>(4, 0));
}

} // namespace
} // namespace mutascope
