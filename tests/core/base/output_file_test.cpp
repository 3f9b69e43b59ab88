// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/output_file.h"
#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace mutascope {
namespace {

namespace fs = std::filesystem;

class ReplaceFile : public testing::Test {
protected:
    ReplaceFile() { fs::create_directories(m_folder); }
    ~ReplaceFile() override { fs::remove_all(m_folder); }

    static std::string textOf(const fs::path &file)
    {
        std::ifstream stream(file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    std::ptrdiff_t files() const
    {
        return std::distance(fs::directory_iterator(m_folder), fs::directory_iterator());
    }

    fs::path m_folder = fs::temp_directory_path() / ("mutascope_output_file_" + std::to_string(::getpid()));
};

TEST_F(ReplaceFile, LeavesNothingButTheNewFile)
{
    replaceFile(m_folder / "a.csv", "old and longer");
    replaceFile(m_folder / "a.csv", "new");
    EXPECT_EQ(textOf(m_folder / "a.csv"), "new");
    EXPECT_EQ(files(), 1);
}

TEST_F(ReplaceFile, WritesIntoAPipeAndLeavesIt)
{
    const fs::path pipe = m_folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    auto read = std::async(std::launch::async, [&] { return textOf(pipe); });
    replaceFile(pipe, "a,b\n");
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_EQ(files(), 1);
    if (!fs::is_fifo(pipe))
        std::ofstream(pipe).close();
    EXPECT_EQ(read.get(), "a,b\n");
}

TEST_F(ReplaceFile, KeepsALinkAndChangesWhatItLeadsTo)
{
    fs::create_directory(m_folder / "there");
    fs::create_symlink("there/a.csv", m_folder / "link");
    for (const char *text : {"first", "second"}) { // at first it leads to nothing
        replaceFile(m_folder / "link", text);
        EXPECT_TRUE(fs::is_symlink(m_folder / "link"));
        EXPECT_EQ(textOf(m_folder / "there/a.csv"), text);
    }
}

TEST_F(ReplaceFile, SaysWhatIsInTheWay)
{
    EXPECT_THROW(replaceFile(m_folder, "text"), Error);
    EXPECT_THROW(replaceFile(m_folder / "none/a.csv", "text"), Error);
    EXPECT_EQ(files(), 0);
}

} // namespace
} // namespace mutascope
