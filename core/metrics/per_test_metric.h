// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/chosen_tests.h"

namespace mutascope {

// A metric that gives each chosen test a score and is the mean of them. Scores that are no finite number are
// left out, and the note says so.
class PerTestMetric : public Metric {
public:
    PerTestMetric(TestChoice choice, MetricNeeds needs) : m_choice(choice), m_needs(needs) { }
    void add(const MetricBatch &batch) final;
    MetricValue value(const RunTotals &totals) const final;

protected:
    // One a row, in their order; what it is for a row must not depend on the others.
    virtual std::vector<double> scores(const MetricBatch &batch, const std::vector<std::size_t> &rows) = 0;
    // What the value alone does not say.
    virtual std::string note() const { return {}; }
    // Why some scores are not finite, behind "2 failing tests left out: ".
    virtual std::string whyLeftOut() const = 0;

private:
    std::string leftOut() const;
    TestChoice m_choice;
    MetricNeeds m_needs;
    std::vector<double> m_scores; // finite ones
    std::size_t m_leftOut = 0;
};

// A test's score by the pixels of its seed and its own, both of the shape.
using PairScore = double (*)(std::span<const std::uint8_t> seed, std::span<const std::uint8_t> test,
                             const ImageShape &shape);

struct PairMetricTexts {
    std::string note;
    std::string whyLeftOut = "their images have no finite value";
};

// Scores pairs on all threads.
std::unique_ptr<Metric> pairMetric(TestChoice choice, PairScore score, PairMetricTexts texts = {});

// All that metrics of naturalness have in common.
MetricInfo naturalness(const std::string &id, const std::string &name, const std::string &summary,
                       const std::string &paper);
// The same for one whose tests are chosen by the parameter and scored pair by pair.
MetricInfo pairInfo(MetricInfo info, PairScore score);

} // namespace mutascope
