// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/distributions.h"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace mutascope {

namespace {

constexpr double precision = 1e-16;
constexpr int mostTerms = 100000; // needed only for degrees of freedom by the billion

double normalDensity(double z)
{
    return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

// Lower incomplete gamma, regularised, by its series; converges fast for x < a + 1.
double lowerGammaSeries(double a, double x)
{
    double term = 1 / a;
    double sum = term;
    for (int i = 1; i < mostTerms && term > sum * precision; ++i) {
        term *= x / (a + i);
        sum += term;
    }
    return sum * std::exp(a * std::log(x) - x - std::lgamma(a));
}

// Upper incomplete gamma, regularised, by its continued fraction (Lentz); for x >= a + 1.
double upperGammaFraction(double a, double x)
{
    constexpr double tiny = 1e-300;
    double b = x + 1 - a;
    double c = 1 / tiny;
    double d = 1 / b;
    double fraction = d;
    for (int i = 1; i < mostTerms; ++i) {
        const double numerator = -i * (i - a);
        b += 2;
        d = 1 / (numerator * d + b);
        c = b + numerator / c;
        fraction *= c * d;
        if (std::abs(c * d - 1) < precision * 10)
            break;
    }
    return fraction * std::exp(a * std::log(x) - x - std::lgamma(a));
}

} // namespace

double normalUpperTail(double z)
{
    return std::erfc(z / std::numbers::sqrt2) / 2;
}

double chiSquaredUpperTail(double x, double freedom)
{
    if (!(x > 0))
        return 1;
    if (std::isinf(x))
        return 0;
    const double a = freedom / 2;
    return x / 2 < a + 1 ? 1 - lowerGammaSeries(a, x / 2) : upperGammaFraction(a, x / 2);
}

// count * integral of density(z) * (P(Z < z) - P(Z < z - q))^(count - 1) is P(Q < q): z is the largest. The
// trapezoidal rule is exact to rounding for such an integrand.
double normalRangeUpperTail(double q, int count)
{
    constexpr double limit = 9;
    constexpr int steps = 720;
    constexpr double width = 2 * limit / steps;
    double sum = 0;
    for (int i = 0; i <= steps; ++i) {
        const double z = -limit + i * width;
        const double between = normalUpperTail(z - q) - normalUpperTail(z);
        sum += normalDensity(z) * std::pow(std::max(between, 0.0), count - 1);
    }
    return std::clamp(1 - count * sum * width, 0.0, 1.0);
}

double normalRangeQuantile(double tail, int count)
{
    double low = 0;
    double high = 100;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (normalRangeUpperTail(middle, count) > tail ? low : high) = middle;
    }
    return (low + high) / 2;
}

} // namespace mutascope
