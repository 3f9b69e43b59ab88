// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/guarded_load.h"
#include "core/model/guarded_load_process.h"
#include "core/model/guarded_load_report.h"
#include "core/model/training.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/data/temp_folder.h"
#include <csignal>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;
using End = ChildOutcome::End;

ChildOutcome shell(const std::string &script, const ChildLimits &limits = {60})
{
    return runChild({"/bin/sh", "-c", script}, limits);
}

std::string contents(const fs::path &file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

constexpr const char *answer
    = R"({"input":[8,8,1],"declared":true,"classes":4,"probabilities":true,"layers":7})";

// A model file, which nobody reads, and programs that pretend to have tried it.
class GuardedLoadTest : public testing::Test {
protected:
    ProbeSetup setup(const std::string &script) const
    {
        const fs::path program = folder.write("probe.sh", "#!/bin/sh\n" + script + "\n");
        fs::permissions(program, fs::perms::owner_all);
        return {program, folder.path() / "remembered", 60, 0};
    }
    std::string calls() const { return contents(folder.path() / "calls"); }
    std::string answering(const std::string &text) const
    {
        return "echo call >> " + (folder.path() / "calls").string() + "\necho '" + text + "'";
    }

    TempFolder folder;
    fs::path model = folder.write("m.pt", "any bytes");
    ProbeRequest request = {[] {
                                ModelSpec spec;
                                spec.input = {8, 8, 1};
                                return spec;
                            }(),
                            {}};
};

} // namespace

TEST(RunChild, ExitCodeAndOutput)
{
    const ChildOutcome outcome = shell("echo one; cat; echo two; exit 3");
    EXPECT_EQ(outcome.end, End::Exited);
    EXPECT_EQ(outcome.code, 3);
    EXPECT_EQ(outcome.output, "one\ntwo\n"); // cat found no standard input
}

TEST(RunChild, Signal)
{
    const ChildOutcome outcome = shell("kill -SEGV $$");
    EXPECT_EQ(outcome.end, End::Signalled);
    EXPECT_EQ(outcome.code, SIGSEGV);
}

TEST(RunChild, Limits)
{
    EXPECT_EQ(shell("sleep 600", {0.1}).end, End::TooLong);
    EXPECT_EQ(shell("exec >&-; sleep 600", {0.1}).end, End::TooLong);
    EXPECT_EQ(shell("exec yes", {60, 0, 10000}).end, End::TooMuchOutput);
    EXPECT_EQ(shell("exec sort /dev/zero", {60, 50 << 20}).end, End::TooMuchMemory);
}

TEST(RunChild, NoOtherFileIsOpen)
{
    const int opened = ::open("/dev/null", O_RDONLY); // without O_CLOEXEC
    const int file = ::fcntl(opened, F_DUPFD, 77); // no number the shell itself uses
    ASSERT_GE(file, 77);
    const ChildOutcome outcome = shell("for f in /proc/$$/fd/*; do echo ${f##*/}; done");
    ::close(opened);
    ::close(file);
    EXPECT_TRUE(outcome.output.starts_with("0\n1\n2\n")) << outcome.output;
    EXPECT_EQ(outcome.output.find("77"), std::string::npos) << outcome.output;
}

TEST(RunChild, MissingProgram)
{
    expectError(ErrorCode::Io, "cannot start", [] { runChild({"/no/such/program"}, {1}); });
}

TEST_F(GuardedLoadTest, ReportAndRequest)
{
    const std::string file = (folder.path() / "request").string();
    request.inputs = {{28, 28, 1}, {8, 8, 1}};
    request.spec.mean = {0.5F};
    request.spec.output = "logits";
    const ProbeReport report
        = probeInChild(model, request, setup("echo \"$2\" > " + file + "\n" + answering(answer)));
    EXPECT_EQ(report.input, (ImageShape{8, 8, 1}));
    EXPECT_TRUE(report.declared);
    EXPECT_TRUE(report.probabilities);
    EXPECT_EQ(report.classes, 4);
    EXPECT_EQ(report.layers, 7);
    const auto sent = nlohmann::json::parse(contents(file));
    EXPECT_EQ(sent.at("inputs"), nlohmann::json({{28, 28, 1}, {8, 8, 1}}));
    EXPECT_EQ(sent.at("mean"), nlohmann::json({0.5}));
    EXPECT_EQ(sent.at("output"), "logits");
    EXPECT_EQ(sent.at("black_box"), false);
}

TEST_F(GuardedLoadTest, WhatWasTriedIsRememberedByContents)
{
    const ProbeSetup good = setup(answering(answer));
    probeInChild(model, request, good);
    EXPECT_EQ(probeInChild(model, request, good).classes, 4);
    EXPECT_EQ(calls(), "call\n");
    request.spec.scale = 1; // has no part in whether it loads
    probeInChild(model, request, good);
    EXPECT_EQ(calls(), "call\n");
    request.spec.input = {9, 9, 1};
    probeInChild(model, request, good);
    EXPECT_EQ(calls(), "call\ncall\n");
    folder.write("m.pt", std::string("other bytes"));
    probeInChild(model, request, good);
    EXPECT_EQ(calls(), "call\ncall\ncall\n");
}

TEST_F(GuardedLoadTest, TheInputFoundIsRememberedAlone)
{
    const ProbeSetup good = setup(answering(answer));
    request.inputs = {{28, 28, 1}, {8, 8, 1}};
    probeInChild(model, request, good);
    request.inputs.clear(); // spec.input, which is the one found
    probeInChild(model, request, good);
    EXPECT_EQ(calls(), "call\n");
}

