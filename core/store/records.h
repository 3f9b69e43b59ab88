// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/budget.h"
#include "core/base/image.h"
#include "core/generators/generator.h"
#include "core/mutate/mutator.h"
#include "core/search/search_history.h"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Plain values that go into and come out of a session file.
namespace mutascope {

enum class RunState { Running, Finished, Stopped, Failed }; // Running in a closed file: interrupted

struct RunRecord {
    std::int64_t id = 0; // from 1
    std::string uuid; // set by createRun
    std::string generator;
    std::string criterion; // canonical text, "" for none
    std::uint64_t seed = 0;
    std::string config; // JSON: everything needed to run it again (RunConfig)
    std::string project; // JSON: the project file's content, with SHA-256 of model and data
    std::string versions; // JSON: mutascope, torch, opencv, sqlite
    std::string startedAt; // ISO 8601 UTC
    std::string finishedAt;
    RunState state = RunState::Running;
    std::string message; // diagnosis, or the error of a failed run
    Counters counters;
    double coverageStart = 0;
    double coverageEnd = 0;
};

struct SeedRecord {
    int index = 0; // in the run
    std::int64_t datasetIndex = 0;
    int label = 0;
    std::vector<float> probabilities;
    Image image; // filled by seedImage(), not by seeds()
};

struct TestRecord {
    std::int64_t id = 0; // in the run, from 1
    int seed = 0; // SeedRecord::index
    std::int64_t parent = 0; // test id, 0: the seed
    Mutation mutation;
    int label = 0;
    int predicted = 0;
    float confidence = 0;
    bool failing = false;
    bool kept = false;
    bool verified = false; // read back from its PNG and predicted again: still failing (failing tests only)
    double gain = 0; // coverage it added
    std::optional<double> surprise; // by a criterion that measures it (lsc, dsc, mdsc), may be infinite
    std::int64_t step = 0;
    std::int64_t atCalls = 0;
    std::int64_t atTests = 0;
    double atSeconds = 0;
    std::int64_t l0 = 0; // to the seed, 0..255 scale
    double l1 = 0;
    double l2 = 0;
    int linf = 0;
    std::string imageSha256; // of the raw pixels
    std::vector<float> probabilities; // filled by test(), not by lists
};

struct CoveragePoint {
    double seconds = 0;
    std::int64_t calls = 0;
    std::int64_t tests = 0;
    std::int64_t failing = 0;
    double value = 0;
};

struct MutatorYield {
    std::int64_t tried = 0; // draws
    std::int64_t accepted = 0; // passed the constraint and were judged
    std::int64_t failing = 0;
    std::int64_t kept = 0;
};
using Yields = std::map<std::string, MutatorYield>;

struct LogEntry {
    double seconds = 0;
    std::string level; // "info" "warning" "error"
    std::string text;
};

// How much there is of a run's search trees.
struct SearchCounts {
    std::int64_t trees = 0;
    std::int64_t nodes = 0;
    std::int64_t iterations = 0;
    std::int64_t moves = 0;
    bool operator==(const SearchCounts &) const = default;
};

// The way a search took to a test.
struct TestPath {
    std::int64_t test = 0;
    std::vector<PathFrame> frames;
};

struct EngineCheckpoint; // core/store/engine_records.h

// What one transaction writes.
struct Checkpoint {
    Counters counters;
    double coverageEnd = 0;
    std::vector<TestRecord> tests; // new ones, with probabilities
    std::vector<std::vector<std::uint8_t>> pngs; // one a test
    std::vector<CoveragePoint> coverage; // new ones
    Yields yields; // totals, replace the old
    std::vector<LogEntry> log; // new ones
    std::string generatorState; // replaces the old
    std::string criterionState;
    SearchChunk search; // appended
    std::optional<SearchDescription> searchDescription; // replaces the old
    std::vector<TestPath> paths; // of the new tests
    std::vector<LossPoint> losses; // appended; a batch that a training repeats replaces the old
    std::vector<RunDocument> documents; // each replaces the old of its name
    std::vector<Artefact> artefacts; // become the run's; stored once a session
    std::shared_ptr<const EngineCheckpoint> engines; // of a campaign against inference engines alone
};

} // namespace mutascope
