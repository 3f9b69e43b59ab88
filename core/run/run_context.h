// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/decorators.h"
#include "core/model/model_failure.h"
#include "core/run/model_gate.h"
#include "core/run/profile_cache.h"
#include "core/run/run.h"
#include "core/run/seed_selection.h"

namespace mutascope {

// The model as a run uses it: split into forwards of at most `batch` images, counted.
class RunModel {
public:
    RunModel(std::unique_ptr<Model> model, std::size_t batch)
        : m_model(std::move(model)), m_gated(*m_model, m_gate), m_batching(m_gated, batch),
          m_counting(m_batching)
    {
    }
    RunModel(const RunModel &) = delete;
    RunModel &operator=(const RunModel &) = delete;
    CountingModel &counting() { return m_counting; }
    // The same without counting: profiling, drawing seeds and verifying are not part of the budget.
    Model &uncounted() { return m_batching; }
    // What the model's own code failed on so far.
    FailedImages failures() const { return failuresOf(*m_model); }
    ModelGate &gate() { return m_gate; } // closed while the model works

private:
    std::unique_ptr<Model> m_model;
    ModelGate m_gate;
    GatedModel m_gated;
    BatchingModel m_batching;
    CountingModel m_counting;
};

// What a run works with, however it came about: new, resumed or replayed.
struct RunContext {
    Project project;
    RunConfig config; // threads chosen, criterion in canonical form
    ParamSet params;
    std::unique_ptr<RunModel> model;
    std::unique_ptr<Criterion> criterion; // null: none
    bool criterionNeedsFit = false;
    LayerSet layers; // traced; empty without a criterion
    std::unique_ptr<Generator> generator;
    std::vector<Seed> seeds;
};

// Loads the model and makes criterion and generator. withData: checks that the model fits the data.
RunContext makeContext(const Project &project, const RunConfig &config, bool withData);

// Forwards of this model gain from that many threads: one below some ten million multiplications.
int chosenThreads(const Model &model);

// What the run's criterion is fitted on.
ProfileTask profileTaskOf(const RunContext &context, const Dataset &train);

// What only a run from the start needs: data, a fitted criterion, seeds, the dry run.
struct Preparation {
    std::vector<SeedRecord> seedRecords;
    std::string dataSha256;
    std::int64_t profileCalls = 0; // profiling and images that did not become seeds
    double coverageStart = 0;
    std::vector<LogEntry> log;
};
// Fills context.seeds and fits and commits the criterion. Throws Error{BadModel} where too few images are
// classified correctly, Error{Usage} where control asked to stop.
Preparation prepareRun(RunContext &context, const RunControl &control, RunObserver &observer,
                       const std::filesystem::path &cacheFolder);

} // namespace mutascope
