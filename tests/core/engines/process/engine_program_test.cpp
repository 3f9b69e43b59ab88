// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/process/program_engine.h"
#include "core/engines/process/tensor_message.h"
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace mutascope::engines {
namespace {

using Cause = InferenceFailure::Cause;

// A program that speaks the protocol in Python and does `then` after its greeting.
class Scripted : public testing::Test {
protected:
    ~Scripted() override { std::filesystem::remove_all(m_folder); }

    ProgramSpec program(const std::string &then, const std::string &first = "")
    {
        std::filesystem::create_directories(m_folder);
        const auto file = m_folder / "engine.py";
        std::ofstream(file) << R"(import json, os, signal, struct, sys, time
def read():
    head = sys.stdin.buffer.read(16)
    if len(head) < 16: sys.exit(0)
    _, header, size = struct.unpack('<4sIQ', head)
    return json.loads(sys.stdin.buffer.read(header)), sys.stdin.buffer.read(size)
def write(header, data=b''):
    text = json.dumps(header).encode()
    sys.stdout.buffer.write(struct.pack('<4sIQ', b'MSE1', len(text), len(data)) + text + data)
    sys.stdout.buffer.flush()
)" << first << R"(
read()
write({'status': 'ok', 'version': '1.2'})
while True:
    message, data = read()
)" << then;
        return {"scripted", {"/usr/bin/python3", file}, "correct the script"};
    }

    static EngineOutcome outcomeOf(ProgramEngine &engine)
    {
        Preparation preparation = engine.prepare("model");
        return preparation.model ? preparation.model->run({}) : preparation.failure;
    }
    EngineOutcome outcomeOf(const std::string &then)
    {
        ProgramEngine engine(program(then), {0.5, 0});
        return outcomeOf(engine);
    }
    static Cause causeOf(const EngineOutcome &outcome)
    {
        const auto *failure = std::get_if<InferenceFailure>(&outcome);
        EXPECT_TRUE(failure);
        return failure ? failure->cause : Cause::Exception;
    }

    std::filesystem::path m_folder
        = std::filesystem::temp_directory_path() / ("mutascope_engine_program_" + std::to_string(getpid()));
};

TEST_F(Scripted, AnswersAndStaysAlive)
{
    ProgramEngine engine(program(R"(
    if message['command'] == 'prepare': write({'status': 'ok'} if data == b'model' else {'status': 'refused'})
    else: write({'status': 'ok', 'outputs': [{'name': 'y', 'type': 'float32', 'shape': [2]}]},
                struct.pack('<2f', 1.5, -2))
)"),
                         {});
    EXPECT_EQ(engine.id().version, "1.2");
    for (int i = 0; i < 3; ++i) {
        const EngineOutcome outcome = outcomeOf(engine);
        ASSERT_TRUE(std::holds_alternative<EngineOutputs>(outcome));
        const NamedTensor &tensor = std::get<EngineOutputs>(outcome).tensors.at(0);
        EXPECT_EQ(tensor.name, "y");
        EXPECT_EQ(asDoubles(tensor.data), (std::vector<double>{1.5, -2}));
    }
    EXPECT_EQ(engine.starts(), 1);
}

TEST_F(Scripted, ACrashIsReportedWithItsSignalAndTheProgramStartedAnew)
{
    ProgramEngine engine(program("    os.kill(os.getpid(), signal.SIGSEGV)\n"), {});
    for (int i = 1; i <= 2; ++i) {
        const EngineOutcome outcome = outcomeOf(engine);
        EXPECT_EQ(causeOf(outcome), Cause::Crash);
        EXPECT_EQ(std::get<InferenceFailure>(outcome).signal, SIGSEGV);
        EXPECT_EQ(engine.starts(), i);
    }
}

TEST_F(Scripted, ACrashItTellsOfDoesNotEndIt)
{
    ProgramEngine engine(program(R"(
    if message['command'] == 'prepare': write({'status': 'ok'})
    else:
        sys.stderr.write('free(): invalid pointer\n'); sys.stderr.flush()
        write({'status': 'crash', 'signal': 6})
)"),
                         {});
    const Preparation prepared = engine.prepare("model");
    ASSERT_TRUE(prepared.model);
    for (int i = 0; i < 2; ++i) { // the second time it takes the model again
        const EngineOutcome outcome = prepared.model->run({});
        EXPECT_EQ(causeOf(outcome), Cause::Crash);
        EXPECT_EQ(std::get<InferenceFailure>(outcome).signal, SIGABRT);
        EXPECT_NE(std::get<InferenceFailure>(outcome).message.find("free(): invalid pointer"),
                  std::string::npos);
    }
    EXPECT_EQ(engine.starts(), 1);
}

// Else what is said of a failure would depend on the models before.
TEST_F(Scripted, WordsOfAModelBeforeAreNotThoseOfACrash)
{
    ProgramEngine engine(program(R"(
    if data == b'first': sys.stderr.write('a warning\n'); sys.stderr.flush(); write({'status': 'ok'})
    else: os.kill(os.getpid(), signal.SIGSEGV)
)"),
                         {});
    EXPECT_TRUE(engine.prepare("first").model);
    const Preparation second = engine.prepare("second");
    ASSERT_FALSE(second.model);
    EXPECT_EQ(std::get<InferenceFailure>(second.failure).message,
              "the engine's process crashed: Segmentation fault");
}

TEST_F(Scripted, AHangIsEndedWithinItsLimit)
{
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(causeOf(outcomeOf("    time.sleep(100)\n")), Cause::Hang);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST_F(Scripted, AProgramThatDoesNotReadIsAHangToo)
{
    ProgramEngine engine(program("    time.sleep(100)\n"), {0.5, 0});
    EXPECT_EQ(causeOf(engine.prepare(std::string(std::size_t(1) << 24, 'x')).failure), Cause::Hang);
}

TEST_F(Scripted, WhatIsNoFrameIsGarbage)
{
    EXPECT_EQ(causeOf(outcomeOf("    print('hello', flush=True)\n    time.sleep(100)\n")), Cause::Garbage);
    EXPECT_EQ(causeOf(outcomeOf("    write({'status': 'what'})\n")), Cause::Garbage);
    EXPECT_EQ(causeOf(outcomeOf("    sys.stdout.buffer.write(b'MSE1' + b'\\xff' * 12); sys.stdout.flush()\n"
                                "    time.sleep(100)\n")),
              Cause::Garbage);
}

TEST_F(Scripted, OutputsThatAreNotAsDescribedAreGarbage)
{
    for (const char *outputs : {"[{'name': 'y', 'type': 'float32', 'shape': [3]}]",
                                "[{'name': 'y', 'type': 'float32', 'shape': [1000000, 1000000]}]",
                                "[{'name': 'y', 'type': 'complex', 'shape': [1]}]", "7"})
        EXPECT_EQ(causeOf(outcomeOf(std::string("    write({'status': 'ok', 'outputs': ") + outputs
                                    + "}, b'1234')\n")),
                  Cause::Garbage)
            << outputs;
}

TEST_F(Scripted, AnExceptionWhileTakingTheModelIsAConversionFailure)
{
    const EngineOutcome outcome
        = outcomeOf("    write({'status': 'exception', 'message': 'no such layer'})\n");
    ASSERT_TRUE(std::holds_alternative<ConversionFailure>(outcome));
    EXPECT_EQ(std::get<ConversionFailure>(outcome).message, "no such layer");
}

TEST_F(Scripted, WhatItSaysItDoesNotSupportIsNoFailure)
{
    const EngineOutcome outcome = outcomeOf("    write({'status': 'unsupported', 'message': 'Pad'})\n");
    ASSERT_TRUE(std::holds_alternative<NotSupported>(outcome));
    EXPECT_EQ(std::get<NotSupported>(outcome).message, "Pad");
}

TEST_F(Scripted, ASanitizersReportIsRecognised)
{
    const EngineOutcome outcome
        = outcomeOf("    sys.stderr.write('==1==ERROR: AddressSanitizer: heap-buffer-overflow\\nmore\\n"
                    "SUMMARY: AddressSanitizer: heap-buffer-overflow a.cpp:3 in f\\n'); sys.stderr.flush(); "
                    "os._exit(1)\n");
    ASSERT_EQ(causeOf(outcome), Cause::Crash);
    EXPECT_TRUE(isSanitizerReport(std::get<InferenceFailure>(outcome)));
    EXPECT_NE(std::get<InferenceFailure>(outcome).message.find("heap-buffer-overflow a.cpp"),
              std::string::npos);
}

TEST_F(Scripted, MoreMemoryThanItsLimitIsNotGiven)
{
    const std::string then = "    try: memory = b'x' * (1 << 30)\n"
                             "    except MemoryError: write({'status': 'memory', 'message': 'no memory'})\n"
                             "    else: write({'status': 'ok'})\n";
    ProgramEngine engine(program(then), {10, std::uint64_t(256) << 20});
    EXPECT_EQ(causeOf(outcomeOf(engine)), Cause::OutOfMemory);
}

TEST_F(Scripted, DyingAtStartIsAnErrorThatSaysWhy)
{
    try {
        ProgramEngine engine(program("", "sys.exit('cannot find libmine.so')\n"), {});
        FAIL() << "it starts";
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::NotFound);
        EXPECT_NE(std::string(error.what()).find("libmine.so"), std::string::npos) << error.what();
        EXPECT_EQ(error.hint(), "correct the script");
    }
}

TEST(EngineProgram, AMissingProgramIsAnErrorWithAHint)
{
    try {
        ProgramEngine engine({"mine", {"/nowhere/engine"}, "install it"}, {});
        FAIL() << "it starts";
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::NotFound);
        EXPECT_EQ(error.hint(), "install it");
    }
}

TEST(FrameReader, PutsFramesTogetherWhateverThePieces)
{
    const Message message{{{"command", "run"}, {"text", "ä"}}, std::string("\0\1\2", 3)};
    const std::string frame = encode(message);
    FrameReader reader;
    for (std::size_t i = 0; i + 1 < frame.size(); ++i)
        ASSERT_EQ(reader.add(&frame[i], 1), FrameReader::State::More) << i;
    ASSERT_EQ(reader.add(&frame.back(), 1), FrameReader::State::Complete);
    const Message read = reader.take();
    EXPECT_EQ(read.header, message.header);
    EXPECT_EQ(read.bytes, message.bytes);
    EXPECT_EQ(FrameReader().add("MSE2", 4), FrameReader::State::Garbage);
}

} // namespace
} // namespace mutascope::engines
