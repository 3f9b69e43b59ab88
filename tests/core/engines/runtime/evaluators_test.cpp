// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that ONNX's test data leaves out, against loops written from their definitions.
#include "core/engines/export/onnx_export.h"
#include "core/engines/torch/torch_engines.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace mutascope::engines {
namespace {

using Numbers = std::vector<double>;

std::int64_t operator""_i(unsigned long long value)
{
    return std::int64_t(value);
}

struct Computed {
    Numbers input;
    std::vector<Numbers> parameters;
    Numbers output;
};

// One operator on one input.
Computed computed(const std::string &op, const Attributes &attributes, const Shape &shape)
{
    OperatorGraph graph;
    const int x = graph.addInput({ElementType::Float, shape}, 5);
    const int y = graph.add(operatorNamed(op), {{x, 0}}, attributes, 6);
    const auto engine = torchEager();
    const Preparation prepared = engine->prepare(toOnnx(graph, {17, false, false}));
    if (!prepared.model) {
        ADD_FAILURE() << op << " is not taken";
        return {};
    }
    const EngineOutcome outcome = prepared.model->run({{"x0", graph.inputData(x)}});
    const auto *outputs = std::get_if<EngineOutputs>(&outcome);
    if (!outputs) {
        ADD_FAILURE() << op << " does not run";
        return {};
    }
    Computed result{asDoubles(graph.inputData(x)), {}, asDoubles(outputs->tensors.at(0).data)};
    for (std::size_t i = 0; i < graph.nodes()[std::size_t(y)].parameters.size(); ++i)
        result.parameters.push_back(asDoubles(graph.parameterData(y, i)));
    return result;
}

double norm(const Numbers &values, std::size_t begin, std::size_t end, double p)
{
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i)
        sum += std::pow(std::abs(values[i]), p);
    return std::pow(sum, 1 / p);
}

TEST(Evaluators, GlobalLpPoolIsTheNormOfAChannel)
{
    for (const std::int64_t p : {1, 2, 3}) {
        const Computed run = computed("GlobalLpPool", {{"p", p}}, {1, 2, 3, 4});
        ASSERT_EQ(run.output.size(), 2u);
        for (std::size_t c = 0; c < 2; ++c)
            EXPECT_NEAR(run.output[c], norm(run.input, 12 * c, 12 * c + 12, double(p)), 1e-5) << p;
    }
}

TEST(Evaluators, LpPoolIsTheNormOfAWindow)
{
    const Attributes attributes{
        {"p", 3_i}, {"kernel_shape", Ints{3}}, {"strides", Ints{2}}, {"pads", Ints{1, 0}}};
    const Computed run = computed("LpPool", attributes, {1, 1, 6});
    ASSERT_EQ(run.output.size(), 3u);
    EXPECT_NEAR(run.output[0], norm(run.input, 0, 2, 3), 1e-5);
    EXPECT_NEAR(run.output[1], norm(run.input, 1, 4, 3), 1e-5);
    EXPECT_NEAR(run.output[2], norm(run.input, 3, 6, 3), 1e-5);
}

// Mean of the 27 places around one of a cube with sides of 2; padding counts where it is asked for.
double meanAround(const Numbers &cube, std::size_t at, bool countPadding)
{
    double sum = 0, count = 0;
    for (int z = -1; z <= 1; ++z)
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x) {
                const int place[] = {int(at / 4) + z, int(at / 2 % 2) + y, int(at % 2) + x};
                const bool inside
                    = std::ranges::all_of(place, [](int side) { return side >= 0 && side < 2; });
                sum += inside ? cube[std::size_t(4 * place[0] + 2 * place[1] + place[2])] : 0;
                count += inside || countPadding ? 1 : 0;
            }
    return sum / count;
}

// LibTorch refuses a kernel that is larger than the input, whatever the padding.
TEST(Evaluators, AveragePoolOfRankFiveTakesAKernelLargerThanItsInput)
{
    for (const std::int64_t countPadding : {0, 1}) {
        const Computed run = computed("AveragePool",
                                      {{"kernel_shape", Ints{3, 3, 3}},
                                       {"strides", Ints{1, 1, 1}},
                                       {"pads", Ints{1, 1, 1, 1, 1, 1}},
                                       {"ceil_mode", 0_i},
                                       {"count_include_pad", countPadding}},
                                      {1, 1, 2, 2, 2});
        ASSERT_EQ(run.output.size(), 8u);
        for (std::size_t i = 0; i < 8; ++i)
            EXPECT_NEAR(run.output[i], meanAround(run.input, i, countPadding == 1), 1e-6) << i;
    }
}

TEST(Evaluators, LpNormalizationDividesByTheNorm)
{
    for (const std::int64_t p : {1, 2}) {
        const Computed run = computed("LpNormalization", {{"axis", 1_i}, {"p", p}}, {2, 5});
        for (std::size_t i = 0; i < 10; ++i)
            EXPECT_NEAR(run.output.at(i), run.input[i] / norm(run.input, i / 5 * 5, i / 5 * 5 + 5, double(p)),
                        1e-5);
    }
}

TEST(Evaluators, LayerNormalizationScalesAndShiftsWhatIsNormalised)
{
    const double epsilon = 0.0078125;
    const Computed run
        = computed("LayerNormalization", {{"axis", -1_i}, {"epsilon", epsilon}, {"bias", 1_i}}, {3, 4});
    for (std::size_t row = 0; row < 3; ++row) {
        double mean = 0, square = 0;
        for (std::size_t i = 0; i < 4; ++i)
            mean += run.input[4 * row + i] / 4;
        for (std::size_t i = 0; i < 4; ++i)
            square += std::pow(run.input[4 * row + i] - mean, 2) / 4;
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_NEAR(run.output.at(4 * row + i),
                        (run.input[4 * row + i] - mean) / std::sqrt(square + epsilon)
                                * run.parameters.at(0)[i]
                            + run.parameters.at(1)[i],
                        1e-5);
    }
}

} // namespace
} // namespace mutascope::engines