TEST_F(GuardedLoadTest, DamagedMemoryIsNotTrusted)
{
    const ProbeSetup good = setup(answering(answer));
    probeInChild(model, request, good);
    for (const auto &entry : fs::directory_iterator(good.remembered))
        std::ofstream(entry.path()) << "{\"input\":[8";
    EXPECT_EQ(probeInChild(model, request, good).classes, 4);
    EXPECT_EQ(calls(), "call\ncall\n");
}

TEST_F(GuardedLoadTest, AFolderThatCannotBeWrittenCostsTimeOnly)
{
    ProbeSetup good = setup(answering(answer));
    good.remembered = model / "below a file";
    EXPECT_EQ(probeInChild(model, request, good).classes, 4);
    good.remembered.clear();
    EXPECT_EQ(probeInChild(model, request, good).classes, 4);
}

TEST_F(GuardedLoadTest, ErrorsOfTheOtherProgramAreOurs)
{
    const ProbeSetup bad = setup(answering(R"({"error":{"code":4,"what":"no operator Foo","hint":"Try"}})"));
    for (int i = 0; i < 2; ++i)
        expectError(ErrorCode::Unsupported, "no operator Foo. Try",
                    [&] { probeInChild(model, request, bad); });
    EXPECT_EQ(calls(), "call\ncall\n"); // a failure is not remembered
}

TEST_F(GuardedLoadTest, WhateverHappensIsOneMessage)
{
    const auto refused = [&](const std::string &script, const std::string &part) {
        expectError(ErrorCode::BadModel, part, [&] { probeInChild(model, request, setup(script)); });
    };
    refused("kill -SEGV $$", "crash (Segmentation fault)");
    refused("kill -ABRT $$", "crash (Aborted)");
    refused("kill -KILL $$", "lack of memory");
    refused("exit 1", "exit code 1");
    refused("true", "before it can answer");
    refused("echo '[1, 2]'", "before it can answer");
    refused(R"(echo '{"input":[8,8],"declared":true}')", "before it can answer");
    ProbeSetup slow = setup("sleep 600");
    slow.seconds = 0.1;
    expectError(ErrorCode::BadModel, "not ready after", [&] { probeInChild(model, request, slow); });
    ProbeSetup large = setup("exec sort /dev/zero");
    large.bytes = 50 << 20;
    expectError(ErrorCode::BadModel, "0.0 GiB of memory", [&] { probeInChild(model, request, large); });
}

TEST_F(GuardedLoadTest, MissingProgramAndFile)
{
    ProbeSetup none = setup("");
    none.program = folder.path() / "none";
    expectError(ErrorCode::NotFound, "MUTASCOPE_PROBE", [&] { probeInChild(model, request, none); });
    expectError(ErrorCode::NotFound, "no.pt",
                [&] { probeInChild(folder.path() / "no.pt", request, setup("")); });
}

TEST_F(GuardedLoadTest, KindsOfFiles)
{
    EXPECT_TRUE(isOnnxFile(folder.write("a", std::string("\x08\x07\x12\x07pytorch", 11))));
    EXPECT_TRUE(isOnnxFile(folder.write("b.onnx", std::string("whatever"))));
    EXPECT_FALSE(isOnnxFile(folder.write("c", std::string("PK\x03\x04 zip"))));
    EXPECT_FALSE(isOnnxFile(folder.write("d.onnx", std::string("PK\x03\x04 zip"))));
    EXPECT_FALSE(isOnnxFile(folder.write("e", std::string("hello"))));
    EXPECT_FALSE(isOnnxFile(folder.write("f", std::string())));
    EXPECT_FALSE(isOnnxFile(folder.path() / "missing"));
    expectError(ErrorCode::BadModel, "a PNG image",
                [&] { loadProbedFile(folder.write("g", std::string("\x89PNG\r\n\x1a\n")), request.spec); });
    request.spec.blackBox = true;
    expectError(ErrorCode::Unsupported, "only ONNX", [&] { loadProbedFile(model, request.spec); });
}

// The other program's side, in this process.
TEST_F(GuardedLoadTest, TheFirstInputThatWorksIsReported)
{
    const fs::path file = folder.path() / "lenet.pt";
    saveUntrained("lenet1", {12, 12, 3}, 5, 1, file);
    request.inputs = {{12, 12, 1}, {12, 12, 3}, {28, 28, 3}};
    request.spec.mean = {0.5F}; // of another number of channels than some of the inputs
    const ProbeReport report = reportOf(answerProbe(file, requestText(request)));
    EXPECT_EQ(report.input, (ImageShape{12, 12, 3}));
    EXPECT_FALSE(report.declared);
    EXPECT_EQ(report.classes, 5);
    EXPECT_GT(report.layers, 3);
}

TEST_F(GuardedLoadTest, ItsErrorsTravel)
{
    const fs::path file = folder.path() / "lenet.pt";
    saveUntrained("lenet1", {12, 12, 3}, 5, 1, file);
    request.inputs = {{12, 12, 1}, {11, 11, 1}};
    expectError(ErrorCode::BadModel, "unusual size",
                [&] { reportOf(answerProbe(file, requestText(request))); });
    request.inputs = {{12, 12, 3}};
    request.spec.std = {std::numeric_limits<float>::quiet_NaN(), 1, 1};
    expectError(ErrorCode::BadModel, "std", [&] { reportOf(answerProbe(file, requestText(request))); });
    expectError(ErrorCode::BadModel, "cannot load", [&] { reportOf(answerProbe(file, "no JSON")); });
}

} // namespace mutascope
