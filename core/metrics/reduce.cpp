// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/reduce.h"
#include "core/base/error.h"
#include "core/coverage/bitset.h"
#include <algorithm>
#include <limits>
#include <map>
#include <queue>

namespace mutascope {

namespace {

// How many items a test would add; of equal tests the first comes first.
struct Candidate {
    std::size_t gain;
    std::size_t test;
    bool operator<(const Candidate &other) const
    {
        return gain != other.gain ? gain < other.gain : test > other.test;
    }
};

std::size_t gainOf(const std::vector<std::uint32_t> &items, const Bitset &covered)
{
    return std::size_t(std::ranges::count_if(items, [&](std::uint32_t i) { return !covered.test(i); }));
}

// Gains only fall as others are chosen: a candidate is measured again only when its old gain is the largest.
std::vector<std::size_t> greedyCover(const TestItems &items)
{
    Bitset covered(items.items());
    std::priority_queue<Candidate> candidates;
    for (std::size_t test = 0; test < items.tests(); ++test)
        candidates.push({items.of(test).size(), test});
    std::vector<std::size_t> chosen;
    while (!candidates.empty() && candidates.top().gain > 0) {
        const Candidate old = candidates.top();
        candidates.pop();
        const Candidate now{gainOf(items.of(old.test), covered), old.test};
        if (now.gain < old.gain) {
            candidates.push(now);
            continue;
        }
        chosen.push_back(now.test);
        for (const std::uint32_t item : items.of(now.test))
            covered.set(item);
    }
    return chosen;
}

// What was chosen first is the likeliest to have become superfluous.
std::vector<std::size_t> withoutSuperfluous(const TestItems &items, const std::vector<std::size_t> &chosen)
{
    std::vector<std::size_t> holders(items.items());
    for (const std::size_t test : chosen)
        for (const std::uint32_t item : items.of(test))
            ++holders[item];
    std::vector<std::size_t> kept;
    for (const std::size_t test : chosen) {
        const auto &own = items.of(test);
        if (std::ranges::any_of(own, [&](std::uint32_t item) { return holders[item] == 1; }))
            kept.push_back(test);
        else
            for (const std::uint32_t item : own)
                --holders[item];
    }
    return kept;
}

} // namespace

void TestItems::add(const std::vector<std::vector<std::uint32_t>> &itemsOfTest, std::size_t count)
{
    if (itemsOfTest.size() != m_items.size() || count > std::numeric_limits<std::uint32_t>::max() - m_count)
        throw Error(ErrorCode::Internal, "items of another number of tests, or too many, were given");
    for (std::size_t test = 0; test < m_items.size(); ++test) {
        const std::size_t before = m_items[test].size();
        for (const std::uint32_t item : itemsOfTest[test]) {
            if (item >= count)
                throw Error(ErrorCode::Internal, "a test has an item that does not exist");
            m_items[test].push_back(std::uint32_t(m_count + item));
        }
        const auto added = m_items[test].begin() + std::ptrdiff_t(before);
        std::sort(added, m_items[test].end());
        m_items[test].erase(std::unique(added, m_items[test].end()), m_items[test].end());
    }
    m_count += count;
}

void TestItems::add(const std::vector<std::optional<std::int64_t>> &valueOfTest)
{
    std::map<std::int64_t, std::uint32_t> numbers;
    std::vector<std::vector<std::uint32_t>> items(valueOfTest.size());
    for (std::size_t test = 0; test < valueOfTest.size(); ++test)
        if (valueOfTest[test])
            items[test] = {numbers.emplace(*valueOfTest[test], std::uint32_t(numbers.size())).first->second};
    add(items, numbers.size());
}

std::vector<std::size_t> reducedTests(const TestItems &items)
{
    std::vector<std::size_t> kept = withoutSuperfluous(items, greedyCover(items));
    std::ranges::sort(kept);
    return kept;
}

} // namespace mutascope
