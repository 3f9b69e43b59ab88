// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/oracle/judge.h"
#include "tests/core/engines/oracle/judge_rig.h"
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>

namespace mutascope::engines {
namespace {

const EngineFailure *onlyFailure(const Verdict &verdict, std::size_t engine = 0)
{
    EXPECT_EQ(verdict.ourFault, "");
    const auto &failures = verdict.engines.at(engine).failures;
    EXPECT_EQ(failures.size(), 1u);
    return failures.empty() ? nullptr : &failures[0];
}

TEST(Judge, FindsAMiscomputedOperatorAndNamesIt)
{
    const auto judge = judgeOf({"planted-wrong", "torch"});
    const Verdict wrong = judge->judge(averagePoolGraph(1));
    const EngineFailure *failure = onlyFailure(wrong);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->engine, "planted-wrong");
    EXPECT_EQ(failure->stage, FailureStage::Comparison);
    EXPECT_EQ(failure->symptom, Symptom::Difference);
    EXPECT_EQ(failure->operators, "AveragePool");
    EXPECT_EQ(failure->node, 2);
    EXPECT_GT(failure->difference, 0.1);
    EXPECT_TRUE(wrong.engines[1].failures.empty());
    EXPECT_TRUE(wrong.comparable);
    EXPECT_TRUE(judge->judge(averagePoolGraph(0)).engines[0].failures.empty());
}

TEST(Judge, GoesOnAfterACrash)
{
    const auto judge = judgeOf({"planted-crash", "torch"});
    for (int i = 0; i < 2; ++i) {
        const Verdict verdict = judge->judge(crashGraph());
        const EngineFailure *failure = onlyFailure(verdict);
        ASSERT_TRUE(failure);
        EXPECT_EQ(failure->symptom, Symptom::Crash);
        EXPECT_EQ(failure->stage, FailureStage::Inference);
        EXPECT_EQ(failure->signal, SIGSEGV);
        EXPECT_TRUE(verdict.engines[1].failures.empty());
    }
    EXPECT_TRUE(judge->judge(averagePoolGraph(0)).engines[0].failures.empty());
}

TEST(Judge, GoesOnAfterAHang)
{
    const auto judge = judgeOf({"planted-hang"}, 1);
    const Verdict verdict = judge->judge(hangGraph());
    const EngineFailure *failure = onlyFailure(verdict);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->symptom, Symptom::Hang);
    EXPECT_TRUE(judge->judge(averagePoolGraph(0)).engines[0].failures.empty());
}

TEST(Judge, NoticesOutputsThatChangeFromRunToRun)
{
    const Verdict verdict = judgeOf({"planted-unsteady"})->judge(graphAround("Softplus", {}));
    const EngineFailure *failure = onlyFailure(verdict);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->symptom, Symptom::NotDeterministic);
    EXPECT_EQ(failure->operators, "Softplus");
}

// A last bit decides: no engine's fault.
// Of what memory holds that nobody wrote, the campaign must know the same each time.
TEST(Judge, NoticesMemoryNobodyWrote)
{
    std::string message;
    for (int i = 0; i < 2; ++i) {
        const Verdict verdict = judgeOf({"planted-unwritten"})->judge(graphAround("Elu", {{"alpha", 1.0}}));
        const EngineFailure *failure = onlyFailure(verdict);
        ASSERT_TRUE(failure);
        EXPECT_EQ(failure->symptom, Symptom::NotDeterministic);
        EXPECT_EQ(failure->operators, "Elu");
        EXPECT_TRUE(i == 0 || failure->message == message);
        message = failure->message;
    }
}

