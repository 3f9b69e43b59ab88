// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that are known to be in the libraries of Debian 12, each in the smallest graph that shows it: what
// the oracles must see. Skipped where another version is installed.
#include "core/engines/oracle/judge.h"
#include <gtest/gtest.h>

namespace mutascope::engines {
namespace {

using Build = OperatorGraph (*)();

struct KnownFault {
    const char *name;
    const char *engine;
    const char *version; // begin of it
    FailureStage stage;
    Symptom symptom;
    const char *operators; // "": any
    int opset;
    Build build;
};

std::int64_t operator""_i(unsigned long long value)
{
    return std::int64_t(value);
}

int input(OperatorGraph &graph, const Shape &shape, std::uint64_t seed = 1)
{
    return graph.addInput({ElementType::Float, shape}, seed);
}

int add(OperatorGraph &graph, const char *op, const std::vector<int> &from, const Attributes &attributes = {})
{
    std::vector<ValueRef> values;
    for (const int node : from)
        values.push_back({node, 0});
    return graph.add(operatorNamed(op), values, attributes, 7);
}

Attributes convolution(std::int64_t channels)
{
    return {{"kernel_shape", Ints{3, 3}},
            {"strides", Ints{1, 1}},
            {"dilations", Ints{1, 1}},
            {"pads", Ints{1, 1, 1, 1}},
            {"group", 1_i},
            {"channels", channels},
            {"bias", 1_i}};
}

Attributes maxPooling(std::int64_t dilation)
{
    return {{"kernel_shape", Ints{3, 3}},
            {"strides", Ints{1, 1}},
            {"dilations", Ints{dilation, dilation}},
            {"pads", Ints{0, 0, 0, 0}},
            {"ceil_mode", 0_i}};
}

// T1: the clamp is done in place, in the convolution's own output; what is read then is memory nothing was
// written to.
OperatorGraph clampOfSharedConvolution()
{
    OperatorGraph graph;
    const int c = add(graph, "Conv", {input(graph, {1, 3, 8, 8})}, convolution(4));
    const int clip = add(graph, "Clip", {c}, {{"min", -0.1}, {"max", 0.2}});
    add(graph, "Add", {c, clip});
    return graph;
}

OperatorGraph dilatedPoolOfConvolution()
{
    OperatorGraph graph;
    add(graph, "MaxPool", {add(graph, "Conv", {input(graph, {1, 3, 8, 8})}, convolution(4))}, maxPooling(2));
    return graph;
}

OperatorGraph clipWithBounds()
{
    OperatorGraph graph;
    add(graph, "Clip", {input(graph, {1, 3, 8, 8})}, {{"min", -0.5}, {"max", 0.5}});
    return graph;
}

OperatorGraph averageWithPadding()
{
    OperatorGraph graph;
    add(graph, "AveragePool", {input(graph, {1, 2, 6, 6})},
        {{"kernel_shape", Ints{3, 3}},
         {"strides", Ints{1, 1}},
         {"pads", Ints{1, 1, 1, 1}},
         {"ceil_mode", 0_i},
         {"count_include_pad", 1_i}});
    return graph;
}

OperatorGraph dilatedPool()
{
    OperatorGraph graph;
    add(graph, "MaxPool", {input(graph, {1, 2, 8, 8})}, maxPooling(2));
    return graph;
}

OperatorGraph divisionOfTheSmaller()
{
    OperatorGraph graph;
    const int small = input(graph, {1, 3, 1, 1});
    add(graph, "Div", {small, add(graph, "Exp", {input(graph, {1, 3, 4, 4}, 2)})});
    return graph;
}

OperatorGraph oldSoftmax()
{
    OperatorGraph graph;
    add(graph, "Softmax", {input(graph, {2, 3, 4, 5})}, {{"axis", 1_i}});
    return graph;
}

OperatorGraph sumOverChannelsAndColumns()
{
    OperatorGraph graph;
    add(graph, "Add", {input(graph, {1, 3, 4, 5}), input(graph, {1, 3, 1, 5}, 2)});
    return graph;
}

OperatorGraph tile()
{
    OperatorGraph graph;
    add(graph, "Tile", {input(graph, {1, 2, 3, 3})}, {{"repeats", Ints{1, 2, 1, 1}}});
    return graph;
}

OperatorGraph gatherOfTwo()
{
    OperatorGraph graph;
    add(graph, "Gather", {input(graph, {1, 4, 3, 3})}, {{"axis", 1_i}, {"indices", Ints{2}}});
    return graph;
}

// C9: a segmentation fault while the model is read.
OperatorGraph eluAsSecondFactor()
{
    OperatorGraph graph;
    const int x = input(graph, {1, 3, 4, 4});
    const int y = add(graph, "Exp", {input(graph, {1, 3, 4, 4}, 2)});
    const int elu = add(graph, "Elu", {add(graph, "Div", {x, y})}, {{"alpha", 1.0}});
    add(graph, "Mul", {x, elu});
    return graph;
}

constexpr auto conversion = FailureStage::Conversion;
constexpr auto inference = FailureStage::Inference;
constexpr auto comparison = FailureStage::Comparison;

const KnownFault knownFaults[] = {
    {"ClampOfSharedConvolution", "torchscript", "1.13", comparison, Symptom::NotDeterministic, "", 13,
     clampOfSharedConvolution},
    {"DilatedPoolOfConvolution", "torchscript", "1.13", inference, Symptom::Exception, "", 13,
     dilatedPoolOfConvolution},
    {"ClipWithBounds", "opencv", "4.6", conversion, Symptom::Refused, "Clip", 13, clipWithBounds},
    {"AverageWithPadding", "opencv", "4.6", comparison, Symptom::Difference, "AveragePool", 13,
     averageWithPadding},
    {"DilatedPool", "opencv", "4.6", comparison, Symptom::Shape, "MaxPool", 13, dilatedPool},
    {"DivisionOfTheSmaller", "opencv", "4.6", comparison, Symptom::Difference, "Div", 13,
     divisionOfTheSmaller},
    {"OldSoftmax", "opencv", "4.6", comparison, Symptom::Difference, "Softmax", 11, oldSoftmax},
    {"SumOverChannelsAndColumns", "opencv", "4.6", inference, Symptom::Exception, "", 13,
     sumOverChannelsAndColumns},
    {"Tile", "opencv", "4.6", conversion, Symptom::Refused, "Tile", 13, tile},
    {"GatherOfTwo", "opencv", "4.6", conversion, Symptom::Refused, "Gather", 13, gatherOfTwo},
    {"EluAsSecondFactor", "opencv", "4.6", conversion, Symptom::Crash, "", 13, eluAsSecondFactor},
};

class KnownFaults : public testing::TestWithParam<KnownFault> { };

TEST_P(KnownFaults, AreFound)
{
    const KnownFault &known = GetParam();
    JudgeConfig config;
    config.engines = {known.engine};
    config.opset = known.opset;
    const auto judge = makeJudge(config);
    if (!judge->engines()[0].version.starts_with(known.version))
        GTEST_SKIP() << known.engine << " is " << judge->engines()[0].version;
    const Verdict verdict = judge->judge(known.build());
    ASSERT_EQ(verdict.ourFault, "");
    ASSERT_EQ(verdict.engines.at(0).failures.size(), 1u);
    const EngineFailure &failure = verdict.engines[0].failures[0];
    EXPECT_EQ(failure.stage, known.stage) << failure.message;
    EXPECT_EQ(failure.symptom, known.symptom) << failure.message;
    if (*known.operators) {
        EXPECT_EQ(failure.operators, known.operators) << failure.message;
    }
}

INSTANTIATE_TEST_SUITE_P(Debian12, KnownFaults, testing::ValuesIn(knownFaults),
                         [](const auto &known) { return std::string(known.param.name); });

// The same graphs are right where the engine does not do what the fault is in.
TEST(KnownFaults, DoNotShowInOtherEngines)
{
    JudgeConfig config;
    config.engines = {"torch", "torchscript-frozen"};
    const auto judge = makeJudge(config);
    for (const KnownFault &known : knownFaults) {
        if (known.opset != config.opset)
            continue;
        const Verdict verdict = judge->judge(known.build());
        for (const EngineVerdict &engine : verdict.engines)
            EXPECT_TRUE(engine.failures.empty()) << known.name << ": " << engine.failures[0].message;
    }
}

} // namespace
} // namespace mutascope::engines
