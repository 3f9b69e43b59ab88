// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/minimize_run.h"
#include "core/base/error.h"
#include "core/run/run_context.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr std::size_t groupBytes = std::size_t{1} << 26; // of images that are worked on side by side
constexpr std::size_t mostInGroup = 512;

std::size_t groupSize(const ImageShape &shape)
{
    return std::clamp<std::size_t>(groupBytes / std::max<std::size_t>(4 * shape.size(), 1), 1, mostInGroup);
}

class RunMinimizer {
public:
    RunMinimizer(const SessionStore &store, std::int64_t run, const MinimizeRunOptions &options,
                 RunControl &control, const std::function<void(const MinimizeRunProgress &)> &onProgress)
        : m_store(store), m_options(options), m_control(control), m_onProgress(onProgress)
    {
        m_result.run.source = store.run(run);
        m_tests = chosenTests();
        m_result.run.session = store.file();
        m_result.run.kind = "minimize";
        m_result.model = projectFromSnapshot(m_result.run.source.project).loadModel();
        setModelThreads(options.threads > 0 ? options.threads : chosenThreads(*m_result.model));
        m_result.run.seeds = seedsOf(store, run);
    }

    MinimizedRun execute()
    {
        const auto start = std::chrono::steady_clock::now();
        const std::size_t size = groupSize(m_result.model->spec().input);
        for (std::size_t begin = 0; begin < m_tests.size() && !m_control.stopRequested(); begin += size)
            minimizeGroup(begin, std::min(begin + size, m_tests.size()));
        m_result.report.seconds
            = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        m_result.report.stopped = m_control.stopRequested();
        finish();
        return std::move(m_result);
    }

private:
    std::int64_t run() const { return m_result.run.source.id; }

    std::vector<TestRecord> chosenTests() const
    {
        std::vector<TestRecord> tests;
        if (m_options.tests.empty()) {
            TestFilter failing;
            failing.failing = true;
            tests = m_store.tests(run(), failing, 0, m_options.limit > 0 ? m_options.limit : -1);
        }
        for (const std::int64_t id : m_options.tests)
            tests.push_back(m_store.test(run(), id));
        for (const TestRecord &test : tests)
            if (!test.failing)
                throw Error(ErrorCode::Usage,
                            fmt::format("test {} of run {} does not fail, so there is no wrong class to keep",
                                        test.id, run()),
                            "Choose failing tests, or leave --test out for all of them");
        if (tests.empty())
            throw Error(ErrorCode::NotFound,
                        fmt::format("run {} of '{}' has no failing test", run(), m_store.file().string()),
                        "Search longer, or choose another run");
        if (m_options.limit > 0 && tests.size() > std::size_t(m_options.limit))
            tests.resize(std::size_t(m_options.limit));
        return tests;
    }

    ChangedImage changedImage(const TestRecord &test) const
    {
        return {m_store.seedImage(run(), test.seed), m_store.image(run(), test.id), test.predicted};
    }

    void minimizeGroup(std::size_t begin, std::size_t end)
    {
        std::vector<ChangedImage> images;
        for (std::size_t i = begin; i < end; ++i)
            images.push_back(changedImage(m_tests[i]));
        const MinimizeResult result = minimizeImages(*m_result.model, images, m_options.search,
                                                     [&](const MinimizeProgress &progress) {
                                                         if (m_onProgress)
                                                             m_onProgress({begin, m_tests.size(), progress});
                                                         return !m_control.stopRequested();
                                                     });
        m_result.report.modelCalls += result.calls;
        for (std::size_t i = begin; i < end; ++i)
            take(m_tests[i], images[i - begin], result.images[i - begin]);
    }

    void take(const TestRecord &test, const ChangedImage &start, const MinimizedImage &found)
    {
        MinimizedTest row{test.id, 0, found.outcome, found.before, found.after};
        if (found.outcome != MinimizeOutcome::NotReproduced) {
            row.id = std::int64_t(m_result.run.tests.size()) + 1;
            m_result.run.tests.push_back(testOf(test, start, found, row.id));
        }
        m_result.report.tests.push_back(row);
    }