TEST(Judge, DoesNotCompareWhatRoundingDecides)
{
    OperatorGraph graph;
    const int x = graph.addInput({ElementType::Float, {1, 2, 6, 6}}, 11);
    const int y = graph.add(operatorNamed("Atan"), {{x, 0}}, {}, 12);
    const int back = graph.add(operatorNamed("Tan"), {{y, 0}}, {}, 12);
    const int ratio = graph.add(operatorNamed("Div"), {{back, 0}, {x, 0}}, {}, 12); // 1, nearly
    graph.add(operatorNamed("Floor"), {{ratio, 0}}, {}, 12);
    const Verdict verdict = judgeOf({"torch", "opencv"})->judge(graph);
    EXPECT_EQ(verdict.ourFault, "");
    EXPECT_FALSE(verdict.comparable);
    for (const EngineVerdict &engine : verdict.engines)
        EXPECT_TRUE(engine.failures.empty()) << engine.failures[0].message;
}

TEST(Judge, ComparesWhatIsExactThoughDiscontinuous)
{
    OperatorGraph graph;
    const int x = graph.addInput({ElementType::Float, {1, 40}}, 11, Fill::Ties);
    graph.add(operatorNamed("Round"), {{x, 0}}, {}, 12);
    EXPECT_TRUE(judgeOf({"torch"})->judge(graph).comparable);
}

TEST(Judge, DoesNotCompareWhereTheReferenceIsNotFinite)
{
    OperatorGraph graph;
    const int x = graph.addInput({ElementType::Float, {1, 8}}, 11, Fill::Zero);
    graph.add(operatorNamed("Log"), {{x, 0}}, {}, 12);
    const Verdict verdict = judgeOf({"torch"})->judge(graph);
    EXPECT_FALSE(verdict.comparable);
    EXPECT_TRUE(verdict.engines[0].failures.empty());
}

// Every operator of the table: LibTorch in float32 agrees with itself in float64.
TEST(Judge, TorchAgreesWithTheReferenceOnRandomGraphs)
{
    const auto judge = judgeOf({"torch"});
    GraphConfig config;
    config.opset = 17;
    int comparable = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Verdict verdict = judge->judge(randomGraph(config, seed));
        ASSERT_EQ(verdict.ourFault, "") << seed;
        comparable += verdict.comparable ? 1 : 0;
        for (const EngineFailure &failure : verdict.engines[0].failures)
            ADD_FAILURE() << seed << ": " << failure.signature() << ", " << failure.message;
    }
    EXPECT_GT(comparable, 50);
}

TEST(Judge, IsDeterministic)
{
    const auto first = judgeOf({"opencv"}), second = judgeOf({"opencv"});
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const OperatorGraph graph = randomGraph({}, seed);
        const Verdict a = first->judge(graph), b = second->judge(graph);
        ASSERT_EQ(a.engines[0].failures.size(), b.engines[0].failures.size());
        if (!a.engines[0].failures.empty()) {
            EXPECT_EQ(a.engines[0].failures[0].signature(), b.engines[0].failures[0].signature());
        }
    }
}

TEST(Judge, RefusesWhatItDoesNotKnow)
{
    const auto codeOf = [](const JudgeConfig &config) {
        try {
            makeJudge(config);
        } catch (const Error &error) {
            return error.code();
        }
        return ErrorCode::Internal;
    };
    JudgeConfig config;
    EXPECT_EQ(codeOf(config), ErrorCode::Usage);
    config.engines = {"opencw"};
    EXPECT_EQ(codeOf(config), ErrorCode::Usage);
    config.engines = {"torch", "torch"};
    EXPECT_EQ(codeOf(config), ErrorCode::Usage);
    config.engines = {"torch"};
    config.opset = 9;
    EXPECT_EQ(codeOf(config), ErrorCode::Usage);
    config.opset = 13;
    config.extraEngines = "/nowhere.json";
    EXPECT_EQ(codeOf(config), ErrorCode::NotFound);
}

