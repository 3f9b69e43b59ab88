// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/budget.h"
#include "core/base/stop.h"
#include "core/coverage/criterion.h"
#include "core/run/event.h"
#include "core/run/project.h"
#include "core/run/registry.h"
#include "core/store/session_store.h"
#include <filesystem>

namespace mutascope {

// Everything that fixes a run's tests, with the project. Stored with the run.
struct RunConfig {
    std::string generator;
    std::string criterion; // "" = none
    std::string layers; // pattern of selectLayers
    std::map<std::string, std::string> settings; // --set key=value, run parameters and the generator's own
    Budget budget;
    std::uint64_t seed = 1;
    int threads = 0; // 0: chosen for the model's size
};
nlohmann::json toJson(const RunConfig &config);
RunConfig runConfigFromJson(const nlohmann::json &object);

// Parameters every run has, whatever its generator: seeds-per-class, profile-limit (training images the
// criterion is fitted on, 0 = all), batch-size (largest forward), min-accuracy ...
const std::vector<ParamSpec> &runParams();
// Run parameters + the generator's, with the config's settings applied. Throws Error{Usage}.
ParamSet effectiveParams(const RunConfig &config);

struct RunOptions {
    std::filesystem::path
        cacheFolder; // for criterion profiles keyed by hash; empty: the user's cache directory
};

// Executes one run in the calling thread: loads, profiles, draws seeds, dry run, then steps until the budget
// is reached, the generator is exhausted or control asks. Checkpoints at most 2 s apart. Returns the finished
// record (also in the store). Throws Error; then the store keeps the last checkpoint and the run's state is
// Failed.
RunRecord executeRun(const Project &project, const RunConfig &config, SessionStore &store,
                     RunControl &control, RunObserver &observer, const RunOptions &options = {});

// Goes on with an interrupted or stopped run; budget replaces the old one where it has any limit.
RunRecord resumeRun(SessionStore &store, std::int64_t run, const Budget &budget, RunControl &control,
                    RunObserver &observer, const RunOptions &options = {});

struct ReplayResult {
    std::int64_t compared = 0;
    std::int64_t different = 0; // first differences are described in text
    std::vector<std::string> text;
    SearchCounts search; // trees that were made again; they count as one test that differs or does not
    std::string treeSha256; // of them, "" without any
    bool same() const { return different == 0; }
};
// Executes run again in memory up to the same number of model calls and compares every stored test, and the
// search trees node by node.
ReplayResult replayRun(const SessionStore &store, std::int64_t run, RunControl &control,
                       RunObserver &observer, const RunOptions &options = {});

struct VerifyResult {
    std::int64_t tests = 0;
    std::int64_t stillFailing = 0;
    std::vector<std::int64_t> notReproduced; // ids
};
// Predicts every failing test of a run again from its stored PNG.
VerifyResult verifyRun(const SessionStore &store, std::int64_t run, RunControl &control);

struct ExportOptions {
    TestFilter filter; // default: all stored tests
    std::vector<std::int64_t> ids; // only these, where given
    bool seeds = true; // write the seeds beside
};
struct ExportResult {
    std::int64_t written = 0;
    std::int64_t verified = 0;
};
// PNG folders seeds/<class>/ and tests/<class>/ + manifest.csv + manifest.jsonl (lineage, norms, predictions,
// verified: each file read back and predicted again). Refuses a folder that is not empty. Throws Error{Io}.
ExportResult exportRun(const SessionStore &store, std::int64_t run, const std::filesystem::path &folder,
                       const ExportOptions &options, RunControl &control);

} // namespace mutascope
