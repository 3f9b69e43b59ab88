// SPDX-License-Identifier: GPL-3.0-or-later
// The example of docs/engine-plugins.md, as it stands there, as an engine.
#include "core/base/error.h"
#include "core/engines/runtime/catalogue.h"
#include "tests/core/engines/oracle/judge_rig.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

namespace mutascope::engines {
namespace {

namespace fs = std::filesystem;

class PluginTest : public testing::Test {
protected:
    PluginTest() { fs::create_directories(m_folder); }
    ~PluginTest() override { fs::remove_all(m_folder); }

    std::string example() const
    {
        std::ifstream stream(fs::path(MUTASCOPE_SOURCE_DIR) / "docs/engine-plugins.md");
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        const std::size_t begin = text.find("```python\n") + 10;
        return text.substr(begin, text.find("```", begin) - begin);
    }

    std::string list(const std::string &json)
    {
        std::ofstream(m_folder / "engines.json") << json;
        return m_folder / "engines.json";
    }

    std::string listOf(const std::string &program)
    {
        std::ofstream(m_folder / "engine.py") << program;
        return list(R"({"engines": [{"id": "mine", "command": ["/usr/bin/python3", ")"
                    + (m_folder / "engine.py").string() + R"("]}]})");
    }

    std::unique_ptr<Judge> judgeOfMine(const std::string &program, double seconds = JudgeConfig().seconds)
    {
        JudgeConfig config;
        config.seconds = seconds;
        config.engines = {"mine"};
        config.extraEngines = listOf(program);
        return makeJudge(config);
    }

    fs::path m_folder = fs::temp_directory_path() / ("mutascope_plugin_" + std::to_string(::getpid()));
};

OperatorGraph sum()
{
    OperatorGraph graph;
    const int x = graph.addInput({ElementType::Float, {2, 3}}, 1);
    const int y = graph.addInput({ElementType::Float, {3}}, 2);
    const int relu = graph.add(operatorNamed("Relu"), {{x, 0}}, {}, 3);
    graph.add(operatorNamed("Add"), {{relu, 0}, {y, 0}}, {}, 4);
    return graph;
}

TEST_F(PluginTest, TheExampleAgreesWithTheReference)
{
    const auto judge = judgeOfMine(example());
    const Verdict verdict = judge->judge(sum());
    EXPECT_EQ(verdict.ourFault, "");
    EXPECT_TRUE(verdict.comparable);
    EXPECT_TRUE(verdict.engines.at(0).failures.empty());
    EXPECT_EQ(verdict.engines[0].skipped, "");
    EXPECT_NE(judge->engines().at(0).version, "");
}

TEST_F(PluginTest, WhatTheExampleDoesNotSupportIsSkipped)
{
    const Verdict verdict = judgeOfMine(example())->judge(graphAround("Elu", {{"alpha", 1.0}}));
    EXPECT_TRUE(verdict.engines.at(0).failures.empty());
    EXPECT_NE(verdict.engines[0].skipped, "");
}

TEST_F(PluginTest, AFaultOfTheExampleIsFound)
{
    std::string program = example();
    program.replace(program.find("a + b"), 5, "a - b");
    const Verdict verdict = judgeOfMine(program)->judge(sum());
    ASSERT_EQ(verdict.engines.at(0).failures.size(), 1u);
    EXPECT_EQ(verdict.engines[0].failures[0].operators, "Add");
}

// The example, asleep at each model while there is no file `awake`, or (once) only the first time.
std::string sleepy(std::string program, const fs::path &awake, bool once)
{
    const std::string before = "import os, time\nAWAKE = '" + awake.string() + "'\n";
    const std::string wake = once ? "open(AWAKE, 'w'); " : "";
    const std::string sleep
        = "    if b'Relu' in data and not os.path.exists(AWAKE): " + wake + "time.sleep(600)\n";
    const std::size_t answers = program.find("\n", program.find(" = read()")) + 1;
    return before + program.insert(answers, sleep);
}

TEST_F(PluginTest, AModelThatWasSlowOnceDidNotHang)
{
    const auto judge = judgeOfMine(sleepy(example(), m_folder / "awake", true), 1);
    EXPECT_TRUE(judge->judge(sum()).engines.at(0).failures.empty());
    EXPECT_TRUE(fs::exists(m_folder / "awake")); // it was
}

TEST_F(PluginTest, AHangIsFoundAndTheNextModelRuns)
{
    const auto judge = judgeOfMine(sleepy(example(), m_folder / "awake", false), 1);
    const Verdict verdict = judge->judge(sum());
    ASSERT_EQ(verdict.engines.at(0).failures.size(), 1u);
    EXPECT_EQ(verdict.engines[0].failures[0].symptom, Symptom::Hang);
    std::ofstream(m_folder / "awake").put(' ');
    const Verdict next = judge->judge(sum());
    EXPECT_TRUE(next.engines.at(0).failures.empty());
    EXPECT_EQ(next.engines[0].skipped, "");
}

TEST_F(PluginTest, ListsThatAreNoneAreRefused)
{
    for (const char *json : {"", "[]", "{\"engines\": [{\"id\": \"mine\"}]}",
                             "{\"engines\": [{\"id\": \"mine\", \"command\": []}]}"})
        EXPECT_THROW(allEngines(list(json)), Error) << json;
    EXPECT_THROW(allEngines(list("{\"engines\": [{\"id\": \"torch\", \"command\": [\"x\"]}]}")), Error);
    EXPECT_THROW(allEngines("/nowhere.json"), Error);
}

} // namespace
} // namespace mutascope::engines
