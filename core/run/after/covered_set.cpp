// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/covered_set.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>
#include <queue>
#include <span>

namespace mutascope {

namespace {

struct Candidate {
    std::int64_t gain;
    std::size_t row;
    bool operator<(const Candidate &other) const
    {
        return gain != other.gain ? gain < other.gain : row > other.row;
    }
};

void check(const std::function<bool()> &goOn)
{
    if (goOn && !goOn())
        throw Error(ErrorCode::Usage, "stopped before the tests were reduced; nothing was written");
}

// Gains only fall as others are chosen: a candidate is measured again only when its old gain is the largest.
std::vector<std::size_t> greedy(const CoveringTests &tests, const CoveredSet &start,
                                const std::function<bool()> &goOn)
{
    CoveredSet covered(start);
    std::priority_queue<Candidate> candidates;
    for (std::size_t row = 0; row < tests.count(); ++row)
        candidates.push({covered.gain(tests, row), row});
    std::vector<std::size_t> chosen;
    while (!candidates.empty() && candidates.top().gain > 0) {
        check(goOn);
        const Candidate old = candidates.top();
        candidates.pop();
        const std::int64_t now = covered.gain(tests, old.row);
        if (now < old.gain) {
            candidates.push({now, old.row});
            continue;
        }
        chosen.push_back(old.row);
        covered.commit(tests, old.row);
    }
    return chosen;
}

// Halves the rows: what one half must still add is asked with all of the other half covered, then what the
// other half must add with what was kept of the first. So each row is asked with all others that are kept, at
// the cost of few commits a row. What was chosen first is asked first: it is the likeliest to be superfluous.
void keepNeeded(const CoveringTests &tests, std::span<const std::size_t> rows, const CoveredSet &others,
                const std::function<bool()> &goOn, std::vector<std::size_t> &kept)
{
    check(goOn);
    if (rows.size() == 1) {
        if (others.gain(tests, rows[0]) > 0)
            kept.push_back(rows[0]);
        return;
    }
    const auto first = rows.first(rows.size() / 2), second = rows.subspan(rows.size() / 2);
    const std::size_t before = kept.size();
    {
        CoveredSet withSecond(others);
        for (const std::size_t row : second)
            withSecond.commit(tests, row);
        keepNeeded(tests, first, withSecond, goOn, kept);
    }
    CoveredSet withFirst(others);
    for (std::size_t i = before; i < kept.size(); ++i)
        withFirst.commit(tests, kept[i]);
    keepNeeded(tests, second, withFirst, goOn, kept);
}

} // namespace

CoveredSet::CoveredSet(const std::vector<CriterionChoice> &choices, const std::vector<LayerSlice> &layers,
                       const std::vector<std::string> &states)
    : m_choices(choices), m_layers(layers)
{
    for (std::size_t i = 0; i < choices.size(); ++i) {
        m_criteria.push_back(choices[i].create(layers));
        m_criteria.back()->load(states[i]);
    }
}

CoveredSet::CoveredSet(const CoveredSet &other)
    : m_choices(other.m_choices), m_layers(other.m_layers), m_faults(other.m_faults)
{
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        m_criteria.push_back(m_choices[i].create(m_layers));
        m_criteria.back()->load(other.m_criteria[i]->save());
    }
}

std::int64_t CoveredSet::gain(const CoveringTests &tests, std::size_t row) const
{
    std::int64_t items = tests.faults[row] && !m_faults.contains(*tests.faults[row]) ? 1 : 0;
    for (const auto &criterion : m_criteria) {
        const double total = double(coverageCount(*criterion)->total);
        items += std::llround(criterion->gain(TraceRows::one(tests.trace, row)) * total);
    }
    return items;
}

void CoveredSet::commit(const CoveringTests &tests, std::size_t row)
{
    for (const auto &criterion : m_criteria)
        criterion->commit(TraceRows::one(tests.trace, row));
    if (tests.faults[row])
        m_faults.insert(*tests.faults[row]);
}

std::vector<std::pair<std::string, double>> CoveredSet::values() const
{
    std::vector<std::pair<std::string, double>> all;
    for (std::size_t i = 0; i < m_choices.size(); ++i)
        all.emplace_back(m_choices[i].text(), m_criteria[i]->value());
    return all;
}

std::vector<std::size_t> coveringRows(const CoveringTests &tests, const CoveredSet &start,
                                      const std::function<bool()> &goOn)
{
    const std::vector<std::size_t> chosen = greedy(tests, start, goOn);
    std::vector<std::size_t> kept;
    if (!chosen.empty())
        keepNeeded(tests, chosen, start, goOn, kept);
    std::ranges::sort(kept);
    return kept;
}

} // namespace mutascope
