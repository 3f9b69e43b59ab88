// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_export.h"
#include "core/engines/graph/plan.h"
#include "tests/support/error_code.h"
#include <gtest/gtest.h>
#include <set>

namespace mutascope::engines {
namespace {

// A graph of one vertex with the operator on it, realised with whatever it needs around it.
GraphPlan planOfOne(const Operator &op, std::size_t inputs, std::uint64_t seed, int opset)
{
    GraphConfig config;
    config.blocks = {singleBlock(op)};
    config.size = 1;
    config.opset = opset;
    GraphPlan plan = planGraph(config, seed);
    plan.nodes[0].inputs.resize(inputs, {true, 0});
    return plan;
}

TEST(OperatorTable, HasAtLeastSixtyOperatorsOfEveryKind)
{
    std::set<OperatorKind> kinds;
    for (const Operator &op : operatorTable())
        kinds.insert(op.kind);
    EXPECT_GE(operatorTable().size(), 60u);
    EXPECT_EQ(kinds.size(), 12u);
}

TEST(OperatorTable, EntriesAreComplete)
{
    for (const Operator &op : operatorTable()) {
        EXPECT_EQ(findOperator(op.name), &op);
        EXPECT_TRUE(op.infer && op.fit) << op.name;
        EXPECT_FALSE(op.inDegrees.empty()) << op.name;
        EXPECT_TRUE(std::is_sorted(op.inDegrees.begin(), op.inDegrees.end())) << op.name;
        EXPECT_TRUE(op.numerics != Numerics::Stable || op.guard(0) == Guard::None) << op.name;
        for (const AttributeSpec &spec : op.attributes) {
            EXPECT_EQ(spec.type == AttributeType::Word, !spec.words.empty()) << op.name << " " << spec.name;
            EXPECT_LE(spec.low, spec.high) << op.name << " " << spec.name;
            EXPECT_EQ(spec.carrier == Carrier::Input, spec.position >= 0) << op.name << " " << spec.name;
        }
    }
}

TEST(OperatorTable, UnknownNamesAreToldWithTheNearest)
{
    EXPECT_EQ(findOperator("Convv"), nullptr);
    EXPECT_EQ(codeOf([] { operatorNamed("Convv"); }), ErrorCode::Usage);
}

// Conformance: every operator, with every number of inputs, in several forms and every opset that has it, is
// accepted by libonnx' checker, and its strict shape inference gives the same types.
TEST(OperatorConformance, EveryOperatorIsExportedAndAccepted)
{
    for (const Operator &op : operatorTable())
        for (const int inputs : op.inDegrees)
            for (int opset = op.sinceOpset; opset <= newestOpset; ++opset)
                for (std::uint64_t seed = 0; seed < 4; ++seed) {
                    const OperatorGraph graph
                        = realise(planOfOne(op, std::size_t(inputs), seed, opset)).graph;
                    ASSERT_EQ(check(graph), "") << op.name;
                    ExportOptions options;
                    options.opset = opset;
                    ASSERT_EQ(checkExport(graph, options), "")
                        << op.name << " with " << inputs << " inputs, opset " << opset << ", seed " << seed;
                }
}

TEST(OperatorConformance, EveryAttributeIsUsedSomewhere)
{
    for (const Operator &op : operatorTable()) {
        std::set<std::string> unused;
        for (const AttributeSpec &spec : op.attributes)
            if (spec.name != "constant_value") // what guards put in
                unused.insert(spec.name);
        for (std::uint64_t seed = 0; seed < 60 && !unused.empty(); ++seed) {
            const auto made = realise(planOfOne(op, std::size_t(op.inDegrees[0]), seed, newestOpset));
            for (const auto &[name, value] :
                 made.graph.nodes()[std::size_t(made.nodeOf[0])].attributes.items())
                unused.erase(name);
        }
        EXPECT_TRUE(unused.empty()) << op.name << " " << *unused.begin();
    }
}

TensorType real(Shape shape)
{
    return {ElementType::Float, std::move(shape)};
}

// By hand, after the ONNX operator descriptions.
struct ShapeCase {
    const char *op;
    std::vector<Shape> inputs;
    Attributes attributes;
    Shape output;
};

class OperatorShapes : public testing::TestWithParam<ShapeCase> { };

TEST_P(OperatorShapes, AreAsDescribed)
{
    const ShapeCase &one = GetParam();
    std::vector<TensorType> inputs;
    for (const Shape &shape : one.inputs)
        inputs.push_back(real(shape));
    const Inference inference = inferNode(operatorNamed(one.op), one.attributes, inputs);
    ASSERT_EQ(inference.problem, "");
    EXPECT_EQ(inference.outputs[0].shape, one.output);
}

Attributes window(Ints kernel, Ints strides, Ints dilations, Ints pads)
{
    return {{"kernel_shape", kernel}, {"strides", strides}, {"dilations", dilations}, {"pads", pads}};
}

Attributes convolution(Attributes attributes, std::int64_t channels, std::int64_t group)
{
    attributes.set("channels", channels);
    attributes.set("group", group);
    attributes.set("bias", std::int64_t{1});
    return attributes;
}

Attributes with(Attributes attributes, const std::string &name, AttributeValue value)
{
    attributes.set(name, std::move(value));
    return attributes;
}

constexpr std::int64_t one = 1;

INSTANTIATE_TEST_SUITE_P(
    ByHand, OperatorShapes,
    testing::Values(
        // (9 + 1 + 2 - 2 * 2 - 1) / 2 + 1 = 4; (7 - 2) / 1 + 1 = 6
        ShapeCase{"Conv",
                  {{2, 4, 9, 7}},
                  convolution(window({3, 2}, {2, 1}, {2, 1}, {1, 0, 2, 0}), 6, 2),
                  {2, 6, 4, 6}},
        // (5 - 1) * 2 + 1 + 2 * (3 - 1) + 1 - 1 - 0 = 13
        ShapeCase{"ConvTranspose",
                  {{1, 4, 5}},
                  with(convolution(window({3}, {2}, {2}, {1, 0}), 6, 2), "output_padding", Ints{1}),
                  {1, 6, 13}},
        // ceil((6 - 3) / 2) + 1 = 3 (the third begins at 4)
        ShapeCase{"MaxPool", {{1, 2, 6}}, with(window({3}, {2}, {1}, {0, 0}), "ceil_mode", one), {1, 2, 3}},
        ShapeCase{"Gemm",
                  {{5, 3}, {7, 5}},
                  {{"transA", one}, {"transB", one}, {"bias", one}, {"alpha", 1.0}, {"beta", 1.0}},
                  {3, 7}},
        ShapeCase{"MatMul", {{2, 1, 3, 4}, {5, 4, 6}}, {}, {2, 5, 3, 6}},
        ShapeCase{"Slice",
                  {{10, 8}},
                  {{"starts", Ints{8, -5}},
                   {"ends", Ints{-100, 100}},
                   {"axes", Ints{0, -1}},
                   {"steps", Ints{-3, 2}}},
                  {3, 3}},
        ShapeCase{"Reshape", {{2, 3, 4}}, {{"shape", Ints{0, -1, 2}}}, {2, 6, 2}},
        ShapeCase{"Flatten", {{2, 3, 4}}, {{"axis", std::int64_t{-1}}}, {6, 4}},
        ShapeCase{"ReduceMax", {{2, 3, 4}}, {{"axes", Ints{-1, 0}}, {"keepdims", std::int64_t{0}}}, {3}},
        ShapeCase{"Gather", {{2, 3, 4}}, {{"axis", one}, {"indices", Ints{5, 6}}}, {2, 5, 6, 4}},
        ShapeCase{"Concat", {{2, 3}, {2, 5}}, {{"axis", std::int64_t{-1}}}, {2, 8}},
        ShapeCase{"Unsqueeze", {{3, 4}}, {{"axes", Ints{-1, 0}}}, {1, 3, 4, 1}},
        ShapeCase{"DepthToSpace",
                  {{1, 8, 2, 3}},
                  {{"blocksize", std::int64_t{2}}, {"mode", std::string("CRD")}},
                  {1, 2, 4, 6}},
        ShapeCase{"Resize",
                  {{1, 1, 5, 4}},
                  {{"mode", std::string("linear")},
                   {"coordinate_transformation_mode", std::string("half_pixel")},
                   {"scales", Reals{1, 1, 1.5, 0.5}}},
                  {1, 1, 7, 2}}));

// One for each kind of refusal.
struct Refusal {
    const char *op;
    std::vector<Shape> inputs;
    Attributes attributes;
};

class OperatorRefusals : public testing::TestWithParam<Refusal> { };

TEST_P(OperatorRefusals, AreGivenAReason)
{
    std::vector<TensorType> inputs;
    for (const Shape &shape : GetParam().inputs)
        inputs.push_back(real(shape));
    const Inference inference = inferNode(operatorNamed(GetParam().op), GetParam().attributes, inputs);
    EXPECT_NE(inference.problem, "");
    EXPECT_TRUE(inference.outputs.empty());
}

INSTANTIATE_TEST_SUITE_P(
    ByHand, OperatorRefusals,
    testing::Values(
        Refusal{"Relu", {{2}, {2}}, {}}, // two inputs
        Refusal{"Not", {{2}}, {}}, // element type
        Refusal{"Conv", {{2, 3}}, convolution(window({}, {}, {}, {}), 6, 1)}, // rank
        Refusal{"LeakyRelu", {{2}}, {}}, // a missing attribute
        Refusal{"LeakyRelu", {{2}}, {{"alpha", 9.0}}}, // out of range
        Refusal{"LeakyRelu", {{2}}, {{"alpha", one}}}, // of another type
        Refusal{"Relu", {{2}}, {{"alpha", 1.0}}}, // unknown
        Refusal{"Add", {{2, 3}, {2, 4}}, {}}, // shapes
        Refusal{"Conv", {{1, 3, 5}}, convolution(window({3}, {1}, {1}, {0, 0}), 6, 2)}, // 3 channels
        Refusal{"Conv", {{1, 4, 2}}, convolution(window({3}, {1}, {1}, {0, 0}), 6, 2)}, // too large
        // the third window would begin at 4 of 3 + 1 values
        Refusal{"MaxPool", {{1, 1, 3}}, with(window({1}, {2}, {1}, {1, 1}), "ceil_mode", one)},
        Refusal{"Slice",
                {{4}},
                {{"starts", Ints{2}}, {"ends", Ints{2}}, {"axes", Ints{0}}, {"steps", Ints{1}}}}, // empty
        Refusal{"Tile", {{1 << 20}}, {{"repeats", Ints{1024}}}}, // too many elements
        Refusal{"Transpose", {{2, 3}}, {{"perm", Ints{0, 0}}}},
        Refusal{"Reshape", {{2, 3}}, {{"shape", Ints{-1, 4}}}}));

} // namespace
} // namespace mutascope::engines
