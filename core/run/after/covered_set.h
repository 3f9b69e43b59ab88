// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/coverage/criterion.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>

// Pieces of reduceRun(). Not for other folders.
namespace mutascope {

// Traced tests and the fault each of them shows.
struct CoveringTests {
    Trace trace;
    std::vector<std::optional<std::int64_t>> faults; // one a row; none: it does not fail
    std::size_t count() const { return faults.size(); }
};

// What some tests cover by several criteria, and the faults they show.
class CoveredSet {
public:
    // states: of the criteria, fitted, with what is covered from the start.
    CoveredSet(const std::vector<CriterionChoice> &choices, const std::vector<LayerSlice> &layers,
               const std::vector<std::string> &states);
    CoveredSet(const CoveredSet &other);
    CoveredSet &operator=(const CoveredSet &) = delete;

    // Items and faults that a test would add.
    std::int64_t gain(const CoveringTests &tests, std::size_t row) const;
    void commit(const CoveringTests &tests, std::size_t row);
    std::vector<std::pair<std::string, double>> values() const;
    const std::set<std::int64_t> &faults() const { return m_faults; }

private:
    const std::vector<CriterionChoice> &m_choices;
    const std::vector<LayerSlice> &m_layers;
    std::vector<std::unique_ptr<Criterion>> m_criteria; // of m_choices
    std::set<std::int64_t> m_faults;
};

// Rows that cover and show what all do, ascending: greedily the one that adds the most (of equal ones the
// first; Chvatal, "A Greedy Heuristic for the Set-Covering Problem", 1979), then without those that the
// others make superfluous. As reducedTests() of core/metrics, for items that only a criterion can tell.
// goOn: asked now and then; where it says no, Error{Usage} is thrown.
std::vector<std::size_t> coveringRows(const CoveringTests &tests, const CoveredSet &start,
                                      const std::function<bool()> &goOn = {});

} // namespace mutascope
