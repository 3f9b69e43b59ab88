// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deephunter/seed_queue.h"
#include "core/generators/saved_state.h"
#include <algorithm>

namespace mutascope::deephunter {

void SeedQueue::start(std::vector<Lineage> &corpus, Rng &)
{
    m_fuzzed.assign(corpus.size(), 0);
    m_cursor = 0;
}

std::vector<Pick> SeedQueue::pick(const std::vector<Lineage> &corpus, Rng &rng)
{
    std::vector<Pick> picks;
    if (corpus.empty())
        return picks;
    std::size_t count = std::size_t(m_settings.seedsPerStep);
    if (m_settings.selection == Selection::DeepTest)
        count = std::min(count, corpus.size());
    for (std::size_t nth = 0; nth < count; ++nth) {
        const std::size_t index = choose(nth, rng);
        ++m_fuzzed[index];
        picks.push_back({index, m_settings.mutantsPerSeed});
    }
    return picks;
}

// nth: how many were chosen in this step before.
std::size_t SeedQueue::choose(std::size_t nth, Rng &rng)
{
    switch (m_settings.selection) {
    case Selection::Uniform:
        return rng.below(std::uint32_t(m_fuzzed.size()));
    case Selection::TensorFuzz:
        return recent(rng);
    case Selection::DeepTest:
        return m_fuzzed.size() - 1 - nth;
    case Selection::Probability:
        break;
    }
    return sweep(rng);
}

std::size_t SeedQueue::sweep(Rng &rng)
{
    for (;;) {
        const std::size_t index = m_cursor;
        m_cursor = (m_cursor + 1) % m_fuzzed.size();
        if (rng.uniform() < pickProbability(m_fuzzed[index], m_settings.gamma, m_settings.leastProbability))
            return index;
    }
}

std::size_t SeedQueue::recent(Rng &rng) const
{
    constexpr std::size_t newest = 5;
    const std::size_t tail = std::min(newest, m_fuzzed.size());
    const std::size_t any = rng.below(std::uint32_t(m_fuzzed.size()));
    const std::size_t ticket = rng.below(std::uint32_t(tail + 1));
    return ticket == tail ? any : m_fuzzed.size() - tail + ticket;
}

void SeedQueue::settle(std::vector<Lineage> &corpus, const std::vector<Pick> &picks,
                       std::vector<Lineage> &&children)
{
    if (m_settings.selection == Selection::DeepTest)
        drop(corpus, picks);
    std::move(children.begin(), children.end(), std::back_inserter(corpus));
    m_fuzzed.resize(corpus.size());
}

void SeedQueue::drop(std::vector<Lineage> &corpus, const std::vector<Pick> &picks)
{
    for (const Pick &pick : picks) { // from the newest on, so that the other indices stay right
        if (pick.gained)
            continue;
        corpus.erase(corpus.begin() + std::ptrdiff_t(pick.lineage));
        m_fuzzed.erase(m_fuzzed.begin() + std::ptrdiff_t(pick.lineage));
    }
}

nlohmann::json SeedQueue::save() const
{
    return {{"fuzzed", m_fuzzed}, {"cursor", m_cursor}};
}

void SeedQueue::load(const nlohmann::json &state, std::size_t corpus)
{
    m_fuzzed = savedValue<std::vector<std::int64_t>>(state, "fuzzed");
    m_cursor = savedValue<std::size_t>(state, "cursor");
    if (m_fuzzed.size() != corpus || m_cursor >= std::max<std::size_t>(corpus, 1))
        throwBadSavedState("its counters do not fit the queue");
}

} // namespace mutascope::deephunter
