// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/data/idx_files.h"

namespace mutascope {
namespace {

namespace fs = std::filesystem;

struct IdxBadFileTest : testing::Test {
    TempFolder folder;

    void expectBadImages(const Bytes &images, const std::string &message)
    {
        const fs::path file = folder.write("images", images);
        const fs::path labels = folder.write("labels", sampleLabels());
        expectError(ErrorCode::BadData, message, [&] { openIdxFiles(file, labels, "test"); });
        expectError(ErrorCode::BadData, file.string(), [&] { openIdxFiles(file, labels, "test"); });
    }
    void expectBadLabels(const Bytes &labels, const std::string &message)
    {
        const fs::path images = folder.write("images", sampleImages());
        const fs::path file = folder.write("labels", labels);
        expectError(ErrorCode::BadData, message, [&] { openIdxFiles(images, file, "test"); });
    }
};

Bytes text(const std::string &words)
{
    return {words.begin(), words.end()};
}

Bytes shortened(const Bytes &bytes, std::size_t by)
{
    return {bytes.begin(), bytes.end() - std::ptrdiff_t(by)};
}

TEST_F(IdxBadFileTest, missingFolderOrFiles)
{
    expectError(ErrorCode::NotFound, "there is no folder", [&] { openIdx(folder.path() / "none", "test"); });
    expectError(ErrorCode::NotFound, "t10k-labels-idx1-ubyte' or 't10k-labels.idx1-ubyte'", [&] {
        folder.write("t10k-images-idx3-ubyte", sampleImages());
        openIdx(folder.path(), "test");
    });
    expectError(ErrorCode::NotFound, "train-images-idx3-ubyte", [&] { openIdx(folder.path(), "train"); });
    expectError(ErrorCode::BadData, "is a file where a folder is expected",
                [&] { openIdx(folder.path() / "t10k-images-idx3-ubyte", "test"); });
    const fs::path images = folder.write("images", sampleImages());
    expectError(ErrorCode::NotFound, "there is no file",
                [&] { openIdxFiles(images, folder.path() / "no", "test"); });
}

TEST_F(IdxBadFileTest, unknownSplit)
{
    expectError(ErrorCode::Usage, "Did you mean 'train'?", [&] { openIdx(folder.path(), "tain"); });
    expectError(ErrorCode::Usage, "unknown split 'validation'",
                [&] { openIdxFiles("a", "b", "validation"); });
}

TEST_F(IdxBadFileTest, aFolderInsteadOfAFile)
{
    fs::create_directory(folder.path() / "t10k-images.idx3-ubyte");
    folder.write("t10k-labels.idx1-ubyte", sampleLabels());
    expectError(ErrorCode::BadData, "is a folder where a file is expected",
                [&] { openIdx(folder.path(), "test"); });
}

TEST_F(IdxBadFileTest, emptyFile)
{
    expectBadImages({}, "is empty");
    expectBadLabels({}, "is empty");
    expectBadImages(gzipped({}), "ends inside its header");
}

TEST_F(IdxBadFileTest, endsInsideTheHeader)
{
    for (std::size_t size = 1; size < 16; ++size) {
        const Bytes images = shortened(sampleImages(), sampleImages().size() - size);
        expectBadImages(images, "ends inside its header");
        expectBadImages(gzipped(images), "ends inside its header");
    }
    expectBadLabels({0, 0, 8, 1, 0, 0}, "ends inside its header");
}

TEST_F(IdxBadFileTest, mixedUpFiles)
{
    expectBadImages(sampleLabels(), "an IDX file of labels where images are expected");
    expectBadLabels(sampleImages(), "an IDX file of images where labels are expected");
}

TEST_F(IdxBadFileTest, foreignFiles)
{
    expectBadImages(text("<!DOCTYPE html><html>404</html>"), "a web page or other XML text where images");
    expectBadImages(text("\xef\xbb\xbf<html>"), "a web page or other XML text");
    expectBadImages(text("\r\n <html>"), "a web page or other XML text");
    expectBadImages(text("label,pixel0\n1,2\n"), "a text file");
    expectBadImages({0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R'},
                    "a PNG image");
    expectBadImages({0xff, 0xd8, 0xff, 0xe0, 0, 16}, "a JPEG image");
    expectBadImages(text("PK\x03\x04zip"), "a zip archive");
    expectBadImages(gzipped(gzipped(sampleImages())), "a gzip file inside a gzip file");
    expectBadImages(text("\x93NUMPY\x01"), "a NumPy array");
    expectBadImages(text("\x7f"
                         "ELF\x02"),
                    "a program");
    expectBadImages({0xde, 0xad, 0xbe, 0xef}, "its contents are unknown");
    expectBadLabels(text("<html>"), "a web page or other XML text where labels are expected");
}

TEST_F(IdxBadFileTest, otherKindsOfIdx)
{
    expectBadImages(joined(idxHeader({3, 2, 4}, 13), Bytes(96)), "an IDX file of 32-bit reals");
    expectBadImages(joined(idxHeader({3, 2, 4}, 11), Bytes(48)), "an IDX file of 16-bit integers");
    expectBadImages(joined(idxHeader({3, 8}), Bytes(24)), "an IDX file of 2 dimensions");
    expectBadImages(joined(idxHeader({3, 2, 4}, 77), Bytes(24)), "its contents are unknown");
    expectBadLabels(joined(idxHeader({3}, 12), Bytes(12)), "an IDX file of 32-bit integers");
}

TEST_F(IdxBadFileTest, impossibleShapes)
{
    expectBadImages(idxHeader({0, 2, 4}), "holds nothing");
    expectBadLabels(idxHeader({0}), "holds nothing");
    expectBadImages(idxHeader({3, 0, 4}), "images are 0x4x1");
    expectBadImages(idxHeader({3, 2, 0}), "images are 2x0x1");
    expectBadImages(joined(idxHeader({3, 2, 4, 2}), Bytes(48)), "images are 2x4x2");
}

// Sizes of up to 2^128 bytes: refused from the header alone, without allocating or overflowing.
TEST_F(IdxBadFileTest, absurdSizes)
{
    const std::uint32_t most = 0xffffffff;
    expectBadImages(idxHeader({most, most, most}), "4294967295x4294967295x1");
    expectBadImages(idxHeader({most, 16384, 16384}), "promises 1152921504338411536 bytes, the file holds 16");
    expectBadImages(idxHeader({most, 16384, 16384, 3}), "promises 3458764513015234580 bytes");
    expectBadImages(gzipped(joined(idxHeader({most, 28, 28}), Bytes(5000))), "the file holds at most");
    expectBadLabels(idxHeader({most}), "promises 4294967303 bytes, the file holds 8");
}

TEST_F(IdxBadFileTest, truncatedPlainFiles)
{
    expectBadImages(shortened(sampleImages(), 1),
                    "is cut short: its header promises 40 bytes, the file holds 39");
    expectBadLabels(shortened(sampleLabels(), 1),
                    "is cut short: its header promises 11 bytes, the file holds 10");
}

TEST_F(IdxBadFileTest, truncatedBeforeCompression)
{
    expectBadImages(gzipped(shortened(sampleImages(), 1)),
                    "is cut short: its header promises 24 values, there are 23");
}

TEST_F(IdxBadFileTest, trailingBytes)
{
    expectBadImages(joined(sampleImages(), {0}), "goes on after the 24 values");
    expectBadImages(gzipped(joined(sampleImages(), {0})), "goes on after the 24 values");
    expectBadLabels(joined(sampleLabels(), {0}), "goes on after the 3 values");
}

Bytes randomImages()
{
    Bytes out = idxHeader({3, 20, 20});
    std::uint32_t state = 1;
    for (int i = 0; i < 1200; ++i)
        out.push_back(std::uint8_t((state = state * 1664525 + 1013904223) >> 24));
    return out;
}

TEST_F(IdxBadFileTest, truncatedGzip)
{
    const Bytes whole = gzipped(randomImages());
    for (std::size_t by = 1; by + 20 < whole.size(); by += 37)
        expectBadImages(shortened(whole, by), "is cut short");
}

TEST_F(IdxBadFileTest, corruptGzip)
{
    Bytes bytes = gzipped(randomImages());
    bytes[bytes.size() / 2] ^= 0x55;
    expectBadImages(bytes, "its gzip data is corrupt");
    bytes = gzipped(randomImages());
    bytes[bytes.size() - 6] ^= 1; // the checksum alone
    expectBadImages(bytes, "its gzip data is corrupt");
}

TEST_F(IdxBadFileTest, countsDiffer)
{
    expectBadLabels(joined(idxHeader({4}), {0, 1, 2, 3}), "has 3 images, but");
    expectBadLabels(joined(idxHeader({2}), {0, 1}), "has 2 labels");
}

} // namespace
} // namespace mutascope
