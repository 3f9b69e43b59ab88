// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deephunter/batch_pool.h"
#include "core/generators/saved_state.h"
#include "core/mutate/constraint.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace mutascope::deephunter {

namespace {

// The first `count` places hold a uniform sample without replacement.
template <typename Item> void shuffleFront(std::vector<Item> &items, std::size_t count, Rng &rng)
{
    for (std::size_t i = 0; i < count; ++i)
        std::swap(items[i], items[i + rng.below(std::uint32_t(items.size() - i))]);
}

} // namespace

double remainingChange(const Lineage &lineage, double beta)
{
    const std::vector<std::uint8_t> &values = lineage.reference->pixels;
    const auto zeros = std::count(values.begin(), values.end(), std::uint8_t(0));
    const double allowed = beta * 255 * double(std::int64_t(values.size()) - zeros);
    return std::max(0.0, allowed - double(pixelDistance(*lineage.reference, *lineage.image).l1));
}

std::vector<int> energies(const std::vector<double> &remaining, int total)
{
    const double sum = std::accumulate(remaining.begin(), remaining.end(), 0.0);
    std::vector<int> shares;
    shares.reserve(remaining.size());
    for (const double left : remaining) {
        const double share = sum > 0 ? total * left / sum : double(total) / double(remaining.size());
        shares.push_back(int(std::ceil(share)));
    }
    return shares;
}

void BatchPool::start(std::vector<Lineage> &corpus, Rng &rng)
{
    shuffleFront(corpus, corpus.size(), rng); // seeds come class by class; a batch should hold many classes
    m_ends.clear();
    const std::size_t size = std::size_t(m_settings.batchSize);
    for (std::size_t end = 0; end < corpus.size(); m_ends.push_back(end))
        end = std::min(end + size, corpus.size());
    m_fuzzed.assign(m_ends.size(), 0);
}

std::size_t BatchPool::drawBatch(Rng &rng) const
{
    double sum = 0;
    for (const std::int64_t fuzzed : m_fuzzed)
        sum += pickProbability(fuzzed, m_settings.gamma, m_settings.leastProbability);
    double ticket = rng.uniform() * sum;
    for (std::size_t batch = 0; batch + 1 < m_fuzzed.size(); ++batch) {
        ticket -= pickProbability(m_fuzzed[batch], m_settings.gamma, m_settings.leastProbability);
        if (ticket < 0)
            return batch;
    }
    return m_fuzzed.size() - 1;
}

std::vector<std::size_t> BatchPool::drawSample(std::size_t batch, Rng &rng) const
{
    std::vector<std::size_t> members(m_ends[batch] - begin(batch));
    std::iota(members.begin(), members.end(), begin(batch));
    const std::size_t count = std::min(members.size(), std::size_t(m_settings.sample));
    shuffleFront(members, count, rng);
    members.resize(count);
    return members;
}

std::vector<Pick> BatchPool::pick(const std::vector<Lineage> &corpus, Rng &rng)
{
    std::vector<Pick> picks;
    if (m_ends.empty())
        return picks;
    const std::size_t batch = drawBatch(rng);
    ++m_fuzzed[batch];
    const std::vector<std::size_t> members = drawSample(batch, rng);
    std::vector<double> remaining;
    for (const std::size_t member : members)
        remaining.push_back(remainingChange(corpus[member], m_settings.beta));
    const std::vector<int> mutants = energies(remaining, m_settings.mutants);
    for (std::size_t i = 0; i < members.size(); ++i)
        if (mutants[i] > 0)
            picks.push_back({members[i], mutants[i]});
    return picks;
}

void BatchPool::settle(std::vector<Lineage> &corpus, const std::vector<Pick> &,
                       std::vector<Lineage> &&children)
{
    if (children.empty())
        return;
    std::move(children.begin(), children.end(), std::back_inserter(corpus));
    m_ends.push_back(corpus.size());
    m_fuzzed.push_back(0);
}

nlohmann::json BatchPool::save() const
{
    return {{"ends", m_ends}, {"fuzzed", m_fuzzed}};
}

void BatchPool::load(const nlohmann::json &state, std::size_t corpus)
{
    m_ends = savedValue<std::vector<std::size_t>>(state, "ends");
    m_fuzzed = savedValue<std::vector<std::int64_t>>(state, "fuzzed");
    const bool ascending
        = std::adjacent_find(m_ends.begin(), m_ends.end(), std::greater_equal<>()) == m_ends.end();
    const std::size_t covered = m_ends.empty() ? 0 : m_ends.back();
    if (m_fuzzed.size() != m_ends.size() || !ascending || covered != corpus || (corpus > 0 && m_ends[0] == 0))
        throwBadSavedState("its batches do not fit the pool");
}

} // namespace mutascope::deephunter
