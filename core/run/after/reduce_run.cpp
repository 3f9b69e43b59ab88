// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/reduce_run.h"
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/metrics/cluster/fault_clusters.h"
#include "core/model/layer_slices.h"
#include "core/run/after/covered_set.h"
#include "core/run/after/traced_tests.h"
#include "core/run/run_context.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace mutascope {

namespace {

// Run parameters as the source had them; a derived run has none.
ParamSet runParamsOf(const RunRecord &run)
{
    ParamSet params(runParams());
    const nlohmann::json config = nlohmann::json::parse(run.config, nullptr, false);
    if (config.is_object() && config.contains("settings"))
        for (const auto &[name, value] : config.at("settings").items())
            if (params.contains(name) && value.is_string())
                params.set(name, value.get<std::string>());
    return params;
}

std::string layersOf(const RunRecord &run, const Project &project, const std::string &given)
{
    const nlohmann::json config = nlohmann::json::parse(run.config, nullptr, false);
    std::string layers = given;
    if (layers.empty() && config.is_object())
        layers = config.value("layers", std::string());
    return layers.empty() ? project.defaultLayers : layers;
}

// Those that are asked for, once each; none: the run's, else the project's; "none": none.
std::vector<CriterionChoice> choicesOf(const ReduceOptions &options, const RunRecord &run,
                                       const Project &project)
{
    std::vector<std::string> names = options.criteria;
    if (names.empty())
        names = {run.criterion.empty() ? project.defaultCriterion : run.criterion};
    std::vector<CriterionChoice> choices;
    for (const std::string &name : names) {
        if (name == "none" || name.empty())
            continue;
        CriterionChoice choice = parseCriterion(name);
        if (std::ranges::find(choices, choice.text(), &CriterionChoice::text) == choices.end())
            choices.push_back(std::move(choice));
    }
    return choices;
}

void checkCounts(const CriterionChoice &choice, const Criterion &criterion)
{
    if (!coverageCount(criterion))
        throw Error(ErrorCode::Usage,
                    fmt::format("criterion {} is no share of items that tests cover, so a part of the tests "
                                "cannot be held to it",
                                choice.text()),
                    "Choose one of: nc, kmnc, nbc, snac, tknc, lsc, dsc, or --criterion none");
}

class Reducer {
public:
    Reducer(const SessionStore &store, std::int64_t run, const ReduceOptions &options, RunControl &control,
            const std::function<void(const std::string &, double)> &onProgress)
        : m_store(store), m_options(options), m_control(control), m_onProgress(onProgress),
          m_source(store.run(run)), m_project(projectFromSnapshot(m_source.project)),
          m_choices(choicesOf(options, m_source, m_project)),
          m_records(testsOf(store, run, options.keep == KeepTests::All))
    {
    }

    ReducedRun execute()
    {
        const auto start = std::chrono::steady_clock::now();
        open();
        fit();
        m_result.run.seeds = seedsOf(m_store, m_source.id);
        commitSeeds();
        trace();
        const CoveredSet base(m_choices, m_slices, m_states);
        m_result.run.coverageStart = m_choices.empty() ? 0 : base.values().front().second;
        m_onProgress("reducing", -1);
        const std::vector<std::size_t> rows
            = coveringRows(m_tests, base, [this] { return !m_control.stopRequested(); });
        m_result.before = reached(m_tests, base);
        keep(rows);
        m_result.after = recomputed(rows, base);
        finish(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        return std::move(m_result);
    }

private:
    void checkStop() const
    {
        if (m_control.stopRequested())
            throw Error(ErrorCode::Usage, "stopped before the tests were reduced; nothing was written");
    }

    void open()
    {
        m_result.model = m_project.loadModel();
        Model &model = *m_result.model;
        m_threads = m_options.threads > 0 ? m_options.threads : chosenThreads(model);
        setModelThreads(m_threads);
        if (m_choices.empty())
            return;
        m_layers = selectLayers(model.layers(), layersOf(m_source, m_project, m_options.layers));
        m_slices = sliceLayers(model.layers(), m_layers);
    }

    void fit()
    {
        const ParamSet params = runParamsOf(m_source);
        const std::size_t batch = std::size_t(params.integer("forward-batch"));
        BatchingModel model(*m_result.model, batch);
        std::unique_ptr<Dataset> train;
        for (const CriterionChoice &choice : m_choices) {
            auto criterion = choice.create(m_slices);
            checkCounts(choice, *criterion);
            if (choice.info->needsFit) {
                if (!train)
                    train = m_project.openData("train");
                const ProfileTask task{
                    *train, model,    m_layers, choice.text(), std::size_t(params.integer("profile-limit")),
                    batch,  m_threads};
                fitCriterion(*criterion, task,
                             m_options.cacheFolder.empty() ? userCacheFolder() : m_options.cacheFolder,
                             m_control, [&](double done) { m_onProgress("profiling", done); });
                checkStop();
            }
            m_states.push_back(criterion->save());
        }
    }

    void commitSeeds()
    {
        if (m_choices.empty() || m_result.run.seeds.empty())
            return;
        ImageBatch images(m_result.model->spec().input);
        for (const SeedRecord &seed : m_result.run.seeds)
            images.append(seed.image);
        const Trace trace = traceImages(images, *m_result.model, m_layers);
        for (std::size_t i = 0; i < m_choices.size(); ++i) {
            auto criterion = m_choices[i].create(m_slices);
            criterion->load(m_states[i]);
            criterion->commit(TraceRows::all(trace));
            m_states[i] = criterion->save();
        }
    }

    void trace()
    {
        TracedTests traced = traceTests(m_store, m_source.id, m_records, *m_result.model, m_layers, m_control,
                                        [&](double done) { m_onProgress("measuring", done); });
        checkStop();
        m_records = std::move(traced.tests);
        m_tests.trace = std::move(traced.trace);
        m_result.notReproduced = traced.notReproduced;
        m_result.run.modelCalls = std::int64_t(m_records.size());
        for (const TestRecord &test : m_records)
            m_tests.faults.push_back(pairOf(test));
        if (m_options.faults == FaultKind::Clusters)
            useClusters();
    }

    std::optional<std::int64_t> pairOf(const TestRecord &test) const
    {
        if (!test.failing)
            return std::nullopt;
        return std::int64_t(test.label) * m_result.model->spec().classes + test.predicted;
    }

    // A cluster is one fault. Tests outside of all clusters stand for their class pair.
    void useClusters()
    {
        std::vector<TestRecord> failing;
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < m_records.size(); ++i)
            if (m_records[i].failing) {
                failing.push_back(m_records[i]);
                rows.push_back(i);
            }
        const FeatureLayer layer = featureLayer(*m_result.model, "penultimate");
        const TracedTests traced
            = traceTests(m_store, m_source.id, failing, *m_result.model, layer.layers, m_control,
                         [&](double done) { m_onProgress("clustering", done); });
        checkStop();
        m_result.run.modelCalls += std::int64_t(failing.size());
        const FaultClusters clusters = faultClusters(featuresOf(traced.trace));
        if (traced.tests.size() != rows.size())
            throw Error(ErrorCode::BadModel, "the model judges the same images now so and now otherwise",
                        "Use --faults pairs with such a model");
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (clusters.clusterOf[i] != noise)
                m_tests.faults[rows[i]] = -1 - std::int64_t(clusters.clusterOf[i]);
    }

