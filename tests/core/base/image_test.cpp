// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/image.h"
#include "core/base/rng.h"
#include "tests/core/base/expect_error.h"

namespace mutascope {
namespace {

Image randomImage(ImageShape shape, std::uint64_t seed)
{
    Rng rng(seed);
    Image image{shape, std::vector<std::uint8_t>(shape.size())};
    for (std::uint8_t &value : image.pixels)
        value = std::uint8_t(rng.below(256));
    return image;
}

using Bytes = std::vector<std::uint8_t>;

// 2x1 pixels, red and (1, 2, 3); written by Python's zlib and struct, not by this program.
const Bytes redPng = {137, 80, 78, 71, 13,  10,  26,  10, 0,   0,   0,   13,  73,  72,  68,  82, 0,  0,
                      0,   2,  0,  0,  0,   1,   8,   2,  0,   0,   0,   123, 64,  232, 221, 0,  0,  0,
                      15,  73, 68, 65, 84,  120, 156, 99, 248, 207, 192, 192, 200, 196, 12,  0,  6,  11,
                      1,   6,  4,  11, 153, 45,  0,   0,  0,   0,   73,  69,  78,  68,  174, 66, 96, 130};

TEST(ImageTest, shapeText)
{
    EXPECT_EQ((ImageShape{28, 30, 1}.text()), "28x30x1");
}

TEST(ImageBatchTest, appendsAndSlices)
{
    ImageBatch batch({2, 1, 1});
    EXPECT_TRUE(batch.empty());
    for (std::uint8_t i = 0; i < 3; ++i)
        batch.append(Image{{2, 1, 1}, {i, std::uint8_t(i + 10)}});
    EXPECT_EQ(batch.count(), 3u);
    EXPECT_EQ(batch.image(1).pixels, (Bytes{1, 11}));
    const ImageBatch part = batch.slice(1, 3);
    EXPECT_EQ(part.count(), 2u);
    EXPECT_EQ(part.image(1), batch.image(2));
    EXPECT_EQ(batch.slice(2, 2).count(), 0u);
}

TEST(ImageBatchTest, rejectsOtherShapes)
{
    ImageBatch batch({2, 1, 1});
    expectError(ErrorCode::BadData, "1x2x1", [&] { batch.append(Image{{1, 2, 1}, {0, 0}}); });
    expectError(ErrorCode::BadData, "with 3 values", [&] { batch.append(Image{{2, 1, 1}, {0, 0, 0}}); });
    expectError(ErrorCode::Internal, "batch of 0", [&] { batch.image(0); });
    expectError(ErrorCode::Internal, "batch of 0", [&] { batch.slice(0, 1); });
}

TEST(PngTest, roundTrip)
{
    for (const ImageShape shape : {ImageShape{28, 28, 1}, {32, 32, 3}, {1, 1, 1}, {1, 1, 3}, {3, 500, 3}}) {
        const Image image = randomImage(shape, 5);
        EXPECT_EQ(decodePng(encodePng(image)), image) << shape.text();
    }
}

TEST(PngTest, readsForeignPngInRgbOrder)
{
    const Image image = decodePng(redPng);
    EXPECT_EQ(image.shape, (ImageShape{1, 2, 3}));
    EXPECT_EQ(image.pixels, (Bytes{255, 0, 0, 1, 2, 3}));
}

TEST(PngTest, writesNoImpossibleImages)
{
    expectError(ErrorCode::Internal, "0x0x0", [] { encodePng(Image()); });
    expectError(ErrorCode::Internal, "1x1x2", [] { encodePng(Image{{1, 1, 2}, {0, 0}}); });
    expectError(ErrorCode::Internal, "2x2x1", [] { encodePng(Image{{2, 2, 1}, {0, 0}}); });
}

TEST(PngTest, rejectsWhatIsNoPng)
{
    expectError(ErrorCode::BadData, "signature", [] { decodePng({}); });
    expectError(ErrorCode::BadData, "signature", [] { decodePng(Bytes(100, 7)); });
    expectError(ErrorCode::BadData, "inside the header",
                [] { decodePng(Bytes(redPng.begin(), redPng.begin() + 20)); });
}

TEST(PngTest, rejectsEveryTruncation)
{
    const Bytes whole = encodePng(randomImage({28, 28, 1}, 6));
    for (std::size_t size = 0; size + 12 < whole.size(); size += 7) // the last 12 bytes are the end mark
        expectError(ErrorCode::BadData, "not a readable PNG",
                    [&] { decodePng(Bytes(whole.begin(), whole.begin() + std::ptrdiff_t(size))); });
}

TEST(PngTest, rejectsDamagedContents)
{
    Bytes bytes = encodePng(randomImage({28, 28, 1}, 6));
    bytes[bytes.size() / 2] ^= 0x10;
    expectError(ErrorCode::BadData, "not a readable PNG", [&] { decodePng(bytes); });
}

TEST(PngTest, rejectsAWrongChecksum)
{
    Bytes bytes = encodePng(randomImage({28, 28, 1}, 6));
    bytes.back() ^= 1; // of IEND, which every decoder could do without
    expectError(ErrorCode::BadData, "a checksum in it is wrong", [&] { decodePng(bytes); });
}

TEST(PngTest, rejectsAbsurdSizesBeforeAllocating)
{
    Bytes bytes = redPng;
    bytes[16] = bytes[20] = 0x7f; // width and height above 2 * 10^9
    expectError(ErrorCode::BadData, "2130706434 x 2130706433", [&] { decodePng(bytes); });
    bytes = redPng;
    bytes[19] = 0;
    expectError(ErrorCode::BadData, "0 x 1", [&] { decodePng(bytes); });
}

} // namespace
} // namespace mutascope
