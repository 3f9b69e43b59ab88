// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mutascope {

// What each test is kept for: items of one or several kinds (covered coverage items, fault cluster, class
// pair ...).
class TestItems {
public:
    explicit TestItems(std::size_t tests) : m_items(tests) { }
    // A further kind: the items of each test, all below count. Throws Error{Internal} where one is not, or
    // where there is another number of tests.
    void add(const std::vector<std::vector<std::uint32_t>> &itemsOfTest, std::size_t count);
    // A further kind of one item a test at most: tests with the same value have it in common.
    void add(const std::vector<std::optional<std::int64_t>> &valueOfTest);

    std::size_t tests() const { return m_items.size(); }
    std::size_t items() const { return m_count; }
    const std::vector<std::uint32_t> &of(std::size_t test) const { return m_items[test]; }

private:
    std::vector<std::vector<std::uint32_t>> m_items;
    std::size_t m_count = 0;
};

// Tests that have every item any test has, ascending: greedily the one with the most new items (of equal ones
// the first; Chvatal, "A Greedy Heuristic for the Set-Covering Problem", 1979), then without those that the
// others make superfluous. The smallest set is at most 1 + ln(most items of a test) times smaller.
std::vector<std::size_t> reducedTests(const TestItems &items);

} // namespace mutascope
