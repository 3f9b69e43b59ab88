// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/base/rng.h"
#include "core/base/stop.h"
#include "core/generators/run_data.h"
#include "core/model/model.h"
#include "core/mutate/mutator.h"
#include "core/search/search_history.h"
#include "core/training/loss_point.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

// A test generator and what the engine offers it. The engine (core/run) owns the loop: budget, pause, single
// step, stop, checkpoint, replay and judging are written there once. Adding one: docs/adding-a-generator.md.
namespace mutascope {

using TestId = std::int64_t; // counts stored tests of a run from 1; 0: the seed itself

// A correctly classified data-set image.
struct Seed {
    std::int64_t datasetIndex = 0;
    int label = 0;
    Image image;
};

// One station on the way from a seed to a test, as a filmstrip shows it.
struct PathFrame {
    Image image;
    std::string caption; // "generation 12"
    double value = 0; // what the search minimised, where it stood then
};

// A mutant to be judged, with its lineage.
struct Candidate {
    int seed = 0; // index into GeneratorContext::seeds
    TestId parent = 0; // the stored test it was made from, 0: the seed
    Mutation mutation; // applied to the parent
    Image image;
    std::vector<PathFrame> path = {}; // of a search that has one; stored with a stored test
};

struct Verdict {
    bool failing = false;
    int predicted = 0;
    float confidence = 0; // probability of the predicted class
    TestId id = 0; // 0 while the test is not stored; failing tests always are
};

// Candidates after one forward, row by row.
struct Evaluation {
    std::vector<Candidate> candidates;
    std::vector<Verdict> verdicts;
    Trace trace;
    std::vector<double> scores; // imageScores() of the criterion, empty where it has none
};

// The engine's side. Calls are counted, failing tests stored, events sent by it.
class TestBench {
public:
    virtual ~TestBench() = default;
    virtual Evaluation evaluate(std::vector<Candidate> candidates) = 0;
    // Coverage of rows [begin, end): what they would add, without and with adding it. 0 without a criterion.
    virtual double gain(const Evaluation &evaluation, std::size_t begin, std::size_t end) const = 0;
    virtual double commit(const Evaluation &evaluation, std::size_t begin, std::size_t end) = 0;
    // Stores a test that goes into the generator's queue (gain: what commit() returned) and returns its id.
    virtual TestId keep(Evaluation &evaluation, std::size_t row, double gain) = 0;
    // The image of a stored test; for Generator::load.
    virtual Image image(TestId id) const = 0;
    // Draws of a mutator, rejected ones included, for the yields.
    virtual void countTries(const std::string &mutator, std::int64_t tries) = 0;
    // A generator that searches trees: once in start() and load(), how; then what happened since the last
    // call, trees numbered over the run.
    virtual void describeSearch(const SearchDescription &) { }
    virtual void searched(SearchChunk &&) { }
    // A generator that trains: once a training step.
    virtual void trained(const LossPoint &) { }
    // Replaces the run's document of that name.
    virtual void publish(RunDocument) { } // NOLINT(performance-unnecessary-value-param): overrides keep it
    // Into the run's log; level: "info" or "warning".
    virtual void note(const std::string &, const std::string &) { }
    virtual Model &model() = 0;
};

struct GeneratorContext {
    TestBench &bench;
    const std::vector<Seed> &seeds;
    const ParamSet &params;
    const RunControl &control;
    RunData &data;
    Rng rng; // a stream of its own for each step: step number and run seed fix it, so resuming needs no RNG
             // state
};

enum class StepResult { More, Exhausted };

class Generator {
public:
    virtual ~Generator() = default;
    // Once, before the first step (not after load). May evaluate (the dry run). Training is no part of it.
    virtual void start(GeneratorContext &context) = 0;
    // Whether the next step trains. Training steps are counted apart from the search's, have random streams
    // of their own and no share in the budget, so that a run whose networks are taken from the cache makes
    // the same tests as the one that trained them.
    virtual bool training() const { return false; }
    // One mini-batch or tree iteration, aimed at 100 ms or less.
    virtual StepResult step(GeneratorContext &context) = 0;
    // State between two steps, as bytes; images by TestId or by replaying mutations, not by value.
    virtual std::string save() const = 0;
    virtual void load(GeneratorContext &context, const std::string &bytes) = 0;
    // Length of the queue, for the status panel.
    virtual std::int64_t queueLength() const = 0;
    // Why the run found little or ended, in one sentence; "" if there is nothing to say.
    virtual std::string diagnosis() const { return {}; }
};

struct GeneratorNeeds {
    bool gradients = false;
    bool taps = false;
    bool training = false;
};

struct GeneratorInfo {
    std::string id; // "deephunter"
    std::string name; // "DeepHunter"
    std::string summary;
    std::string paper;
    GeneratorNeeds needs;
    std::vector<ParamSpec> params;
    std::function<std::unique_ptr<Generator>()> create;
};

} // namespace mutascope
