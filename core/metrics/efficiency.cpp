// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/builtin.h"
#include "core/metrics/fault_tests.h"

namespace mutascope {

namespace {

enum class Per { Run, Test, FailingTest, ValidFailingTest };

// What the run as a whole has spent, shared out among its tests.
class Cost : public Metric {
public:
    using Spent = double (*)(const RunTotals &);
    Cost(Spent spent, Per per) : m_spent(spent), m_per(per) { }

    void add(const MetricBatch &batch) override
    {
        requireWhole(batch, false);
        m_tests.pick(batch);
    }
    MetricValue value(const RunTotals &totals) const override;

private:
    std::string missing(const RunTotals &totals) const;
    double sharers(const RunTotals &totals) const;
    // Where only some failing tests were judged, the others are taken to be like them.
    double validShare() const { return double(m_tests.picked()) / double(m_tests.judged()); }
    std::string note() const;

    Spent m_spent;
    Per m_per;
    CountedTests m_tests{Counted::ValidFailing};
};

std::string Cost::missing(const RunTotals &totals) const
{
    if (m_per == Per::Run)
        return {};
    if (totals.generated < 1)
        return "needs 1 test, has 0";
    if (m_per == Per::Test)
        return {};
    if (totals.failing < 1)
        return "needs 1 failing test, has 0";
    return m_per == Per::FailingTest ? "" : m_tests.missing(totals, 1);
}

double Cost::sharers(const RunTotals &totals) const
{
    switch (m_per) {
    case Per::Run:
        return 1;
    case Per::Test:
        return double(totals.generated);
    case Per::FailingTest:
        return double(totals.failing);
    case Per::ValidFailingTest:
        break;
    }
    return double(totals.failing) * validShare();
}

std::string Cost::note() const
{
    if (m_per != Per::ValidFailingTest || m_tests.judged() == m_tests.failing())
        return {};
    return "share of valid ones taken from " + std::to_string(m_tests.judged()) + " judged of "
        + std::to_string(m_tests.failing()) + " failing tests";
}

MetricValue Cost::value(const RunTotals &totals) const
{
    const std::string reason = missing(totals);
    if (!reason.empty())
        return missingValue(reason);
    MetricValue result;
    result.value = m_spent(totals) / sharers(totals);
    result.tests = std::size_t(m_per == Per::Run || m_per == Per::Test ? totals.generated : totals.failing);
    result.note = note();
    return result;
}

const char *const executionTime
    = "Mzoughi et al., Towards Assessing Deep Learning Test Input Generators, arXiv 2504.02329 (ET, "
      "execution time)";
const char *const modelCalls = "definition: images forwarded, and once more each that is differentiated, "
                               "divided by the tests that count";

MetricInfo cost(const std::string &id, const std::string &name, const std::string &summary,
                const std::string &source)
{
    MetricInfo info;
    info.id = id;
    info.name = name;
    info.family = MetricFamily::Efficiency;
    info.summary = summary;
    info.paper = source;
    info.higherIsBetter = false;
    return info;
}

MetricInfo costInfo(MetricInfo info, Cost::Spent spent, Per per)
{
    info.create = [spent, per](const ParamSet &, const MetricContext &) {
        return std::make_unique<Cost>(spent, per);
    };
    return info;
}

MetricInfo secondsInfo(MetricInfo info, Per per)
{
    info.unit = "s";
    return costInfo(
        std::move(info), [](const RunTotals &totals) { return totals.seconds; }, per);
}

MetricInfo callsInfo(MetricInfo info, Per per)
{
    info.unit = "calls";
    return costInfo(
        std::move(info), [](const RunTotals &totals) { return double(totals.modelCalls); }, per);
}

// 0: not measured.
class PeakMemory : public Metric {
public:
    void add(const MetricBatch &batch) override { requireWhole(batch, false); }
    MetricValue value(const RunTotals &totals) const override
    {
        if (totals.peakBytes <= 0)
            return missingValue("the run's memory was not measured");
        MetricValue result;
        result.value = double(totals.peakBytes) / (1024.0 * 1024.0);
        result.tests = std::size_t(totals.generated);
        return result;
    }
};

} // namespace

MetricInfo secondsPerTestInfo()
{
    return secondsInfo(cost("seconds-per-test", "Seconds a test",
                            "Seconds of the search for each generated test, training excluded",
                            executionTime),
                       Per::Test);
}

MetricInfo callsPerTestInfo()
{
    return callsInfo(cost("calls-per-test", "Calls a test",
                          "Model calls for each generated test, training excluded", modelCalls),
                     Per::Test);
}

MetricInfo secondsPerFailingTestInfo()
{
    return secondsInfo(cost("seconds-per-failing-test", "Seconds a failing test",
                            "Seconds of the search for each failing test, training excluded", executionTime),
                       Per::FailingTest);
}

MetricInfo callsPerFailingTestInfo()
{
    return callsInfo(cost("calls-per-failing-test", "Calls a failing test",
                          "Model calls for each failing test, training excluded", modelCalls),
                     Per::FailingTest);
}

MetricInfo secondsPerValidFailingTestInfo()
{
    return secondsInfo(cost("seconds-per-valid-failing-test", "Seconds a valid failing test",
                            "Seconds of the search for each failing test that is valid, training excluded; "
                            "where only some were judged, their share of valid ones is taken for all",
                            executionTime),
                       Per::ValidFailingTest);
}

MetricInfo callsPerValidFailingTestInfo()
{
    return callsInfo(cost("calls-per-valid-failing-test", "Calls a valid failing test",
                          "Model calls for each failing test that is valid, training excluded; where only "
                          "some were judged, their share of valid ones is taken for all",
                          modelCalls),
                     Per::ValidFailingTest);
}

MetricInfo trainingSecondsInfo()
{
    MetricInfo info = cost("training-seconds", "Training seconds",
                           "Seconds of training before the search; 0 for a generator that learns nothing or "
                           "took its networks from the cache",
                           executionTime);
    info.unit = "s";
    return costInfo(
        std::move(info), [](const RunTotals &totals) { return totals.trainingSeconds; }, Per::Run);
}

MetricInfo trainingCallsInfo()
{
    MetricInfo info
        = cost("training-calls", "Training calls",
               "Calls of the model under test while training; 0 where the networks come from the cache",
               "definition: as those of the search, in the training before it");
    info.unit = "calls";
    return costInfo(
        std::move(info), [](const RunTotals &totals) { return double(totals.trainingCalls); }, Per::Run);
}

MetricInfo peakMemoryInfo()
{
    MetricInfo info
        = cost("peak-memory", "Peak memory", "Most memory the run's process held at once",
               "definition: largest resident set that the operating system reports of the process");
    info.unit = "MiB";
    info.create = [](const ParamSet &, const MetricContext &) { return std::make_unique<PeakMemory>(); };
    return info;
}

} // namespace mutascope
