// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/deduplicate_run.h"
#include "core/base/error.h"
#include "core/metrics/duplicates.h"
#include "core/run/after/traced_tests.h"
#include "core/run/campaign/feature_rows.h"
#include "core/run/run_context.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>

namespace mutascope {

namespace {

// Tests of one seed class and predicted class, by which near duplicates are looked for.
using Groups = std::map<std::pair<int, int>, std::vector<std::size_t>>;

class Deduplicator {
public:
    Deduplicator(const SessionStore &store, std::int64_t run, const DeduplicateOptions &options)
        : m_store(store), m_run(run), m_options(options)
    {
        m_result.run.source = store.run(run);
        m_tests = testsOf(store, run, options.all);
        m_original.resize(m_tests.size());
        m_equal.resize(m_tests.size());
    }

    DeduplicatedRun execute(const RunControl &control, const std::function<void(double)> &onProgress)
    {
        const auto start = std::chrono::steady_clock::now();
        m_result.model = projectFromSnapshot(m_result.run.source.project).loadModel();
        setModelThreads(m_options.threads > 0 ? m_options.threads : chosenThreads(*m_result.model));
        m_result.tests = std::int64_t(m_tests.size());
        findEqual();
        if (m_options.farthest > 0)
            findNear(control, onProgress);
        if (!m_result.stopped)
            finish(start);
        return std::move(m_result);
    }

private:
    // By the hash of the pixels that is stored; in one run all images have one shape.
    void findEqual()
    {
        std::map<std::string, std::size_t> firsts;
        for (std::size_t i = 0; i < m_tests.size(); ++i) {
            m_original[i] = firsts.emplace(m_tests[i].imageSha256, i).first->second;
            m_equal[i] = m_original[i] != i;
        }
    }

    void findNear(const RunControl &control, const std::function<void(double)> &onProgress)
    {
        std::vector<std::size_t> rows; // tests that repeat no pixels
        std::vector<TestRecord> distinct;
        for (std::size_t i = 0; i < m_tests.size(); ++i)
            if (!m_equal[i]) {
                rows.push_back(i);
                distinct.push_back(m_tests[i]);
                distinct.back().failing = false; // none is left out here
            }
        const FeatureLayer layer = featureLayer(*m_result.model, m_options.features);
        m_result.layer = layer.name;
        const TracedTests traced
            = traceTests(m_store, m_run, distinct, *m_result.model, layer.layers, control, onProgress);
        m_result.stopped = traced.stopped;
        m_result.run.modelCalls = std::int64_t(traced.tests.size());
        if (traced.stopped)
            return;
        const FeatureRows features = featuresOf(traced.trace);
        Groups groups;
        for (std::size_t i = 0; i < rows.size(); ++i)
            groups[{traced.tests[i].label, traced.tests[i].predicted}].push_back(i);
        for (const auto &[pair, members] : groups)
            compare(chosenRows(features, members), members, rows);
        for (std::size_t i = 0; i < m_tests.size(); ++i)
            if (m_equal[i])
                m_original[i] = m_original[m_original[i]]; // whose first may repeat another
    }

    void compare(const FeatureRows &features, const std::vector<std::size_t> &members,
                 const std::vector<std::size_t> &rows)
    {
        const DuplicateGroups near = nearRows(features, m_options.farthest);
        for (std::size_t i = 0; i < members.size(); ++i)
            m_original[rows[members[i]]] = rows[members[near.original[i]]];
    }

    void finish(std::chrono::steady_clock::time_point start)
    {
        DerivedRun &run = m_result.run;
        for (std::size_t i = 0; i < m_tests.size(); ++i) {
            if (m_original[i] != i) {
                m_result.duplicates.push_back({m_tests[i].id, m_tests[m_original[i]].id, bool(m_equal[i])});
                continue;
            }
            m_result.kept.push_back(m_tests[i].id);
            run.tests.push_back(derivedTest(m_store, m_run, m_tests[i], "deduplicate"));
            run.tests.back().record.id = std::int64_t(run.tests.size());
        }
        run.session = m_store.file();
        run.kind = "deduplicate";
        run.seeds = seedsOf(m_store, m_run);
        run.options
            = {{"farthest", m_options.farthest}, {"features", m_result.layer}, {"all", m_options.all}};
        run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        run.message = fmt::format("{} of {} tests of run {} ({}) repeat no other", run.tests.size(),
                                  m_tests.size(), m_run, run.source.generator);
    }

    const SessionStore &m_store;
    std::int64_t m_run;
    const DeduplicateOptions &m_options;
    std::vector<TestRecord> m_tests;
    std::vector<std::size_t> m_original; // of each test; itself where it repeats none
    std::vector<bool> m_equal; // repeats the pixels of another
    DeduplicatedRun m_result;
};

} // namespace

DeduplicatedRun deduplicateRun(const SessionStore &store, std::int64_t run, const DeduplicateOptions &options,
                               RunControl &control, const std::function<void(double)> &onProgress)
{
    return Deduplicator(store, run, options).execute(control, onProgress);
}

} // namespace mutascope
