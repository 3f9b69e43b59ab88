// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/run.h"
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

namespace mutascope::test {

class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "mutascope-XXXXXX").string();
        m_path = ::mkdtemp(pattern.data());
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;
    const std::filesystem::path &path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

// Remembers events; calls a hook on each, from the run's thread.
class Recorded : public RunObserver {
public:
    void onEvent(const RunEvent &event) override
    {
        if (const auto *test = std::get_if<TestEvent>(&event))
            tests.push_back(test->test);
        if (const auto *progress = std::get_if<ProgressEvent>(&event))
            progresses.push_back(progress->counters);
        if (const auto *phase = std::get_if<PhaseEvent>(&event))
            phases.insert(phase->phase);
        if (const auto *log = std::get_if<LogEvent>(&event))
            logs.push_back(log->entry.text);
        if (hook)
            hook(event);
    }

    std::vector<TestRecord> tests;
    std::vector<Counters> progresses;
    std::set<std::string> phases;
    std::vector<std::string> logs;
    std::function<void(const RunEvent &)> hook;
};

// Runs the sample project with few seeds and a short profile, so that a test takes a second or so.
class RunTest : public testing::Test {
protected:
    RunTest()
        : project(openProject(std::filesystem::path(MUTASCOPE_SOURCE_DIR) / "projects/fashion-mnist-lenet5"))
    {
        options.cacheFolder = folder.path() / "cache";
    }

    static RunConfig quickConfig(const std::string &generator, std::int64_t calls)
    {
        RunConfig config;
        config.generator = generator;
        config.criterion = "kmnc:100";
        config.settings = {{"seeds-per-class", "5"}, {"profile-limit", "512"}};
        config.budget.modelCalls = calls;
        config.seed = 7;
        return config;
    }

    std::filesystem::path sessionFile(const std::string &name) const { return folder.path() / name; }

    RunRecord execute(SessionStore &store, const RunConfig &config)
    {
        return executeRun(project, config, store, control, observed, options);
    }

    TemporaryFolder folder;
    Project project;
    RunOptions options;
    RunControl control;
    Recorded observed;
};

// What makes two tests the same one.
inline std::vector<std::string> fingerprints(const SessionStore &store, std::int64_t run)
{
    std::vector<std::string> prints;
    for (const TestRecord &test : store.tests(run))
        prints.push_back(std::to_string(test.id) + " " + std::to_string(test.seed) + " "
                         + std::to_string(test.parent) + " " + test.mutation.mutator + " "
                         + std::to_string(test.predicted) + (test.failing ? " failing " : " ")
                         + (test.kept ? "kept " : "") + test.imageSha256);
    return prints;
}

} // namespace mutascope::test
