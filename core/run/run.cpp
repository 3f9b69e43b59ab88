// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/run.h"
#include "core/base/error.h"
#include "core/run/search_loop.h"
#include "core/run/test_recorder.h"
#include "core/run/versions.h"
#include <nlohmann/json.hpp>
#include <thread>

namespace mutascope {

namespace {

// Where a search begins: at the seeds, or where an earlier one left off.
struct Beginning {
    std::int64_t run = 0;
    Counters counters;
    Yields yields;
    double coverageStart = 0;
    TestId lastTest = 0;
    std::vector<bool> seedsFailed;
    std::vector<LogEntry> log;
    std::optional<std::string> generatorState;
    SearchEvent search; // chunk is null where there are no trees yet
};

bool leavesProcessorFree(const RunConfig &config)
{
    return config.threads < int(std::thread::hardware_concurrency());
}

SearchOutcome search(RunContext &context, const Beginning &beginning, SessionStore &store,
                     RunControl &control, RunObserver &observer, const RunOptions &options)
{
    const std::unique_ptr<Model> verifier
        = leavesProcessorFree(context.config) ? context.project.loadModel() : nullptr;
    const MisclassifiedOracle oracle;
    SearchClock clock(beginning.counters.seconds);
    const std::int64_t run = beginning.run;
    EngineData data(context, store, options.cacheFolder);
    // The store belongs to the recorder's thread from the first test on; until then load() may read it.
    EngineBench bench(
        {context.model->counting(), oracle, context.criterion.get(), context.layers, context.seeds, control,
         [&] { return clock.seconds(); }, [&store, run](TestId id) { return store.image(run, id); },
         [&data] { return data.otherWork(); }, [&context] { return context.model->failures(); }},
        beginning.counters, beginning.yields, beginning.lastTest, beginning.seedsFailed);
    if (beginning.search.chunk) {
        bench.search().continueFrom(*beginning.search.chunk);
        observer.onEvent(beginning.search);
    }
    ModelGate *gate = verifier ? nullptr : &context.model->gate();
    TestRecorder recorder({store, run, verifier.get(), gate, context.seeds, beginning.counters.verified,
                           beginning.counters.verifyCalls, beginning.lastTest});
    SearchLoop loop({context, bench, clock, data, recorder, control, observer, std::nullopt, beginning.log});
    return loop.execute(beginning.generatorState ? &*beginning.generatorState : nullptr);
}

void finishFailed(SessionStore &store, std::int64_t run, const std::string &message) noexcept
{
    try {
        const RunRecord record = store.run(run);
        store.finishRun(run, RunState::Failed, message, record.counters, record.coverageStart,
                        record.coverageEnd);
    } catch (...) {
        // The first error is the one to report; a run that cannot even be marked shows as interrupted.
    }
}

// Runs the search and closes the run's record, whatever happens.
RunRecord searchAndFinish(RunContext &context, const Beginning &beginning, SessionStore &store,
                          RunControl &control, RunObserver &observer, const RunOptions &options)
{
    try {
        const SearchOutcome outcome = search(context, beginning, store, control, observer, options);
        store.finishRun(beginning.run, outcome.state, outcome.message, outcome.counters,
                        beginning.coverageStart, outcome.coverage);
    } catch (const Error &error) {
        finishFailed(store, beginning.run, error.message());
        throw;
    } catch (const std::exception &error) {
        finishFailed(store, beginning.run, error.what());
        throw Error(ErrorCode::Internal, std::string("the run failed: ") + error.what(),
                    "What it had found is in the session");
    }
    RunRecord record = store.run(beginning.run);
    observer.onEvent(FinishedEvent{record});
    return record;
}

Beginning createRun(RunContext &context, Preparation &preparation, const Project &project,
                    SessionStore &store)
{
    Beginning beginning;
    beginning.counters.seeds = std::int64_t(context.seeds.size());
    beginning.counters.modelCalls = beginning.counters.seeds; // the dry run
    beginning.counters.profileCalls = preparation.profileCalls;
    beginning.coverageStart = preparation.coverageStart;
    beginning.log = std::move(preparation.log);
    RunRecord record;
    record.generator = context.config.generator;
    record.criterion = context.config.criterion;
    record.seed = context.config.seed;
    record.config = toJson(context.config).dump();
    record.project
        = projectSnapshot(project, context.model->uncounted().spec().sha256, preparation.dataSha256);
    record.versions = versionsJson();
    record.counters = beginning.counters;
    record.coverageStart = record.coverageEnd = preparation.coverageStart;
    beginning.run = store.createRun(record, preparation.seedRecords);
    return beginning;
}

std::vector<Seed> storedSeeds(const SessionStore &store, std::int64_t run)
{
    std::vector<Seed> seeds;
    for (const SeedRecord &record : store.seeds(run))
        seeds.push_back({record.datasetIndex, record.label, store.seedImage(run, record.index)});
    return seeds;
}

std::vector<bool> failedSeeds(const SessionStore &store, std::int64_t run, std::size_t seeds)
{
    std::vector<bool> failed(seeds);
    TestFilter failing;
    failing.failing = true;
    for (const TestRecord &test : store.tests(run, failing))
        failed.at(std::size_t(test.seed)) = true;
    return failed;
}

SearchEvent storedSearch(const SessionStore &store, std::int64_t run)
{
    SearchHistory history = store.search(run);
    if (history.trees.empty())
        return {};
    return {std::make_shared<const SearchChunk>(static_cast<SearchChunk &&>(history)),
            std::move(history.description)};
}

std::int64_t verifiedTests(const SessionStore &store, std::int64_t run)
{
    TestFilter verified;
    verified.verified = true;
    return store.testCount(run, verified);
}

Beginning continuation(const SessionStore &store, const RunRecord &record, RunContext &context)
{
    const auto state = store.savedState(record.id);
    if (!state)
        throw Error(ErrorCode::BadData, "the run was interrupted before its first checkpoint",
                    "Start it again; its configuration is in the session");
    if (context.criterion)
        context.criterion->load(state->criterion);
    Beginning beginning;
    beginning.run = record.id;
    beginning.counters = record.counters;
    beginning.counters.verified = verifiedTests(store, record.id); // may go on behind the last checkpoint
    beginning.yields = store.yields(record.id);
    beginning.coverageStart = record.coverageStart;
    beginning.lastTest = store.testCount(record.id);
    beginning.seedsFailed = failedSeeds(store, record.id, context.seeds.size());
    beginning.generatorState = state->generator;
    beginning.search = storedSearch(store, record.id);
    beginning.log = {{record.counters.seconds, "info", "resumed"}};
    return beginning;
}

} // namespace

RunRecord executeRun(const Project &project, const RunConfig &config, SessionStore &store,
                     RunControl &control, RunObserver &observer, const RunOptions &options)
{
    observer.onEvent(PhaseEvent{"loading", -1});
    RunContext context = makeContext(project, config, true);
    Preparation preparation = prepareRun(context, control, observer, options.cacheFolder);
    const Beginning beginning = createRun(context, preparation, project, store);
    observer.onEvent(RunCreatedEvent{beginning.run, beginning.coverageStart, int(context.seeds.size())});
    return searchAndFinish(context, beginning, store, control, observer, options);
}

RunRecord resumeRun(SessionStore &store, std::int64_t run, const Budget &budget, RunControl &control,
                    RunObserver &observer, const RunOptions &options)
{
    observer.onEvent(PhaseEvent{"loading", -1});
    const RunRecord record = store.run(run);
    RunConfig config = runConfigFromJson(nlohmann::json::parse(record.config, nullptr, false));
    if (budget.any())
        config.budget = budget;
    if (config.budget.reached(record.counters))
        throw Error(ErrorCode::Usage, "the run has used up its budget",
                    "Give a larger one; what was used so far counts");
    RunContext context = makeContext(projectFromSnapshot(record.project), config, false);
    context.seeds = storedSeeds(store, run);
    const Beginning beginning = continuation(store, record, context);
    observer.onEvent(RunCreatedEvent{run, beginning.coverageStart, int(context.seeds.size())});
    return searchAndFinish(context, beginning, store, control, observer, options);
}

} // namespace mutascope
