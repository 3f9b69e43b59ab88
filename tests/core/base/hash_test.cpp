// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/data/temp_folder.h"
#include <array>

namespace mutascope {
namespace {

// FIPS 180-4 examples.
constexpr const char *hashOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr const char *hashOfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr const char *hashOfMillionA = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

TEST(Sha256Test, knownAnswers)
{
    EXPECT_EQ(sha256(std::string()), hashOfNothing);
    EXPECT_EQ(sha256(std::string("abc")), hashOfAbc);
    EXPECT_EQ(sha256(std::string(1'000'000, 'a')), hashOfMillionA);
    const std::array<std::uint8_t, 3> bytes = {'a', 'b', 'c'};
    EXPECT_EQ(sha256(bytes), hashOfAbc);
}

TEST(Sha256Test, files)
{
    const TempFolder folder;
    EXPECT_EQ(sha256OfFile(folder.write("empty", std::string())), hashOfNothing);
    EXPECT_EQ(sha256OfFile(folder.write("long", std::string(1'000'000, 'a'))), hashOfMillionA);
    const std::array<std::filesystem::path, 2> parts
        = {folder.write("1", std::string("a")), folder.write("2", std::string("bc"))};
    EXPECT_EQ(sha256OfFiles(parts), hashOfAbc);
}

TEST(Sha256Test, badFiles)
{
    const TempFolder folder;
    expectError(ErrorCode::NotFound, "there is no file", [&] { sha256OfFile(folder.path() / "none"); });
    expectError(ErrorCode::Io, "is not a file", [&] { sha256OfFile(folder.path()); });
}

} // namespace
} // namespace mutascope
