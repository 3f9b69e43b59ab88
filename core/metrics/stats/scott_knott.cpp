// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/scott_knott.h"
#include "core/metrics/stats/distributions.h"
#include "core/metrics/stats/summary.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>

namespace mutascope {

namespace {

constexpr double negligibleD = 0.2;

using Values = std::vector<double>;

Values joined(std::span<const Values> samples)
{
    Values all;
    for (const Values &sample : samples)
        all.insert(all.end(), sample.begin(), sample.end());
    return all;
}

double cohensD(const Values &first, const Values &second)
{
    const Summary a = summarise(first);
    const Summary b = summarise(second);
    const double freedom = double(a.count + b.count) - 2;
    const double squares
        = double(a.count - 1) * a.deviation * a.deviation + double(b.count - 1) * b.deviation * b.deviation;
    const double pooled = freedom > 0 ? std::sqrt(squares / freedom) : 0;
    const double difference = std::abs(a.mean - b.mean);
    if (pooled > 0)
        return difference / pooled;
    return difference > 0 ? std::numeric_limits<double>::infinity() : 0;
}

struct Cut {
    std::size_t at = 0; // first of the right side
    double between = -1; // sum of squares
};

// Cuts samples that are sorted by their means, best first.
class MeanCutter {
public:
    MeanCutter(std::vector<Values> samples, double alpha) : m_samples(std::move(samples)), m_alpha(alpha)
    {
        double within = 0;
        double sizes = 0;
        for (const Values &sample : m_samples) {
            const Summary summary = summarise(sample);
            m_means.push_back(summary.mean);
            m_freedom += double(summary.count - 1);
            within += double(summary.count - 1) * summary.deviation * summary.deviation;
            sizes += 1 / double(summary.count);
        }
        // Of a mean; repeats that differ in number count by their harmonic mean.
        m_variance = m_freedom > 0 ? within / m_freedom * sizes / double(m_samples.size()) : 0;
        cut(0, m_samples.size());
        std::ranges::sort(m_starts);
    }
    // First samples of the groups, without 0.
    const std::vector<std::size_t> &starts() const { return m_starts; }

private:
    void cut(std::size_t begin, std::size_t end)
    {
        if (end - begin < 2)
            return;
        const Cut best = bestCut(begin, end);
        if (!differ(begin, end, best))
            return;
        m_starts.push_back(best.at);
        cut(begin, best.at);
        cut(best.at, end);
    }

    double sum(std::size_t begin, std::size_t end) const
    {
        return std::accumulate(m_means.begin() + std::ptrdiff_t(begin), m_means.begin() + std::ptrdiff_t(end),
                               0.0);
    }

    Cut bestCut(std::size_t begin, std::size_t end) const
    {
        const double overall = sum(begin, end) / double(end - begin);
        Cut best;
        for (std::size_t at = begin + 1; at < end; ++at) {
            const double left = sum(begin, at) / double(at - begin) - overall;
            const double right = sum(at, end) / double(end - at) - overall;
            const double between = double(at - begin) * left * left + double(end - at) * right * right;
            if (between > best.between)
                best = {at, between};
        }
        return best;
    }

    bool differ(std::size_t begin, std::size_t end, const Cut &best) const
    {
        const double count = double(end - begin);
        const double overall = sum(begin, end) / count;
        double squares = 0;
        for (std::size_t i = begin; i < end; ++i)
            squares += (m_means[i] - overall) * (m_means[i] - overall);
        const double variance = (squares + m_freedom * m_variance) / (count + m_freedom);
        if (!(variance > 0))
            return false;
        constexpr double pi = std::numbers::pi;
        const double lambda = pi / (2 * (pi - 2)) * best.between / variance;
        const auto side = [&](std::size_t from, std::size_t to) {
            return joined(std::span(m_samples).subspan(from, to - from));
        };
        return chiSquaredUpperTail(lambda, count / (pi - 2)) < m_alpha
            && cohensD(side(begin, best.at), side(best.at, end)) >= negligibleD;
    }

    std::vector<Values> m_samples;
    double m_alpha;
    Values m_means;
    double m_freedom = 0;
    double m_variance = 0;
    std::vector<std::size_t> m_starts;
};

std::vector<std::size_t> bestFirst(const std::vector<Values> &samples, bool higherIsBetter)
{
    std::vector<std::size_t> order(samples.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
        const double mean = summarise(samples[i]).mean;
        return higherIsBetter ? -mean : mean;
    });
    return order;
}

} // namespace

std::vector<int> scottKnott(const std::vector<std::vector<double>> &samples, bool higherIsBetter,
                            double alpha)
{
    const std::vector<std::size_t> order = bestFirst(samples, higherIsBetter);
    std::vector<Values> sorted;
    for (const std::size_t i : order)
        sorted.push_back(samples[i]);
    const MeanCutter cutter(std::move(sorted), alpha);
    std::vector<int> groups(samples.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        groups[order[i]] = 1 + int(std::ranges::upper_bound(cutter.starts(), i) - cutter.starts().begin());
    return groups;
}

} // namespace mutascope
