// SPDX-License-Identifier: GPL-3.0-or-later
// How long an assessment measures one run: bench_metrics PROJECT [failing tests].
// A run of the baseline TensorFuzz is made until it has that many failing tests, then measured as an
// assessment measures it: every metric, coverage by all criteria, deep features, the validator. What is
// learnt from the data beforehand (profiles, validator; little training here, which its speed does not see)
// is timed apart. FID once more by itself, with features as wide as Inception's.
#include "core/base/error.h"
#include "core/base/ziggurat.h"
#include "core/metrics/metric.h"
#include "core/run/campaign/cell_measurer.h"
#include "core/run/run.h"
#include <chrono>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

using namespace mutascope;

namespace {

constexpr std::size_t wideFeatures = 2048;

// On the clock, and of processors: other programs lengthen the former only.
struct Times {
    double clock = 0;
    double processor = 0;
    std::string text() const { return fmt::format("{:.1f} s ({:.1f} s of a processor)", clock, processor); }
};

Times timesOf(const std::function<void()> &work)
{
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t used = std::clock();
    work();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
            double(std::clock() - used) / CLOCKS_PER_SEC};
}

// A line "VmRSS: 123 kB" of the process's status, in MiB; "VmHWM" is the largest so far.
double memoryMiB(const std::string &name)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name + ":"))
            return std::stod(line.substr(name.size() + 1)) / 1024;
    return 0;
}

class Quiet : public RunObserver {
public:
    void onEvent(const RunEvent &) override { }
};

AssessmentPlan planOf(const std::string &project, std::int64_t failing)
{
    AssessmentRequest request;
    request.project = project;
    request.generators = {"tensorfuzz"};
    request.criterion = "kmnc:1000";
    request.settings = {"sigma=60"};
    request.budget.failures = failing;
    request.repeats = 1;
    AssessmentPlan plan = planAssessment(request);
    plan.validatorEpochs = 1;
    plan.validatorImages = 1000;
    return plan;
}

void measureRun(const std::string &projectFolder, std::int64_t failing)
{
    const Project project = openProject(projectFolder);
    const AssessmentPlan plan = planOf(projectFolder, failing);
    const std::filesystem::path file
        = std::filesystem::temp_directory_path() / fmt::format("bench-{}.mscope", std::int64_t(::getpid()));
    SessionStore store(file, SessionStore::Mode::Create);
    RunControl control;
    Quiet quiet;
    const RunRecord run = executeRun(project, plan.configOf("tensorfuzz", 1), store, control, quiet);
    std::optional<MeasureSetup> setup;
    const Times before
        = timesOf([&] { setup = prepareMeasuring(project, plan, {}, control, [](double) {}); });
    CellMeasurer measurer(*setup);
    const double memory = memoryMiB("VmRSS");
    std::optional<CellMeasures> measures;
    const Times needed = timesOf([&] { measures = measurer.measure(store, run.id, 0, [] { return true; }); });
    std::size_t missing = 0;
    for (const auto &[id, value] : measures->metrics)
        missing += value.value ? 0 : 1;
    fmt::print("{} failing tests of {}: {} metrics ({} without a value) in {}, one thread; prepared in {}; "
               "resident {:.0f} MiB before, {:.0f} at most\n",
               run.counters.failing, project.name, measures->metrics.size(), missing, needed.text(),
               before.text(), memory, memoryMiB("VmHWM"));
    std::filesystem::remove(file);
}

FeatureRows normalRows(std::size_t count, std::size_t width, std::uint64_t seed)
{
    FeatureRows rows{count, width, std::vector<float>(count * width)};
    Rng rng(seed);
    forEachNormal(rng, rows.values.size(),
                  [&](std::size_t i, double normal) { rows.values[i] = float(normal); });
    return rows;
}

void measureFid(std::size_t tests)
{
    const FeatureRows reference = normalRows(tests, wideFeatures, 1);
    MetricContext context;
    context.shape = {1, 1, 1};
    context.classes = 10;
    context.reference = &reference;
    MetricBatch batch;
    batch.seeds = batch.tests = ImageBatch(context.shape);
    const std::uint8_t pixel = 0;
    for (std::size_t i = 0; i < tests; ++i) {
        batch.seeds.append(context.shape, {&pixel, 1});
        batch.tests.append(context.shape, {&pixel, 1});
    }
    batch.seedIds.assign(tests, 0);
    batch.labels.assign(tests, 0);
    batch.predicted.assign(tests, 1);
    batch.failing.assign(tests, 1);
    batch.validity.assign(tests, Validity::Unknown);
    batch.testFeatures = normalRows(tests, wideFeatures, 2);
    batch.seedFeatures = batch.testFeatures;
    const MetricInfo &info = metricInfo("fid");
    const auto metric = info.create(ParamSet(info.params), context);
    MetricValue value;
    const Times needed = timesOf([&] {
        metric->add(batch);
        value = metric->value({});
    });
    fmt::print("FID of {} tests against {} images, {} values each: {}, distance {:.4g}\n", tests, tests,
               wideFeatures, needed.text(), value.value.value_or(-1));
}

} // namespace

int main(int count, char **arguments)
{
    if (count < 2) {
        fmt::print(stderr, "usage: bench_metrics PROJECT [failing tests]\n");
        return 2;
    }
    try {
        const std::int64_t failing = count > 2 ? std::max(1LL, std::stoll(arguments[2])) : 10'000;
        measureRun(arguments[1], failing);
        measureFid(10'000);
        return 0;
    } catch (const Error &error) {
        fmt::print(stderr, "bench_metrics: {}\n", error.message());
        return exitCode(error.code());
    }
}
