// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/data/data_fixture.h"
#include "tests/core/data/idx_files.h"
#include <set>

namespace mutascope {
namespace {

namespace fs = std::filesystem;

// Five images of 1 x 1 pixels with the values 0..4 and the labels 0, 1, 0, 1, 0.
class DataSourceTest : public testing::Test {
protected:
    DataSourceTest()
    {
        for (const char *split : {"train", "t10k"}) {
            folder.write(split + std::string("-images-idx3-ubyte"),
                         joined(idxHeader({5, 1, 1}), {0, 1, 2, 3, 4}));
            folder.write(split + std::string("-labels-idx1-ubyte"), joined(idxHeader({5}), {0, 1, 0, 1, 0}));
        }
    }

    std::unique_ptr<Dataset> open(const std::map<std::string, ParamValue> &options = {},
                                  const ImageShape &shape = {},
                                  const std::vector<std::string> &names = {}) const
    {
        return openDataset({"", folder.path(), shape, names, options}, "test");
    }

    std::vector<int> valuesOf(const std::map<std::string, ParamValue> &options) const
    {
        const auto data = open(options);
        std::vector<int> values;
        for (std::size_t i = 0; i < data->size(); ++i)
            values.push_back(data->sample(i).image.pixels.at(0));
        return values;
    }

    TempFolder folder;
};

TEST_F(DataSourceTest, subsets)
{
    const auto whole = [](std::int64_t value) { return ParamValue(value); };
    const auto range = [](const char *text) { return ParamValue(std::string(text)); };
    EXPECT_EQ(valuesOf({{"first", whole(2)}}), (std::vector<int>{0, 1}));
    EXPECT_EQ(valuesOf({{"per-class", whole(1)}}), (std::vector<int>{0, 1}));
    EXPECT_EQ(valuesOf({{"per-class", whole(2)}}), (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(valuesOf({{"range", range("1:3")}}), (std::vector<int>{1, 2}));
    EXPECT_EQ(valuesOf({{"range", range("3:")}}), (std::vector<int>{3, 4}));
    EXPECT_EQ(valuesOf({{"range", range(":1")}}), std::vector<int>{0});
    EXPECT_EQ(valuesOf({{"range", range("1:5")}, {"per-class", whole(1)}, {"first", whole(1)}}),
              std::vector<int>{1});
    for (const char *wrong : {":", "3", "3:3", "4:2", "a:b", "-1:2", "1:99999999999999999999999"})
        expectError(ErrorCode::Usage, "is no range of images", [&] { open({{"range", range(wrong)}}); });
    expectError(ErrorCode::BadData, "holds no image: there are 5", [&] { open({{"range", range("7:9")}}); });
    expectError(ErrorCode::BadData, "there is no image 2", [&] { open({{"first", whole(2)}})->sample(2); });
    EXPECT_NE(open({{"first", whole(2)}})->spec().sha256, open()->spec().sha256);
}

TEST_F(DataSourceTest, arraysAreResizedOnRequestOnly)
{
    EXPECT_EQ(open({}, {4, 4, 3})->spec().shape, (ImageShape{1, 1, 1}));
    const auto data = open({{"resize", std::string("stretch")}}, {4, 4, 3});
    EXPECT_EQ(data->spec().shape, (ImageShape{4, 4, 3}));
    EXPECT_EQ(data->sample(3).image.pixels, Bytes(48, 3));
}

TEST_F(DataSourceTest, classesGetNames)
{
    const auto data = open({}, {}, {"zero", "one", "two"});
    EXPECT_EQ(data->spec().classes, 3);
    EXPECT_EQ(data->spec().classNames.at(2), "two");
    expectError(ErrorCode::BadData, "image 1 of the test data is of class 1, but only 1 classes are named",
                [&] { open({}, {}, {"zero"}); });
}

TEST_F(DataSourceTest, wrongWordsAreNamed)
{
    const auto with = [&](const DataSource &source, const std::string &split) { openDataset(source, split); };
    expectError(ErrorCode::Usage, "Did you mean 'cifar10'?", [&] {
        with({"cifar01", folder.path()}, "test");
    });
    expectError(ErrorCode::Usage, "Did you mean 'train'?", [&] { with({"idx", folder.path()}, "trian"); });
    expectError(ErrorCode::Usage, "Did you mean 'first'?", [&] { open({{"frist", std::int64_t{1}}}); });
    expectError(ErrorCode::NotFound, "there is no data at", [&] {
        with({"", folder.path() / "no"}, "test");
    });
}

TEST_F(DataSourceTest, everyFormatMissesItsData)
{
    for (const DataFormatInfo &format : dataFormats()) {
        SCOPED_TRACE(format.id);
        try {
            openDataset({format.id, folder.path() / "nowhere"}, "test");
            FAIL() << "no error";
        } catch (const Error &error) {
            EXPECT_EQ(error.code(), ErrorCode::NotFound) << error.message();
            EXPECT_NE(error.message().find("nowhere"), std::string::npos) << error.message();
        }
    }
}

TEST(DataFormatsTest, areComplete)
{
    std::set<std::string> ids;
    for (const DataFormatInfo &format : dataFormats()) {
        ids.insert(format.id);
        EXPECT_FALSE(format.summary.empty());
        const ParamSet options(format.options); // throws where the declarations are wrong
        EXPECT_TRUE(options.contains("first"));
    }
    EXPECT_EQ(ids, (std::set<std::string>{"cifar10", "cifar100", "csv", "folder", "idx", "npy", "npz"}));
}

TEST(DetectFormatTest, saysWhatASingleFileIs)
{
    const TempFolder folder;
    const auto refuse = [&](const std::string &name, const std::string &bytes, const std::string &part) {
        expectError(ErrorCode::BadData, part, [&] { detectFormat(folder.write(name, bytes)); });
    };
    refuse("a.png", "\x89PNG\r\n", "is a PNG image, no data set in a single file");
    refuse("train-images-idx3-ubyte", std::string("\0\0\x8\3", 4), "Give the folder that it is in");
    refuse("empty", "", "no data set in a single file");
    EXPECT_EQ(detectFormat(folder.write("x.dat", std::string("\x93NUMPY"))), "npy");
    EXPECT_EQ(detectFormat(folder.write("x.zip", std::string("PK\3\4"))), "npz");
}

TEST(DetectFormatTest, aTableBesideFoldersOfImages)
{
    const TempFolder folder;
    writeDeep(folder, "cat/1.png", onePng(1, 1, {1, 2, 3}));
    EXPECT_EQ(detectFormat(folder.path()), "folder");
    folder.write("sizes.csv", std::string("width,height\n1,2\n"));
    EXPECT_EQ(detectFormat(folder.path()), "folder");
    folder.write("labels.csv", std::string("image,label\ncat/1.png,cat\n"));
    EXPECT_EQ(detectFormat(folder.path()), "csv");
}

} // namespace
} // namespace mutascope
