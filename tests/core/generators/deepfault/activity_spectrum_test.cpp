// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/deepfault/activity_spectrum.h"
#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope::deepfault {
namespace {

// Predicted classes by one-hot rows; three classes, two neurons.
Trace traceOf(const std::vector<int> &predicted, const std::vector<float> &values)
{
    Trace trace;
    trace.predictions = {predicted.size(), 3, false, std::vector<float>(predicted.size() * 3)};
    for (std::size_t row = 0; row < predicted.size(); ++row)
        trace.predictions.outputs[row * 3 + std::size_t(predicted[row])] = 1;
    trace.layers = {{"fc", 0, 2}};
    trace.neurons = 2;
    trace.values = values;
    return trace;
}

// Class 0: fails, passes, passes; class 2: fails; class 1 is not asked for: passes.
ActivitySpectrum example()
{
    ActivitySpectrum spectrum({0, 2}, 2);
    const std::vector<int> labels{0, 0, 0, 2, 1};
    spectrum.add(traceOf({1, 0, 0, 0, 1}, {1, 0, -1, 2, 0.5f, 3, 4, -2, 7, 0}), labels);
    return spectrum;
}

void expectCounts(const NeuronCounts &counts, const std::vector<std::uint32_t> &expected)
{
    EXPECT_EQ((std::vector<std::uint32_t>{counts.activeFailed, counts.inactiveFailed, counts.activePassed,
                                          counts.inactivePassed}),
              expected);
}

TEST(ActivitySpectrum, CountsAsByHand)
{
    const ActivitySpectrum spectrum = example();
    EXPECT_EQ(spectrum.inputs(), 5u);
    EXPECT_EQ(spectrum.all().failed, 2u);
    expectCounts(spectrum.all().counts(0), {2, 0, 2, 1});
    expectCounts(spectrum.all().counts(1), {0, 2, 2, 1}); // 0 is not active
    expectCounts(spectrum.group(0).counts(0), {1, 0, 1, 1});
    expectCounts(spectrum.group(0).counts(1), {0, 1, 2, 0});
    expectCounts(spectrum.group(1).counts(0), {1, 0, 0, 0});
    expectCounts(spectrum.group(1).counts(1), {0, 1, 0, 0});
}

TEST(ActivitySpectrum, BatchesAddUp)
{
    ActivitySpectrum spectrum({0, 2}, 2);
    spectrum.add(traceOf({1, 0}, {1, 0, -1, 2}), std::vector<int>{0, 0});
    spectrum.add(traceOf({0, 0, 1}, {0.5f, 3, 4, -2, 7, 0}), std::vector<int>{0, 2, 1});
    EXPECT_EQ(spectrum.save(), example().save());
}

TEST(ActivitySpectrum, NotANumberIsInactive)
{
    ActivitySpectrum spectrum({0}, 2);
    spectrum.add(traceOf({0}, {std::nanf(""), INFINITY}), std::vector<int>{0});
    expectCounts(spectrum.all().counts(0), {0, 0, 0, 1});
    expectCounts(spectrum.all().counts(1), {0, 0, 1, 0});
}

TEST(ActivitySpectrum, SavedStateIsCheckedBeforeItIsBelieved)
{
    const nlohmann::json good = example().save();
    ActivitySpectrum same({0, 2}, 2);
    same.load(good);
    EXPECT_EQ(same.save(), good);
    ActivitySpectrum otherClasses({0, 1}, 2);
    EXPECT_THROW(otherClasses.load(good), Error);
    ActivitySpectrum otherNeurons({0, 2}, 3);
    EXPECT_THROW(otherNeurons.load(good), Error);
    nlohmann::json tooMany = good;
    tooMany["groups"][0]["active_failed"][0] = 2; // of one failed input
    EXPECT_THROW(same.load(tooMany), Error);
    nlohmann::json cut = good;
    cut["groups"].erase(1);
    EXPECT_THROW(same.load(cut), Error);
    EXPECT_EQ(same.save(), good);
}

} // namespace
} // namespace mutascope::deepfault
