// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_graph.h"
#include "tests/support/error_code.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope::engines {
namespace {

const TensorType image{ElementType::Float, {1, 4, 6, 6}};

int relu(OperatorGraph &graph, int from)
{
    return graph.add(operatorNamed("Relu"), {{from, 0}}, {}, 1);
}

Attributes reduceAxis(std::int64_t axis)
{
    return {{"axes", Ints{axis}}, {"keepdims", std::int64_t{0}}};
}

// x -> Relu -> ReduceMax -> Neg; and the Relu's value again in Sum(Relu, x).
OperatorGraph example()
{
    OperatorGraph graph;
    const int x = graph.addInput(image, 7);
    const int first = relu(graph, x);
    const int reduced = graph.add(operatorNamed("ReduceMax"), {{first, 0}}, reduceAxis(1), 2);
    graph.add(operatorNamed("Neg"), {{reduced, 0}}, {}, 3);
    graph.add(operatorNamed("Sum"), {{first, 0}, {x, 0}}, {}, 4);
    return graph;
}

TEST(OperatorGraph, InfersTypesAsNodesAreAdded)
{
    const OperatorGraph graph = example();
    EXPECT_EQ(graph.type({3, 0}), (TensorType{ElementType::Float, {1, 6, 6}}));
    EXPECT_EQ(graph.outDegrees(), (std::vector<int>{2, 2, 1, 0, 0}));
    EXPECT_EQ(graph.outputs(), (std::vector<ValueRef>{{3, 0}, {4, 0}}));
    EXPECT_EQ(graph.operators(), 4);
    EXPECT_EQ(check(graph), "");
}

TEST(OperatorGraph, RefusesWhatIsNotLegalAndStaysAsItWas)
{
    OperatorGraph graph = example();
    const OperatorGraph before = graph;
    EXPECT_THROW(graph.add(operatorNamed("Relu"), {{9, 0}}, {}, 0), Error);
    EXPECT_THROW(graph.add(operatorNamed("Split"), {{0, 0}}, {}, 0), Error);
    EXPECT_THROW(graph.addInput({ElementType::Float, {0, 3}}, 0), Error);
    EXPECT_NE(graph.setAttributes(2, reduceAxis(4)), "");
    EXPECT_NE(graph.connect(1, 0, {3, 0}), ""); // backwards
    EXPECT_NE(graph.connect(1, 0, {1, 0}), ""); // itself
    EXPECT_NE(graph.setInputType(0, {ElementType::Bool, {2}}), ""); // Relu takes no bools
    EXPECT_NE(graph.replace({0, 0}, {3, 0}), "");
    EXPECT_NE(graph.remove(1), "");
    EXPECT_NE(graph.keep(std::vector<int>{}), "");
    EXPECT_EQ(graph, before);
}

TEST(OperatorGraph, AnEditReachesAllThatFollows)
{
    OperatorGraph graph = example();
    ASSERT_EQ(graph.setInputType(0, {ElementType::Double, {2, 3, 5}}), "");
    EXPECT_EQ(graph.type({3, 0}), (TensorType{ElementType::Double, {2, 5}}));
    EXPECT_EQ(graph.type({4, 0}), (TensorType{ElementType::Double, {2, 3, 5}}));
    ASSERT_EQ(graph.setAttributes(2, reduceAxis(0)), "");
    EXPECT_EQ(graph.type({3, 0}).shape, (Shape{3, 5}));
    ASSERT_EQ(graph.connect(2, 0, {0, 0}), "");
    EXPECT_EQ(graph.outDegrees()[1], 1);
    EXPECT_EQ(check(graph), "");
}

TEST(OperatorGraph, CanBeCutDown)
{
    OperatorGraph graph = example();
    ASSERT_EQ(graph.makeInput(1), "");
    EXPECT_EQ(graph.inputs(), (std::vector<int>{0, 1}));
    ASSERT_EQ(graph.keep(std::vector<int>{3}), "");
    EXPECT_EQ(graph.nodes().size(), 3u); // the new input, ReduceMax, Neg
    ASSERT_EQ(graph.remove(2), "");
    EXPECT_EQ(graph.outputs(), (std::vector<ValueRef>{{1, 0}}));
    EXPECT_EQ(check(graph), "");
}

TEST(OperatorGraph, ValuesCanBeReplaced)
{
    OperatorGraph graph = example();
    ASSERT_EQ(graph.replace({1, 0}, {0, 0}), "");
    EXPECT_EQ(graph.nodes()[2].inputs[0].node, 0);
    EXPECT_EQ(graph.outDegrees()[1], 0);
}

// The same operators added in another order.
TEST(OperatorGraph, StructureHashDoesNotDependOnOrderNorNumbers)
{
    OperatorGraph other;
    const int x = other.addInput(image, 100);
    const int first = relu(other, x);
    other.add(operatorNamed("Sum"), {{first, 0}, {x, 0}}, {}, 5);
    const int reduced = other.add(operatorNamed("ReduceMax"), {{first, 0}}, reduceAxis(1), 2);
    other.add(operatorNamed("Neg"), {{reduced, 0}}, {}, 3);
    EXPECT_EQ(other.structureHash(), example().structureHash());
    EXPECT_NE(other, example());
}

TEST(OperatorGraph, StructureHashTellsStructuresApart)
{
    const std::uint64_t hash = example().structureHash();
    OperatorGraph attributes = example(), wiring = example(), shape = example(), shared = example();
    ASSERT_EQ(attributes.setAttributes(2, reduceAxis(2)), "");
    ASSERT_EQ(wiring.connect(4, 1, {1, 0}), "");
    ASSERT_EQ(shape.setInputType(0, {ElementType::Float, {1, 4, 6, 7}}), "");
    // A second Relu instead of the first one's value twice.
    OperatorGraph twice;
    const int x = twice.addInput(image, 7);
    const int one = relu(twice, x);
    const int two = relu(twice, x);
    const int reduced = twice.add(operatorNamed("ReduceMax"), {{two, 0}}, reduceAxis(1), 2);
    twice.add(operatorNamed("Neg"), {{reduced, 0}}, {}, 3);
    twice.add(operatorNamed("Sum"), {{one, 0}, {x, 0}}, {}, 4);
    for (const OperatorGraph &graph : {attributes, wiring, shape, twice})
        EXPECT_NE(graph.structureHash(), hash);
}

TEST(OperatorGraph, JsonGivesTheSameGraph)
{
    const OperatorGraph graph = example();
    const std::string text = graph.toJson().dump();
    EXPECT_EQ(OperatorGraph::fromJson(nlohmann::json::parse(text)), graph);
}

TEST(OperatorGraph, DamagedJsonIsBadData)
{
    const nlohmann::json good = example().toJson();
    const auto damaged = [&](const char *pointer, const nlohmann::json &value) {
        nlohmann::json json = good;
        json[nlohmann::json::json_pointer(pointer)] = value;
        return codeOf([&] { OperatorGraph::fromJson(json); });
    };
    EXPECT_EQ(damaged("/format", 2), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes", nlohmann::json::array()), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/0/input", "float32[0]"), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/0/input", "float32[99999999999999999999]"), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/0/fill", "odd"), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/0/seed", "text"), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/1/op", "Reluu"), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/1/from/0/0", 1), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/1/from/0/1", 3), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/2/attributes/axes", nlohmann::json::array({9})), ErrorCode::BadData);
    EXPECT_EQ(damaged("/nodes/2/attributes/strange", 1), ErrorCode::BadData);
    EXPECT_EQ(codeOf([] { OperatorGraph::fromJson("text"); }), ErrorCode::BadData);
}

TEST(TensorType, TextGoesBothWays)
{
    for (const TensorType &type :
         {TensorType{ElementType::Int8, {}}, TensorType{ElementType::Double, {2, 30, 1}}})
        EXPECT_EQ(tensorTypeFrom(toText(type)), type);
    for (const char *text : {"", "float32", "float32[", "float32[1,]", "float32[,1]", "float16[1]",
                             "float32[-1]", "float32[1,1,1,1,1,1,1]", "float32[5000,5000]", "float32[1 ]"})
        EXPECT_FALSE(tensorTypeFrom(text)) << text;
}

TEST(TensorType, BroadcastsAsNumpy)
{
    EXPECT_EQ(broadcastOf({3, 1, 5}, {4, 1}), (Shape{3, 4, 5}));
    EXPECT_EQ(broadcastOf({}, {2}), (Shape{2}));
    EXPECT_FALSE(broadcastOf({3}, {2}));
}

} // namespace
} // namespace mutascope::engines
