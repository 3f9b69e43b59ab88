// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/values.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace mutascope::engines {
namespace {

std::vector<double> made(ElementType element, Fill fill, const ValueDomain &domain = {},
                         std::uint64_t seed = 1)
{
    return asDoubles(makeValues({element, {500}}, fill, domain, Rng(seed)));
}

bool all(const std::vector<double> &values, bool (*holds)(double))
{
    return std::all_of(values.begin(), values.end(), holds);
}

TEST(Values, ArePureFunctionsOfTheSeed)
{
    EXPECT_EQ(made(ElementType::Float, Fill::Ordinary), made(ElementType::Float, Fill::Ordinary));
    EXPECT_NE(made(ElementType::Float, Fill::Ordinary), made(ElementType::Float, Fill::Ordinary, {}, 2));
}

TEST(Values, HaveTheMagnitudesOfTheirFill)
{
    EXPECT_TRUE(all(made(ElementType::Float, Fill::Ordinary), [](double v) { return std::abs(v) <= 1; }));
    EXPECT_TRUE(all(made(ElementType::Float, Fill::Large), [](double v) { return std::abs(v) >= 999; }));
    EXPECT_TRUE(
        all(made(ElementType::Float, Fill::Tiny), [](double v) { return v != 0 && std::abs(v) < 1.1e-5; }));
    EXPECT_TRUE(all(made(ElementType::Float, Fill::Denormal),
                    [](double v) { return std::fpclassify(float(v)) == FP_SUBNORMAL; }));
    EXPECT_TRUE(all(made(ElementType::Double, Fill::Denormal),
                    [](double v) { return std::fpclassify(v) == FP_SUBNORMAL; }));
    EXPECT_TRUE(all(made(ElementType::Double, Fill::Zero), [](double v) { return v == 0; }));
    const auto ties = made(ElementType::Float, Fill::Ties);
    EXPECT_EQ(std::set<double>(ties.begin(), ties.end()), (std::set<double>{-1, -0.5, 0, 0.5, 1}));
}

TEST(Values, ZerosHaveBothSigns)
{
    const auto zeros = made(ElementType::Float, Fill::Zero);
    const auto negative = std::count_if(zeros.begin(), zeros.end(), [](double v) { return std::signbit(v); });
    EXPECT_GT(negative, 100);
    EXPECT_LT(negative, 400);
}

TEST(Values, KeepToTheDomainWhateverTheFill)
{
    for (int fill = 0; fill < fills; ++fill) {
        EXPECT_TRUE(all(made(ElementType::Float, Fill(fill), {ValueDomain::Kind::Positive}),
                        [](double v) { return v >= 0.00099; }));
        EXPECT_TRUE(all(made(ElementType::Float, Fill(fill), {ValueDomain::Kind::NonZero}),
                        [](double v) { return std::abs(v) >= 0.00099; }));
        EXPECT_TRUE(all(made(ElementType::Int64, Fill(fill), {ValueDomain::Kind::Index, 3}),
                        [](double v) { return v >= -3 && v <= 2; }));
        EXPECT_TRUE(all(made(ElementType::UInt8, Fill(fill), {ValueDomain::Kind::Value, 0, 128}),
                        [](double v) { return v == 128; }));
        EXPECT_TRUE(all(made(ElementType::Bool, Fill(fill)), [](double v) { return v == 0 || v == 1; }));
    }
}

TEST(Values, WholeNumbersStayInTheirType)
{
    EXPECT_TRUE(all(made(ElementType::Int8, Fill::Large), [](double v) { return std::abs(v) <= 127; }));
    EXPECT_TRUE(all(made(ElementType::UInt8, Fill::Ordinary), [](double v) { return v >= 0 && v <= 8; }));
    const auto large = made(ElementType::Int32, Fill::Large);
    EXPECT_GT(*std::max_element(large.begin(), large.end()), 5000);
}

TEST(Values, NamesGoBothWays)
{
    for (int fill = 0; fill < fills; ++fill)
        EXPECT_EQ(fillNamed(nameOf(Fill(fill))), Fill(fill));
    EXPECT_FALSE(fillNamed("odd"));
}

} // namespace
} // namespace mutascope::engines
