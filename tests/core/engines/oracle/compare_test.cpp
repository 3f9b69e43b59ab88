// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/oracle/compare.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace mutascope::engines {
namespace {

const double inf = std::numeric_limits<double>::infinity();
const double nan_ = std::nan("");

TensorData floats(const std::vector<float> &numbers)
{
    TensorData data{{ElementType::Float, {std::int64_t(numbers.size())}}, {}};
    data.bytes.resize(numbers.size() * sizeof(float));
    std::memcpy(data.bytes.data(), numbers.data(), data.bytes.size());
    return data;
}

TensorData wholes(const std::vector<std::int64_t> &numbers)
{
    TensorData data{{ElementType::Int64, {std::int64_t(numbers.size())}}, {}};
    data.bytes.resize(numbers.size() * sizeof(std::int64_t));
    std::memcpy(data.bytes.data(), numbers.data(), data.bytes.size());
    return data;
}

ReferenceValue reference(ElementType element, std::vector<double> numbers, std::vector<double> spread = {})
{
    spread.resize(numbers.size());
    return {{0, 0}, {element, {std::int64_t(numbers.size())}}, false, std::move(numbers), std::move(spread)};
}

TEST(Compare, ToleratesRelativeAndAbsoluteDeviation)
{
    const ReferenceValue right = reference(ElementType::Float, {100, 0});
    EXPECT_FALSE(mismatchOf(right, floats({100.9F, 0.0009F}), {}));
    EXPECT_TRUE(mismatchOf(right, floats({101.1F, 0}), {}));
    EXPECT_TRUE(mismatchOf(right, floats({100, 0.0011F}), {}));
}

TEST(Compare, SaysWhatIsWrong)
{
    const ReferenceValue right = reference(ElementType::Float, {1, 2});
    EXPECT_EQ(mismatchOf(right, floats({1}), {})->symptom, Symptom::Shape);
    EXPECT_EQ(mismatchOf(right, wholes({1, 2}), {})->symptom, Symptom::Shape);
    EXPECT_EQ(mismatchOf(right, floats({1, NAN}), {})->symptom, Symptom::NotFinite);
    const auto difference = mismatchOf(right, floats({1.5, 5}), {});
    EXPECT_EQ(difference->symptom, Symptom::Difference);
    EXPECT_DOUBLE_EQ(difference->difference, 3);
}

TEST(Compare, LeavesOutWhatOtherRoundingsDecideOtherwise)
{
    const ReferenceValue edge = reference(ElementType::Float, {1, 2}, {1, 0}); // Floor at a whole number
    EXPECT_FALSE(mismatchOf(edge, floats({0, 2}), {}));
    EXPECT_TRUE(mismatchOf(edge, floats({0, 1}), {}));
    EXPECT_TRUE(isComparable(edge, {}));
    EXPECT_FALSE(isComparable(reference(ElementType::Float, {1, 2}, {1, inf}), {}));
    const ReferenceValue place = reference(ElementType::Int64, {3, 4}, {2, 0});
    EXPECT_FALSE(mismatchOf(place, wholes({5, 4}), {}));
    EXPECT_TRUE(mismatchOf(place, wholes({3, 5}), {}));
}

TEST(Compare, AllowsForASmallSpread)
{
    const ReferenceValue sensitive = reference(ElementType::Float, {1}, {0.002});
    EXPECT_FALSE(mismatchOf(sensitive, floats({1.0185F}), {}));
    EXPECT_TRUE(mismatchOf(sensitive, floats({1.0195F}), {}));
}

TEST(Compare, ComparesNothingOfAnUndefinedValue)
{
    ReferenceValue value = reference(ElementType::Float, {nan_, 1});
    value.undefined = true;
    EXPECT_FALSE(mismatchOf(value, floats({0, 7}), {}));
    EXPECT_FALSE(isComparable(value, {}));
    EXPECT_EQ(mismatchOf(value, floats({0}), {})->symptom, Symptom::Shape);
}

TEST(Compare, RunsDifferBeyondAHundredthOfTheTolerance)
{
    const ReferenceValue right = reference(ElementType::Float, {1, 0});
    EXPECT_FALSE(differs(right, floats({1, 0}), floats({1.0001F, 0}), {}));
    EXPECT_TRUE(differs(right, floats({1, 0}), floats({1.001F, 0}), {}));
    EXPECT_TRUE(differs(right, floats({1, 0}), floats({1}), {}));
    EXPECT_FALSE(differs(right, floats({1, NAN}), floats({1, NAN}), {}));
}

} // namespace
} // namespace mutascope::engines
