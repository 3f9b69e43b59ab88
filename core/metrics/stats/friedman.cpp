// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/friedman.h"
#include "core/base/error.h"
#include "core/metrics/stats/distributions.h"
#include "core/metrics/stats/ranks.h"
#include "core/metrics/stats/summary.h"
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace mutascope {

namespace {

struct RankSums {
    std::vector<double> sums; // over blocks
    double tieTerm = 0;
};

RankSums rankSums(const std::vector<std::vector<double>> &scores, bool higherIsBetter)
{
    RankSums result{std::vector<double>(scores.front().size()), 0};
    for (std::vector<double> block : scores) {
        if (block.size() != result.sums.size())
            throw Error(ErrorCode::Internal, "blocks of a comparison differ in length");
        requireFinite(block);
        if (higherIsBetter)
            std::ranges::transform(block, block.begin(), std::negate{});
        const Ranks ranks = ranksOf(block);
        std::ranges::transform(result.sums, ranks.ranks, result.sums.begin(), std::plus{});
        result.tieTerm += ranks.tieTerm;
    }
    return result;
}

double chiSquared(const RankSums &ranks, double blocks)
{
    const double k = double(ranks.sums.size());
    double squares = 0;
    for (const double sum : ranks.sums)
        squares += sum * sum;
    const double plain = 12 / (blocks * k * (k + 1)) * squares - 3 * blocks * (k + 1);
    const double correction = 1 - ranks.tieTerm / (blocks * k * (k * k - 1));
    return correction > 0 ? std::max(plain / correction, 0.0) : 0;
}

double nemenyiDifference(double treatments, double blocks, double alpha)
{
    return normalRangeQuantile(alpha, int(treatments)) / std::numbers::sqrt2
        * std::sqrt(treatments * (treatments + 1) / (6 * blocks));
}

} // namespace

std::optional<Friedman> friedman(const std::vector<std::vector<double>> &scores, bool higherIsBetter,
                                 double alpha)
{
    if (scores.size() < 2 || scores.front().size() < 2)
        return std::nullopt;
    RankSums ranks = rankSums(scores, higherIsBetter);
    const double blocks = double(scores.size());
    const double treatments = double(ranks.sums.size());
    Friedman result;
    result.chiSquared = chiSquared(ranks, blocks);
    result.p = chiSquaredUpperTail(result.chiSquared, treatments - 1);
    result.criticalDifference = nemenyiDifference(treatments, blocks, alpha);
    for (const double sum : ranks.sums)
        result.meanRanks.push_back(sum / blocks);
    return result;
}

std::vector<std::vector<std::size_t>> indistinct(std::span<const double> meanRanks, double criticalDifference)
{
    std::vector<std::size_t> order(meanRanks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return meanRanks[i]; });
    std::vector<std::vector<std::size_t>> sets;
    std::size_t covered = 0; // the last set ended here: a shorter one that begins later adds nothing
    for (std::size_t begin = 0; begin < order.size(); ++begin) {
        std::size_t end = begin + 1;
        while (end < order.size() && meanRanks[order[end]] - meanRanks[order[begin]] < criticalDifference)
            ++end;
        if (end > begin + 1 && end > covered)
            sets.emplace_back(order.begin() + std::ptrdiff_t(begin), order.begin() + std::ptrdiff_t(end));
        covered = std::max(covered, end);
    }
    return sets;
}

} // namespace mutascope
