// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_export.h"
#include "core/engines/graph/plan.h"
#include "core/model/onnx/onnx_graph.h"
#include "tests/support/error_code.h"
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace mutascope::engines {
namespace {

// x -> Squeeze(axes) -> Clip(min, max).
OperatorGraph example()
{
    OperatorGraph graph;
    graph.addInput({ElementType::Float, {1, 4}}, 1);
    graph.add(operatorNamed("Squeeze"), {{0, 0}}, {{"axes", Ints{0}}}, 1);
    graph.add(operatorNamed("Clip"), {{1, 0}}, {{"min", -0.5}, {"max", 2.0}}, 1);
    return graph;
}

// What the project's own reader makes of a model.
OnnxGraph readBack(const std::string &model)
{
    const auto file = std::filesystem::temp_directory_path() / "mutascope_export_test.onnx";
    std::ofstream(file, std::ios::binary) << model;
    const OnnxGraph graph = readOnnx(file);
    std::filesystem::remove(file);
    return graph;
}

ExportOptions opset(int number)
{
    ExportOptions options;
    options.opset = number;
    return options;
}

TEST(OnnxExport, WritesWhatTheGraphSays)
{
    const OnnxGraph graph = readBack(toOnnx(example(), opset(13)));
    EXPECT_EQ(graph.opset, 13);
    EXPECT_EQ(graph.input.name, "x0");
    EXPECT_EQ(graph.input.dims, (std::vector<std::int64_t>{1, 4}));
    EXPECT_EQ(graph.outputs, (std::vector<std::string>{"v2_0"}));
    ASSERT_EQ(graph.nodes.size(), 2u);
    EXPECT_EQ(graph.nodes[0].name, "Squeeze_1");
    EXPECT_EQ(graph.nodes[1].inputs, (std::vector<std::string>{"v1_0", "c2_1", "c2_2"}));
    float low = 0;
    std::memcpy(&low, graph.constants.at("c2_1").bytes->data(), sizeof low);
    EXPECT_EQ(low, -0.5F);
}

TEST(OnnxExport, AxesAreInputsFromOpset13On)
{
    const OnnxGraph before = readBack(toOnnx(example(), opset(12)));
    EXPECT_EQ(before.nodes[0].inputs, (std::vector<std::string>{"x0"}));
    EXPECT_EQ(std::get<Ints>(before.nodes[0].attributes.at("axes")), (Ints{0}));
    const OnnxGraph after = readBack(toOnnx(example(), opset(13)));
    EXPECT_EQ(after.nodes[0].inputs, (std::vector<std::string>{"x0", "c1_1"}));
    EXPECT_TRUE(after.nodes[0].attributes.empty());
}

TEST(OnnxExport, AConstantOperandStandsWhereItIsSaidTo)
{
    for (const std::int64_t first : {0, 1}) {
        OperatorGraph graph;
        graph.addInput({ElementType::Float, {2, 3}}, 1);
        graph.add(operatorNamed("Div"), {{0, 0}}, {{"constant", Ints{3}}, {"constant_first", first}}, 5);
        const OnnxGraph read = readBack(toOnnx(graph));
        EXPECT_EQ(read.nodes[0].inputs[std::size_t(1 - first)], "c1_" + std::to_string(1 - first));
        EXPECT_EQ(read.nodes[0].inputs[std::size_t(first)], "x0");
        EXPECT_TRUE(read.nodes[0].attributes.empty());
    }
}

TEST(OnnxExport, ConstantsHaveTheGraphsNumbers)
{
    OperatorGraph graph;
    graph.addInput({ElementType::Float, {2, 3}}, 1);
    graph.add(operatorNamed("Gemm"), {{0, 0}},
              {{"units", std::int64_t{4}},
               {"transA", std::int64_t{0}},
               {"transB", std::int64_t{1}},
               {"bias", std::int64_t{1}},
               {"alpha", 1.0},
               {"beta", 1.0}},
              77);
    const OnnxGraph read = readBack(toOnnx(graph));
    for (std::size_t parameter = 0; parameter < 2; ++parameter) {
        const TensorData data = graph.parameterData(1, parameter);
        const OnnxTensor &tensor = read.constants.at("c1_" + std::to_string(parameter + 1));
        EXPECT_EQ(tensor.dims, data.type.shape);
        ASSERT_EQ(tensor.bytes->size(), data.bytes.size());
        EXPECT_EQ(std::memcmp(tensor.bytes->data(), data.bytes.data(), data.bytes.size()), 0);
    }
}

TEST(OnnxExport, EveryValueCanBeAnOutput)
{
    ExportOptions options = opset(13);
    options.allValues = true;
    const std::vector<std::string> all = {"v1_0", "v2_0"};
    EXPECT_EQ(readBack(toOnnx(example(), options)).outputs, all);
    for (std::uint64_t seed = 0; seed < 50; ++seed)
        EXPECT_EQ(checkExport(randomGraph({}, seed), options), "");
    options.shapes = true;
    options.allValues = false;
    for (std::uint64_t seed = 0; seed < 50; ++seed)
        EXPECT_EQ(checkExport(randomGraph({}, seed), options), "");
}

// What the judge counts as our own fault.
TEST(OnnxExport, AModelThatIsWrongIsNotTakenForValid)
{
    const OperatorGraph graph = example();
    const std::string model = toOnnx(graph, opset(13));
    EXPECT_EQ(checkExport(graph, model), "");
    const std::string op = graph.nodes()[1].op->name;
    std::string unknown = model;
    unknown.replace(unknown.find("\"" + std::string(1, char(op.size())) + op) + 2, op.size(), op.size(), 'Z');
    EXPECT_NE(checkExport(graph, unknown).find("ZZ"), std::string::npos) << checkExport(graph, unknown);
    EXPECT_NE(checkExport(graph, model.substr(0, model.size() / 2)), "");
    OperatorGraph other;
    const int x = other.addInput({ElementType::Float, {7}}, 1);
    other.add(operatorNamed("Relu"), {{x, 0}}, {}, 2);
    EXPECT_NE(checkExport(graph, toOnnx(other, opset(13))), ""); // valid, but not what the graph says
}

// Graphs of one input, as the reader knows no others: each of its nodes is found, in order.
TEST(OnnxExport, RandomGraphsAreReadByTheProjectsImporter)
{
    GraphConfig config;
    config.mostInputs = 1;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const OperatorGraph graph = randomGraph(config, seed);
        ExportOptions options = opset(13);
        options.allValues = true;
        EXPECT_EQ(int(readBack(toOnnx(graph, options)).nodes.size()), graph.operators()) << "seed " << seed;
    }
}

TEST(OnnxExport, GivesTheSameBytesAgain)
{
    EXPECT_EQ(toOnnx(randomGraph({}, 4)), toOnnx(randomGraph({}, 4)));
}

TEST(OnnxExport, RefusesOpsetsThatLackAnOperator)
{
    OperatorGraph graph = example();
    graph.add(operatorNamed("HardSwish"), {{2, 0}}, {}, 1);
    EXPECT_EQ(codeOf([&] { toOnnx(graph, opset(13)); }), ErrorCode::Unsupported);
    EXPECT_EQ(codeOf([&] { toOnnx(graph, opset(18)); }), ErrorCode::Unsupported);
    OperatorGraph empty;
    empty.addInput({ElementType::Float, {1}}, 1);
    EXPECT_EQ(codeOf([&] { toOnnx(empty, opset(13)); }), ErrorCode::Unsupported);
}

TEST(OnnxCheck, FindsWhatIsWrong)
{
    EXPECT_NE(checkOnnx("no model").problem, "");
    EXPECT_NE(checkOnnx("").problem, "");
    // The Squeeze gives another value than the Clip takes.
    std::string model = toOnnx(example(), opset(13));
    const std::size_t at = model.find("v1_0");
    ASSERT_NE(at, std::string::npos);
    model.replace(at, 4, "v9_0");
    EXPECT_NE(checkOnnx(model).problem, "");
}

TEST(OnnxCheck, GivesTheTypesOnnxInfers)
{
    const OnnxVerdict verdict = checkOnnx(toOnnx(example(), opset(13)));
    EXPECT_EQ(verdict.problem, "");
    EXPECT_EQ(verdict.types.at("v1_0"), (TensorType{ElementType::Float, {4}}));
}

} // namespace
} // namespace mutascope::engines
