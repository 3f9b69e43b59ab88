// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/model/model.h"
#include "core/store/session_store.h"
#include <algorithm>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

// Shared by the tests of the session store.
namespace mutascope::sessiontest {

class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "mutascope-store-XXXXXX").string();
        if (!::mkdtemp(name.data()))
            throw std::runtime_error("no temporary folder");
        m_path = name;
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::permissions(m_path, std::filesystem::perms::owner_all, ignored);
        std::filesystem::remove_all(m_path, ignored);
    }
    std::filesystem::path operator/(const std::string &name) const { return m_path / name; }
    const std::filesystem::path &path() const { return m_path; }
    std::vector<std::string> names() const
    {
        std::vector<std::string> all;
        for (const auto &entry : std::filesystem::directory_iterator(m_path))
            all.push_back(entry.path().filename().string());
        std::sort(all.begin(), all.end());
        return all;
    }

private:
    std::filesystem::path m_path;
};

// A fresh folder for every test; no session may be open while a test forks (SQLite keeps its locks by
// process).
class SessionFixture : public ::testing::Test {
protected:
    TemporaryFolder folder;
    const std::filesystem::path file = folder / "a.mscope";
};

inline Image smallImage(int value, int height = 4, int width = 4, int channels = 1)
{
    Image image{{height, width, channels}, {}};
    for (std::size_t i = 0; i < image.shape.size(); ++i)
        image.pixels.push_back(std::uint8_t((value * 7 + int(i) * 3 + value / 256) % 256));
    return image;
}

inline RunRecord someRun(std::uint64_t seed = 1)
{
    RunRecord run;
    run.generator = "deephunter";
    run.criterion = "kmnc:1000";
    run.seed = seed;
    run.config = R"({"generator":"deephunter"})";
    run.project = R"({"name":"p"})";
    run.versions = R"({"mutascope":"0.1.0"})";
    return run;
}

inline SeedRecord someSeed(int index, int value = 0)
{
    return {index, 100 + index, index % 10, {0.25f, 0.75f}, smallImage(value)};
}

// Test id with an image of its own; failing every third, rotated every second.
inline TestRecord someTest(std::int64_t id)
{
    TestRecord test;
    test.id = id;
    test.mutation.mutator = id % 2 == 0 ? "rotate" : "blur";
    test.mutation.values = {{"amount", double(id % 5)}};
    test.label = int(id % 10);
    test.predicted = int(id % 3 == 0 ? (id + 1) % 10 : id % 10);
    test.failing = id % 3 == 0;
    test.verified = id % 6 == 0;
    test.kept = id % 4 == 0;
    test.probabilities = {0.5f, 0.5f};
    return test;
}

inline void addTest(Checkpoint &checkpoint, TestRecord test, const Image &image)
{
    test.imageSha256 = sha256(image.pixels);
    checkpoint.tests.push_back(std::move(test));
    checkpoint.pngs.push_back(encodePng(image));
}

// Tests first..last, counters that tell how many there are then.
inline Checkpoint someCheckpoint(std::int64_t first, std::int64_t last)
{
    Checkpoint checkpoint;
    for (std::int64_t id = first; id <= last; ++id)
        addTest(checkpoint, someTest(id), smallImage(int(id)));
    checkpoint.counters.tests = last;
    checkpoint.coverage = {{double(last), last, last, last / 3, 0.5}};
    checkpoint.generatorState = "state at " + std::to_string(last);
    return checkpoint;
}

// The Error of action; fails the test where there is none.
inline Error errorOf(const std::function<void()> &action)
{
    try {
        action();
    } catch (const Error &error) {
        return error;
    }
    ADD_FAILURE() << "no Error was thrown";
    return Error(ErrorCode::Internal, "none");
}

inline std::vector<std::uint8_t> contentOf(const std::filesystem::path &file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void writeFile(const std::filesystem::path &file, const std::string &content)
{
    std::ofstream(file, std::ios::binary) << content;
}

// Runs action in a process of its own, with one thread: those of a pool this one has are not copied, and
// would be waited for. It returns the exit code, 99 where it throws.
inline pid_t startChild(const std::function<int()> &action)
{
    const pid_t child = ::fork();
    if (child != 0)
        return child;
    int code = 99;
    try {
        setCallerThreads(1);
        code = action();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "child: %s\n", error.what());
    }
    ::_exit(code); // without the destructors of the parent's objects
}

inline int exitCodeOf(pid_t child)
{
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace mutascope::sessiontest
