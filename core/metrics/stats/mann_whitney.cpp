// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/mann_whitney.h"
#include "core/metrics/stats/distributions.h"
#include "core/metrics/stats/ranks.h"
#include "core/metrics/stats/summary.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace mutascope {

namespace {

constexpr std::size_t mostExactSmaller = 8;
constexpr std::size_t mostExactLarger = 1000;

// How many of the orders of both samples give each u: the coefficients of the Gaussian binomial, the product
// of (1 - x^(larger + i)) / (1 - x^i) for i = 1 ... smaller. After each factor they are whole numbers below
// 2^64, which a long double holds exactly.
std::vector<long double> ordersByU(std::size_t smaller, std::size_t larger)
{
    std::vector<long double> orders(smaller * larger + 1);
    orders[0] = 1;
    for (std::size_t i = 1; i <= smaller; ++i) {
        for (std::size_t u = orders.size(); u-- > larger + i;)
            orders[u] -= orders[u - larger - i];
        for (std::size_t u = i; u < orders.size(); ++u)
            orders[u] += orders[u - i];
    }
    return orders;
}

// larger of both u: the distribution is symmetric.
double exactP(double largerU, std::size_t first, std::size_t second)
{
    const auto orders = ordersByU(std::min(first, second), std::max(first, second));
    long double all = 0;
    long double tail = 0;
    for (std::size_t u = 0; u < orders.size(); ++u) {
        all += orders[u];
        tail += double(u) >= largerU ? orders[u] : 0;
    }
    return std::min(1.0, double(2 * tail / all));
}

double approximateP(double largerU, double first, double second, double tieTerm)
{
    const double all = first + second;
    const double variance = first * second / 12 * (all + 1 - tieTerm / (all * (all - 1)));
    if (!(variance > 0)) // all values are equal
        return 1;
    return std::min(1.0, 2 * normalUpperTail((largerU - first * second / 2 - 0.5) / std::sqrt(variance)));
}

bool fewEnough(std::size_t first, std::size_t second)
{
    return std::min(first, second) <= mostExactSmaller && std::max(first, second) <= mostExactLarger;
}

} // namespace

std::optional<MannWhitney> mannWhitney(std::span<const double> first, std::span<const double> second)
{
    if (first.empty() || second.empty())
        return std::nullopt;
    std::vector<double> all(first.begin(), first.end());
    all.insert(all.end(), second.begin(), second.end());
    requireFinite(all);
    const Ranks ranks = ranksOf(all);
    const double n = double(first.size());
    const double m = double(second.size());
    double u = -n * (n + 1) / 2;
    for (std::size_t i = 0; i < first.size(); ++i)
        u += ranks.ranks[i];
    const double largerU = std::max(u, n * m - u);
    const bool exact = ranks.tieTerm == 0 && fewEnough(first.size(), second.size());
    return MannWhitney{
        u, exact ? exactP(largerU, first.size(), second.size()) : approximateP(largerU, n, m, ranks.tieTerm),
        exact};
}

} // namespace mutascope