    DerivedTest testOf(const TestRecord &source, const ChangedImage &start, const MinimizedImage &found,
                       std::int64_t id) const
    {
        DerivedTest test;
        test.image = found.image;
        test.record.id = id;
        test.record.seed = source.seed;
        test.record.label = source.label;
        test.record.predicted = source.predicted;
        test.record.failing = true;
        test.record.step = id;
        test.record.atCalls = m_result.report.modelCalls;
        test.record.mutation
            = {"minimize",
               {{"run", double(run())}, {"test", double(source.id)}, {"l2_before", found.before.l2}},
               0};
        test.path = {{start.test, fmt::format("test {} of run {}", source.id, run()), found.before.l2},
                     {found.image, "minimised", found.after.l2}};
        return test;
    }

    // What the model says of the images that are stored.
    void predict()
    {
        std::vector<DerivedTest> &tests = m_result.run.tests;
        const std::size_t size = groupSize(m_result.model->spec().input);
        for (std::size_t begin = 0; begin < tests.size(); begin += size) {
            ImageBatch batch(m_result.model->spec().input);
            const std::size_t end = std::min(begin + size, tests.size());
            for (std::size_t i = begin; i < end; ++i)
                batch.append(tests[i].image);
            const Predictions predictions = BatchingModel(*m_result.model, 256).predict(batch);
            for (std::size_t i = begin; i < end; ++i)
                note(tests[i].record, predictions, i - begin);
        }
    }

    static void note(TestRecord &record, const Predictions &predictions, std::size_t row)
    {
        record.probabilities = predictions.probabilitiesOf(row);
        record.predicted = predictions.predicted(row);
        record.confidence = record.probabilities[std::size_t(record.predicted)];
        record.failing = record.predicted != record.label;
    }

    void finish()
    {
        DerivedRun &run = m_result.run;
        const MinimizeReport &report = m_result.report;
        predict();
        run.modelCalls = report.modelCalls;
        run.seconds = report.seconds;
        run.state = report.stopped ? RunState::Stopped : RunState::Finished;
        run.options = {{"norm", normName(m_options.search.norm)},
                       {"smallest_block", m_options.search.smallestBlock},
                       {"tests", m_options.tests},
                       {"limit", m_options.limit}};
        run.message
            = fmt::format("{} of {} tests of run {} ({}) minimised by {}", run.tests.size(), m_tests.size(),
                          run.source.id, run.source.generator, normName(m_options.search.norm));
    }

    const SessionStore &m_store;
    const MinimizeRunOptions &m_options;
    RunControl &m_control;
    const std::function<void(const MinimizeRunProgress &)> &m_onProgress;
    std::vector<TestRecord> m_tests;
    MinimizedRun m_result;
};

} // namespace

std::int64_t MinimizeReport::count(MinimizeOutcome outcome) const
{
    return std::ranges::count(tests, outcome, &MinimizedTest::outcome);
}

std::vector<NormSummary> normSummaries(const MinimizeReport &report)
{
    struct Norm {
        const char *name;
        double (*value)(const PixelDistance &);
    };
    static const Norm norms[] = {{"L0", [](const PixelDistance &d) { return double(d.l0); }},
                                 {"L1", [](const PixelDistance &d) { return double(d.l1); }},
                                 {"L2", [](const PixelDistance &d) { return d.l2; }},
                                 {"Linf", [](const PixelDistance &d) { return double(d.linf); }}};
    std::vector<NormSummary> rows;
    for (const Norm &norm : norms) {
        std::vector<double> before, after;
        for (const MinimizedTest &test : report.tests)
            if (test.id != 0) {
                before.push_back(norm.value(test.before));
                after.push_back(norm.value(test.after));
            }
        if (!before.empty())
            rows.push_back({norm.name, summarise(before), summarise(after)});
    }
    return rows;
}

MinimizedRun minimizeRun(const SessionStore &store, std::int64_t run, const MinimizeRunOptions &options,
                         RunControl &control,
                         const std::function<void(const MinimizeRunProgress &)> &onProgress)
{
    return RunMinimizer(store, run, options, control, onProgress).execute();
}

} // namespace mutascope
