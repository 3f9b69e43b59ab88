// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/diversity.h"
#include "core/metrics/fault_tests.h"
#include <cmath>
#include <map>
#include <utility>

namespace mutascope {

namespace {

template <typename Key> double entropyBits(const std::map<Key, std::size_t> &counts, std::size_t all)
{
    double entropy = 0;
    for (const auto &[key, count] : counts) {
        const double share = double(count) / double(all);
        entropy -= share * std::log2(share);
    }
    return entropy;
}

class PairEntropy : public Metric {
public:
    void add(const MetricBatch &batch) override
    {
        requireWhole(batch, false);
        for (const std::size_t row : m_tests.pick(batch))
            ++m_pairs[{batch.labels[row], batch.predicted[row]}];
    }
    MetricValue value(const RunTotals &totals) const override
    {
        const std::string missing = m_tests.missing(totals, 1);
        if (!missing.empty())
            return missingValue(missing);
        MetricValue result;
        result.tests = m_tests.picked();
        result.value = entropyBits(m_pairs, m_tests.picked());
        return result;
    }

private:
    CountedTests m_tests{Counted::Failing};
    std::map<std::pair<int, int>, std::size_t> m_pairs;
};

class OutputImpartiality : public Metric {
public:
    explicit OutputImpartiality(int classes) : m_classes(classes) { }

    void add(const MetricBatch &batch) override
    {
        requireWhole(batch, false);
        for (const std::size_t row : m_tests.pick(batch))
            ++m_predicted[batch.predicted[row]];
    }
    MetricValue value(const RunTotals &totals) const override
    {
        std::string missing = m_tests.missing(totals, 1);
        if (missing.empty() && m_classes < 2)
            missing = "needs a model of 2 classes, has " + std::to_string(m_classes);
        if (!missing.empty())
            return missingValue(missing);
        MetricValue result;
        result.tests = m_tests.picked();
        result.value = entropyBits(m_predicted, m_tests.picked()) / std::log2(m_classes);
        return result;
    }

private:
    int m_classes;
    CountedTests m_tests{Counted::Failing};
    std::map<int, std::size_t> m_predicted;
};

} // namespace

MetricInfo pairEntropyInfo()
{
    MetricInfo info;
    info.id = "pair-entropy";
    info.name = "Pair entropy";
    info.family = MetricFamily::Diversity;
    info.summary
        = "Entropy of the pairs of the seed's class and the predicted class over failing tests, from "
          "0 (one pair) to log2 of the number of pairs";
    info.paper = "definition: -sum p log2 p over the pairs; Shannon, A Mathematical Theory of Communication, "
                 "1948, section 6";
    info.unit = "bit";
    info.create = [](const ParamSet &, const MetricContext &) { return std::make_unique<PairEntropy>(); };
    return info;
}

MetricInfo outputImpartialityInfo()
{
    MetricInfo info;
    info.id = "output-impartiality";
    info.name = "Output impartiality";
    info.family = MetricFamily::Diversity;
    info.summary
        = "Entropy of the predicted classes of failing tests, divided by the largest possible: from 0 "
          "(one class) to 1 (all alike often)";
    info.paper = "Harel-Canada et al., Is Neuron Coverage a Meaningful Measure for Testing Deep Neural "
                 "Networks?, ESEC/FSE 2020 (output impartiality)";
    info.create = [](const ParamSet &, const MetricContext &context) {
        return std::make_unique<OutputImpartiality>(context.classes);
    };
    return info;
}

} // namespace mutascope
