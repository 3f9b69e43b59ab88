// SPDX-License-Identifier: GPL-3.0-or-later
// Which neurons a stored run covered, and what covered each of them first. No Qt signals: used by one thread.
#pragma once

#include "app/bridge/values.h"
#include "core/run/run_context.h"

#include <functional>

namespace mutascope::bridge {

class CoverageHistory {
public:
    // Opens the session and loads the run's model: layers are not in a session. Throws Error, also where the
    // run has no criterion, or one that is not made of neurons.
    CoverageHistory(const QString &sessionFile, qint64 run);
    ~CoverageHistory();

    // As of the run's last checkpoint. Throws Error.
    widgets::NeuronMapData map();

    using Progress = std::function<bool(double)>; // returns false to stop
    // Puts the seeds through the model: what was covered before the first test. Throws Error.
    // False where it was stopped.
    bool traceSeeds(const std::filesystem::path &cacheFolder, const Progress &progress);
    const std::vector<std::uint32_t> &coveredBySeeds() const { return m_coveredBySeeds; }

    // Then the stored tests, those of an earlier call left out, until one covers the neuron.
    bool traceTests(int neuron, const Progress &progress);
    // Of what was traced so far.
    NeuronOrigin originOf(int neuron) const;

private:
    struct Batch;
    void fit(const std::filesystem::path &cacheFolder, const Progress &progress);
    void add(const Batch &batch);
    void attribute(const Batch &batch, const Trace &trace, std::vector<std::size_t> fresh);
    std::unique_ptr<Criterion> makeCriterion() const;
    std::vector<std::uint32_t> coveredNow(const Criterion &criterion) const;
    bool isTraced() const { return m_traced >= m_total; }

    SessionStore m_store;
    qint64 m_run;
    RunContext m_context;
    std::unique_ptr<Criterion> m_batchwise; // holds all that was traced
    std::unique_ptr<Criterion> m_rowwise; // the same, row by row where a batch brought something new
    std::vector<std::uint32_t> m_coveredBySeeds;
    std::vector<std::int64_t> m_first; // of each neuron: 0 nothing yet, a test's id, or -1 - the seed's index
    qint64 m_traced = 0; // tests
    qint64 m_total = 0; // that there were when asked last
};

} // namespace mutascope::bridge