    static Reached reached(const CoveringTests &tests, const CoveredSet &base)
    {
        CoveredSet covered(base);
        Reached result;
        for (std::size_t row = 0; row < tests.count(); ++row) {
            covered.commit(tests, row);
            result.failing += tests.faults[row].has_value();
        }
        result.tests = std::int64_t(tests.count());
        result.faults = std::int64_t(covered.faults().size());
        result.coverage = covered.values();
        return result;
    }

    void keep(const std::vector<std::size_t> &rows)
    {
        for (const std::size_t row : rows) {
            m_result.kept.push_back(m_records[row].id);
            m_result.run.tests.push_back(derivedTest(m_store, m_source.id, m_records[row], "reduce"));
            m_result.run.tests.back().record.id = std::int64_t(m_result.run.tests.size());
        }
    }

    // From the images that are kept alone, put through the model once more.
    Reached recomputed(const std::vector<std::size_t> &rows, const CoveredSet &base)
    {
        ImageBatch images(m_result.model->spec().input);
        for (const DerivedTest &test : m_result.run.tests)
            images.append(test.image);
        CoveringTests again;
        if (!images.empty())
            again.trace = traceImages(images, *m_result.model, m_layers);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            TestRecord test = m_records[rows[i]];
            test.predicted = again.trace.predictions.predicted(i);
            test.failing = test.failing && test.predicted != test.label;
            const bool same = test.failing && test.predicted == m_records[rows[i]].predicted;
            again.faults.push_back(same ? m_tests.faults[rows[i]] : pairOf(test));
        }
        m_result.run.modelCalls += std::int64_t(rows.size());
        return reached(again, base);
    }

    void finish(double seconds)
    {
        DerivedRun &run = m_result.run;
        run.source = m_source;
        run.session = m_store.file();
        run.kind = "reduce";
        run.seconds = seconds;
        std::vector<std::string> criteria;
        for (const CriterionChoice &choice : m_choices)
            criteria.push_back(choice.text());
        if (!criteria.empty()) {
            run.criterion = criteria.front();
            run.coverageEnd = m_result.after.coverage.front().second;
        }
        run.options = {{"criteria", criteria},
                       {"keep", m_options.keep == KeepTests::All ? "all" : "failing"},
                       {"faults", m_options.faults == FaultKind::Pairs ? "pairs" : "clusters"}};
        run.message = fmt::format("{} of {} tests of run {} ({}) cover and reveal the same", run.tests.size(),
                                  m_result.before.tests, run.source.id, run.source.generator);
    }

    const SessionStore &m_store;
    const ReduceOptions &m_options;
    RunControl &m_control;
    const std::function<void(const std::string &, double)> &m_onProgress;
    RunRecord m_source;
    Project m_project;
    std::vector<CriterionChoice> m_choices;
    std::vector<TestRecord> m_records; // of m_tests
    LayerSet m_layers;
    std::vector<LayerSlice> m_slices;
    int m_threads = 1;
    std::vector<std::string> m_states; // of m_choices, with what the seeds cover
    CoveringTests m_tests;
    ReducedRun m_result;
};

} // namespace

ReducedRun reduceRun(const SessionStore &store, std::int64_t run, const ReduceOptions &options,
                     RunControl &control, const std::function<void(const std::string &, double)> &onProgress)
{
    return Reducer(store, run, options, control, onProgress).execute();
}

} // namespace mutascope
