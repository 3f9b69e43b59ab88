// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_export.h"
#include "core/engines/export/onnx_import.h"
#include "core/engines/export/onnx_types.h"
#include "core/engines/graph/plan.h"
#include "tests/support/error_code.h"
#include <fstream>
#include <nlohmann/json.hpp>

namespace mutascope::engines {
namespace {

// A model with one node, whose input is float[1,3,8,8].
onnx::ModelProto oneNode(const std::string &op, const std::vector<std::string> &inputs, int rank = 4)
{
    onnx::ModelProto model;
    model.set_ir_version(7);
    model.add_opset_import()->set_version(13);
    auto *graph = model.mutable_graph();
    graph->set_name("g");
    auto *input = graph->add_input();
    input->set_name("x");
    auto *tensor = input->mutable_type()->mutable_tensor_type();
    tensor->set_elem_type(onnx::TensorProto::FLOAT);
    for (const int side : {1, 3, 8, 8})
        tensor->mutable_shape()->add_dim()->set_dim_value(side);
    auto *node = graph->add_node();
    node->set_op_type(op);
    node->set_name("the_node");
    for (const std::string &name : inputs)
        node->add_input(name);
    node->add_output("y");
    auto *output = graph->add_output();
    output->set_name("y");
    auto *result = output->mutable_type()->mutable_tensor_type();
    result->set_elem_type(onnx::TensorProto::FLOAT);
    for (int side = 0; side < rank; ++side)
        result->mutable_shape()->add_dim()->set_dim_param("d" + std::to_string(side));
    return model;
}

void addConstant(onnx::ModelProto &model, const std::string &name, const std::vector<std::int64_t> &shape,
                 float value)
{
    onnx::TensorProto &tensor = *model.mutable_graph()->add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    std::int64_t count = 1;
    for (const std::int64_t side : shape) {
        tensor.add_dims(side);
        count *= side;
    }
    for (std::int64_t i = 0; i < count; ++i)
        tensor.add_float_data(value);
}

// As a model has them: reals are float32.
std::string asInModel(const AttributeValue &value)
{
    nlohmann::json text = std::visit([](const auto &held) { return nlohmann::json(held); }, value);
    if (const auto *real = std::get_if<double>(&value))
        text = float(*real);
    if (const auto *reals = std::get_if<Reals>(&value))
        text = std::vector<float>(reals->begin(), reals->end());
    return text.dump();
}

std::string described(const GraphNode &node)
{
    std::string text = node.op->name;
    for (const TensorType &type : node.outputs)
        text += " " + toText(type);
    for (const ParameterSpec &parameter : node.parameters)
        text += " parameter " + toText(parameter.type);
    for (const auto &[name, value] : node.attributes.items())
        if (name != "constant_value" && name != "constant_first") // of numbers, and where it is 0
            text += " " + name + "=" + asInModel(value);
    return text;
}

// Random graphs come back from their own export with the same operators, attributes, edges and shapes.
TEST(OnnxImport, GivesBackWhatWasExported)
{
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        GraphConfig config;
        config.size = 8;
        const OperatorGraph graph = randomGraph(config, seed);
        const OperatorGraph back = importOnnxBytes(toOnnx(graph), 13);
        ASSERT_EQ(check(back), "");
        ASSERT_EQ(back.operators(), graph.operators()) << "seed " << seed;
        std::vector<std::string> mine, theirs; // in order: the export writes nodes in order
        for (const auto &[one, names] : {std::pair(&graph, &mine), std::pair(&back, &theirs)})
            for (const GraphNode &node : one->nodes())
                if (!node.isInput())
                    names->push_back(described(node));
        EXPECT_EQ(mine, theirs) << "seed " << seed;
    }
}

TEST(OnnxImport, TakesDefaultsFromTheStandard)
{
    onnx::ModelProto model = oneNode("Conv", {"x", "w"});
    addConstant(model, "w", {5, 3, 3, 3}, 0.5f);
    const OperatorGraph graph = importOnnxBytes(model.SerializeAsString(), 13);
    const GraphNode &conv = graph.nodes().back();
    EXPECT_EQ(conv.attributes.ints("strides"), (Ints{1, 1}));
    EXPECT_EQ(conv.attributes.ints("kernel_shape"), (Ints{3, 3}));
    EXPECT_EQ(conv.attributes.integer("group"), 1);
    EXPECT_EQ(conv.attributes.integer("bias"), 0);
    EXPECT_EQ(conv.outputs[0].shape, (Shape{1, 5, 6, 6}));
}

TEST(OnnxImport, AConstantNoOperatorHasBecomesAnInput)
{
    onnx::ModelProto model = oneNode("Concat", {"x", "c"});
    auto *axis = model.mutable_graph()->mutable_node(0)->add_attribute();
    axis->set_name("axis");
    axis->set_type(onnx::AttributeProto::INT);
    axis->set_i(1);
    addConstant(model, "c", {1, 2, 8, 8}, 1);
    const OperatorGraph graph = importOnnxBytes(model.SerializeAsString(), 13);
    EXPECT_EQ(graph.inputs().size(), 2U);
    EXPECT_EQ(graph.nodes().back().outputs[0].shape, (Shape{1, 5, 8, 8}));
}

TEST(OnnxImport, AnOperatorThatIsNotInTheTableIsNamedWithItsNode)
{
    onnx::ModelProto typed = oneNode("NonZero", {"x"}, 2);
    typed.mutable_graph()->mutable_output(0)->mutable_type()->mutable_tensor_type()->set_elem_type(
        onnx::TensorProto::INT64);
    try {
        importOnnxBytes(typed.SerializeAsString(), 13);
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::Unsupported);
        EXPECT_NE(std::string(error.what()).find("the_node"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("NonZero"), std::string::npos) << error.what();
    }
}

TEST(OnnxImport, WhatIsNoModelIsSaid)
{
    EXPECT_EQ(codeOf([] { importOnnx("/nowhere/at/all.onnx", 13); }), ErrorCode::NotFound);
    EXPECT_EQ(codeOf([] { importOnnxBytes("these are no bytes of a model", 13); }), ErrorCode::BadModel);
    EXPECT_EQ(codeOf([] { importOnnxBytes("", 13); }), ErrorCode::BadModel);
    onnx::ModelProto model = oneNode("Relu", {"x"});
    model.mutable_opset_import(0)->set_version(99);
    EXPECT_EQ(codeOf([&] { importOnnxBytes(model.SerializeAsString(), 13); }), ErrorCode::Unsupported);
    const std::string dangling = oneNode("Relu", {"nobody"}).SerializeAsString();
    EXPECT_EQ(codeOf([&] { importOnnxBytes(dangling, 13); }), ErrorCode::BadModel);
}

TEST(OnnxImport, CutModelsNeverCrash)
{
    GraphConfig config;
    const std::string model = toOnnx(randomGraph(config, 5));
    for (std::size_t size = 0; size < model.size(); size += 7)
        try {
            importOnnxBytes(model.substr(0, size), 13);
        } catch (const Error &) {
        }
}

TEST(OnnxImport, ItsPlanCanBeMutated)
{
    const OperatorGraph graph = importOnnxBytes(toOnnx(randomGraph({}, 3)), 13);
    const GraphPlan plan = planOf(graph, 13);
    EXPECT_EQ(problemOf(plan), "");
    EXPECT_EQ(check(realise(plan).graph), "");
}

} // namespace
} // namespace mutascope::engines
