// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/label_records.h"
#include "core/store/records.h"
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

namespace mutascope {

struct EngineCampaignRecord;
struct EngineFindingRecord;
struct EngineModelRecord;
struct EngineCoveragePoint;
enum class EngineTriage : std::uint8_t;

// Filter of tests; empty fields match everything.
struct TestFilter {
    std::optional<bool> failing;
    std::optional<bool> verified;
    std::optional<bool> kept;
    std::optional<int> label;
    std::optional<int> predicted;
    std::optional<std::string> mutator;
    // What people say about it. ValidUnclear: valid, of whatever class.
    std::optional<HumanVerdict> human = {};
    std::optional<bool> predicts = {}; // false: the model fails on it, it has no prediction
};

// One .mscope file: SQLite, WAL while open, a single file once closed. application_id and user_version are
// checked at open, quick_check is run, older versions are migrated after a backup copy beside the file
// (FILE.v<N>.bak). One writer at a time: a second one gets Error{Locked}. Every method throws Error{Io} on a
// full or unwritable disk, and leaves the file as the last checkpoint wrote it. Not thread-safe: one object a
// thread.
class SessionStore {
public:
    enum class Mode { Create, ReadWrite, ReadOnly };
    // Create: makes the file, or opens an existing session to add runs to. Errors: NotFound, BadData
    // (damaged, not a session), NewerVersion, Locked, Io. ":memory:" makes one that is never written.
    SessionStore(const std::filesystem::path &file, Mode mode);
    ~SessionStore();
    SessionStore(const SessionStore &) = delete;
    SessionStore &operator=(const SessionStore &) = delete;

    const std::filesystem::path &file() const;

    // Writers.
    std::int64_t createRun(RunRecord run,
                           const std::vector<SeedRecord> &seeds); // returns its id; images of seeds too
    // All of it in one transaction, or nothing. The run is Running from then on (a resumed one, too), so that
    // one that is killed shows as interrupted; finishRun comes last.
    void writeCheckpoint(std::int64_t run, const Checkpoint &checkpoint);
    // Adds a document in the place of one of that name; nothing else of the run changes, its time of ending
    // included.
    void writeDocument(std::int64_t run, const RunDocument &document);
    // Failing tests that fail again, verified behind the search; log: of those that do not. One transaction.
    void markVerified(std::int64_t run, const std::vector<std::int64_t> &tests,
                      const std::vector<LogEntry> &log);
    void finishRun(std::int64_t run, RunState state, const std::string &message, const Counters &counters,
                   double coverageStart, double coverageEnd);
    void deleteRun(std::int64_t run); // its tests, and images nothing else uses

    // Readers.
    std::vector<RunRecord> runs() const;
    RunRecord run(std::int64_t run) const; // throws Error{NotFound} that lists the runs there are
    std::vector<SeedRecord> seeds(std::int64_t run) const;
    Image seedImage(std::int64_t run, int seed) const;
    std::int64_t testCount(std::int64_t run, const TestFilter &filter = {}) const;
    // Ascending ids, from the offset-th match; limit < 0: all.
    std::vector<TestRecord> tests(std::int64_t run, const TestFilter &filter = {}, std::int64_t offset = 0,
                                  std::int64_t limit = -1) const;
    TestRecord test(std::int64_t run, std::int64_t test) const;
    Image image(std::int64_t run, std::int64_t test) const;
    std::vector<std::uint8_t> png(std::int64_t run, std::int64_t test) const;
    // From the first mutant of the seed down to test itself.
    std::vector<TestRecord> lineage(std::int64_t run, std::int64_t test) const;
    std::vector<CoveragePoint> coverage(std::int64_t run) const;
    Yields yields(std::int64_t run) const;
    std::vector<LogEntry> log(std::int64_t run) const;
    // All that happened in the run's search trees; empty where it has none.
    SearchHistory search(std::int64_t run) const;
    SearchCounts searchCounts(std::int64_t run) const; // without reading the trees
    std::vector<PathFrame> path(std::int64_t run, std::int64_t test) const; // empty where it has none
    // Training by training in the order in which they began, each in the order of its batches.
    std::vector<LossPoint> losses(std::int64_t run) const;
    std::vector<RunDocument> documents(std::int64_t run) const;
    // Trained networks: those a run uses, without their bytes; and one of any run of the session.
    std::vector<Artefact> artefacts(std::int64_t run) const;
    std::optional<Artefact> artefact(const std::string &kind, const std::string &key) const;
    struct SavedState {
        std::string generator;
        std::string criterion;
    };
    std::optional<SavedState> savedState(std::int64_t run) const;
    // Of a campaign against inference engines (core/store/engine_records.h); throw Error{NotFound} where run
    // is none, or has no such finding or model.
    bool isEngineCampaign(std::int64_t run) const;
    EngineCampaignRecord engineCampaign(std::int64_t run) const;
    std::vector<EngineFindingRecord> engineFindings(std::int64_t run) const; // by number
    EngineModelRecord engineModel(std::int64_t run, std::int64_t number) const;
    // Operators of each finding's example, by the finding's number.
    std::map<int, int> engineExampleOperators(std::int64_t run) const;
    std::vector<EngineCoveragePoint> engineCoverage(std::int64_t run) const;
    void triageEngineFinding(std::int64_t run, int finding, EngineTriage state, const std::string &note);
    // By people, of the tests that were labelled, ascending. Written by LabelStore (core/labels).
    std::vector<TestVerdict> humanVerdicts(std::int64_t run) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

} // namespace mutascope