TEST(Judge, SaysWhichEnginesThereAre)
{
    const std::vector<EngineInfo> infos = engineInfos();
    const auto info = [&](const std::string &id) {
        const auto found
            = std::find_if(infos.begin(), infos.end(), [&](const EngineInfo &one) { return one.id == id; });
        return found == infos.end() ? EngineInfo{} : *found;
    };
    for (const char *id :
         {"torch", "torchscript", "torchscript-frozen", "opencv", "opencv-nofusion", "onednn"}) {
        EXPECT_TRUE(info(id).available) << id << ": " << info(id).problem;
        EXPECT_NE(info(id).version, "") << id;
    }
    if (!std::getenv("MUTASCOPE_ONNXRUNTIME")) {
        EXPECT_FALSE(info("onnxruntime").available);
        EXPECT_NE(info("onnxruntime").problem.find("MUTASCOPE_ONNXRUNTIME"), std::string::npos);
    }
}

TEST(Judge, WhatOneDnnLacksLibTorchComputes)
{
    const auto judge = judgeOf({"onednn"});
    const Verdict verdict = judge->judge(averagePoolGraph(1)); // Softsign, Neg and Erf are none of its
    EXPECT_EQ(verdict.ourFault, "");
    EXPECT_EQ(verdict.engines.at(0).skipped, "");
    EXPECT_TRUE(verdict.engines.at(0).failures.empty());
    OperatorGraph nothing;
    const int x = nothing.addInput({ElementType::Float, {2, 3}}, 1);
    nothing.add(operatorNamed("Erf"), {{x, 0}}, {}, 2);
    EXPECT_NE(judge->judge(nothing).engines.at(0).skipped, "");
}

TEST(Judge, AnOutputThatTracingCannotKeepIsNoFailureOfTorchScript)
{
    OperatorGraph graph;
    const int x = graph.addInput({ElementType::Float, {2, 3}}, 1);
    graph.add(operatorNamed("Shape"), {{x, 0}}, {}, 2);
    for (const char *engine : {"torchscript", "torchscript-frozen"}) {
        const Verdict verdict = judgeOf({engine})->judge(graph);
        EXPECT_NE(verdict.engines.at(0).skipped, "") << engine;
        EXPECT_TRUE(verdict.engines.at(0).failures.empty()) << engine;
    }
}

EngineFailure failureWith(FailureStage stage, Symptom symptom, const std::string &message)
{
    EngineFailure failure;
    failure.engine = "opencv";
    failure.stage = stage;
    failure.symptom = symptom;
    failure.message = message;
    return failure;
}

TEST(Failure, SignaturesLeaveOutWhatChangesFromModelToModel)
{
    EngineFailure one
        = failureWith(FailureStage::Conversion, Symptom::Refused,
                      "OpenCV(4.6.0) ./modules/dnn/src/onnx/onnx_importer.cpp:1021: error in 'handleNode' "
                      "Node [Clip@ai.onnx]:(onnx_node!Clip_3) at 0x7f12ab, [1, 3, 8, 8]");
    EngineFailure other = one;
    other.message = "OpenCV(4.6.0) ./modules/dnn/src/onnx/onnx_importer.cpp:1021: error in 'handleNode' "
                    "Node [Clip@ai.onnx]:(onnx_node!Clip_14) at 0x7fcd01, [2, 4]";
    EXPECT_EQ(one.signature(), other.signature());
    other.message = "OpenCV(4.6.0) ./modules/dnn/src/onnx/onnx_importer.cpp:1021: error in 'handleNode' "
                    "Node [Tile@ai.onnx]:(onnx_node!Tile_3) at 0x7f12ab, [1, 3, 8, 8]";
    EXPECT_NE(one.signature(), other.signature());
    EngineFailure difference
        = failureWith(FailureStage::Comparison, Symptom::Difference, "3 of 7 elements differ");
    difference.operators = "Conv";
    EngineFailure another = difference;
    another.message = "1 of 9 elements differ";
    EXPECT_EQ(difference.signature(), another.signature());
    another.operators = "Gemm";
    EXPECT_NE(difference.signature(), another.signature());
}

} // namespace
} // namespace mutascope::engines
