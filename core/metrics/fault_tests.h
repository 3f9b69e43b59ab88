// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"
#include <cstddef>
#include <string>
#include <vector>

namespace mutascope {

// Which tests a metric is about.
enum class Counted { Failing, ValidFailing };

// Throws Error{Internal} where members of the batch differ in length. Images and scores may be left out as a
// whole; features may where needsFeatures is false.
void requireWhole(const MetricBatch &batch, bool needsFeatures);

// Picks the tests that count, and remembers why there may be none.
class CountedTests {
public:
    explicit CountedTests(Counted counted) : m_counted(counted) { }
    // Rows of the batch that count.
    std::vector<std::size_t> pick(const MetricBatch &batch);
    std::size_t picked() const { return m_picked; }
    std::size_t failing() const { return m_failing; }
    std::size_t judged() const { return m_judged; } // failing tests with a validity
    // Why there is no value: nothing was generated, or nobody judged what failed. Empty where neither.
    std::string missing(const RunTotals &totals) const;
    // "needs 5 failing tests, has 3"; empty where there are enough.
    std::string missing(const RunTotals &totals, std::size_t needed) const;

private:
    Counted m_counted;
    std::size_t m_failing = 0;
    std::size_t m_judged = 0;
    std::size_t m_picked = 0;
};

MetricValue missingValue(const std::string &reason);

// Metadata that a metric and its valid-only twin share; the twin's id begins with "valid-".
MetricInfo faultRevealing(Counted counted, const std::string &id, const std::string &name,
                          const std::string &summary);

} // namespace mutascope
