// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are larger than any memory, without a byte of them on the disk.
#include "core/data/size_check.h"
#include "tests/core/data/data_fixture.h"
#include "tests/core/data/idx_files.h"

namespace mutascope {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t tebibyte = std::uintmax_t{1} << 40;

class OversizedFilesTest : public testing::Test {
protected:
    void write(const std::string &name, const std::string &begin, std::uintmax_t size)
    {
        std::error_code failed;
        fs::resize_file(writeDeep(folder, name, begin), size, failed);
        if (failed)
            GTEST_SKIP() << "this file system has no sparse files";
    }
    void expectRefused(const std::string &format, const fs::path &path, ErrorCode code,
                       const std::string &part)
    {
        if (!IsSkipped())
            expectError(code, part, [&] { openDataset({format, path}, "test"); });
    }

    TempFolder folder;
};

TEST_F(OversizedFilesTest, idx)
{
    const Bytes header = idxHeader({1 << 24, 256, 256});
    write("t10k-images-idx3-ubyte", std::string(header.begin(), header.end()), tebibyte + 16);
    folder.write("t10k-labels-idx1-ubyte", sampleLabels());
    expectRefused("idx", folder.path(), ErrorCode::Unsupported, "does not fit into memory");
}

TEST_F(OversizedFilesTest, cifar)
{
    write("test_batch.bin", "", tebibyte);
    expectRefused("cifar10", folder.path(), ErrorCode::Unsupported, "does not fit into memory");
}

TEST_F(OversizedFilesTest, npy)
{
    const std::string text = "{'descr': '|u1', 'fortran_order': False, 'shape': (16777216, 256, 256), }\n";
    write("x_test.npy", std::string("\x93NUMPY\x01\0", 8) + char(text.size()) + '\0' + text,
          tebibyte + 10 + text.size());
    const std::string labels = "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }\n";
    folder.write("y_test.npy",
                 std::string("\x93NUMPY\x01\0", 8) + char(labels.size()) + '\0' + labels + '\1');
    expectRefused("npy", folder.path(), ErrorCode::Unsupported, "does not fit into memory");
}

TEST_F(OversizedFilesTest, npz)
{
    write("a.npz", "PK\3\4", tebibyte);
    expectRefused("npz", folder.path() / "a.npz", ErrorCode::BadData, "no archive of NumPy arrays");
}

TEST_F(OversizedFilesTest, imageAndNames)
{
    write("test/cat/a.png", "\x89PNG\r\n\x1a\n", tebibyte);
    expectRefused("folder", folder.path(), ErrorCode::BadData, "it is larger than");
    write("test_batch.bin", "", 3073);
    write("batches.meta.txt", "cat\n", tebibyte);
    expectRefused("cifar10", folder.path(), ErrorCode::BadData, "no list of class names");
}

TEST_F(OversizedFilesTest, table)
{
    write("t.csv", "image,label\n", tebibyte);
    expectRefused("csv", folder.path() / "t.csv", ErrorCode::Unsupported, "is larger than");
}

class PackedSource : public ByteSource {
public:
    std::size_t readInto(std::span<std::uint8_t>) override { return 0; }
    std::string name() const override { return "x"; }
    std::uint64_t largestSize() const override { return UINT64_MAX; }
    std::uint64_t packedSize() const override { return 1'000'000; }
};

TEST(SizeCheckTest, bombsAreRefused)
{
    checkExpansion(PackedSource(), 500'000'000); // 500 times: allowed
    expectError(ErrorCode::BadData, "more than 500 times its size",
                [] { checkExpansion(PackedSource(), 501'000'000); });
    checkMemory("x", 1'000'000);
    expectError(ErrorCode::Unsupported, "'x' does not fit into memory", [] { checkMemory("x", UINT64_MAX); });
}

} // namespace
} // namespace mutascope
