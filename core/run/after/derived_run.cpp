// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/derived_run.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/mutate/constraint.h"
#include "core/run/run.h"
#include "core/run/verification.h"
#include "core/run/versions.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace mutascope {

namespace {

constexpr std::size_t testsAtOnce = 256; // stored in one transaction

// A configuration as every run has one, and where the run comes from.
std::string configOf(const DerivedRun &run)
{
    RunConfig config;
    config.generator = run.kind;
    config.criterion = run.criterion;
    config.seed = run.source.seed;
    const nlohmann::json source = nlohmann::json::parse(run.source.config, nullptr, false);
    if (source.is_object()) {
        config.layers = source.value("layers", std::string());
        config.threads = source.value("threads", 0);
    }
    nlohmann::json object = toJson(config);
    object["made_from"] = {{"session", run.session.filename().string()},
                           {"run", run.source.id},
                           {"uuid", run.source.uuid},
                           {"generator", run.source.generator},
                           {"options", run.options}};
    return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Counters countersOf(const DerivedRun &run)
{
    Counters counters;
    counters.seeds = std::int64_t(run.seeds.size());
    counters.modelCalls = run.modelCalls;
    counters.seconds = run.seconds;
    counters.tests = std::int64_t(run.tests.size());
    std::set<int> failed;
    for (const DerivedTest &test : run.tests) {
        counters.failing += test.record.failing;
        counters.kept += test.record.kept;
        if (test.record.failing)
            failed.insert(test.record.seed);
    }
    counters.seedsFailed = std::int64_t(failed.size());
    return counters;
}

Yields yieldsOf(const DerivedRun &run)
{
    Yields yields;
    for (const DerivedTest &test : run.tests) {
        MutatorYield &yield = yields[test.record.mutation.mutator];
        ++yield.tried;
        ++yield.accepted;
        yield.failing += test.record.failing;
        yield.kept += test.record.kept;
    }
    return yields;
}

const Image &seedImageOf(const DerivedRun &run, int index)
{
    const auto seed = std::ranges::find(run.seeds, index, &SeedRecord::index);
    if (seed == run.seeds.end())
        throw Error(ErrorCode::BadData,
                    fmt::format("run {} of '{}' has a test of seed {}, which is not there", run.source.id,
                                run.session.string(), index));
    return seed->image;
}

// The record as it is stored: what follows from the image is computed here, once for every kind.
TestRecord completed(const DerivedRun &run, const DerivedTest &test, std::size_t index)
{
    TestRecord record = test.record;
    const PixelDistance distance = pixelDistance(seedImageOf(run, record.seed), test.image);
    record.l0 = distance.l0;
    record.l1 = double(distance.l1);
    record.l2 = distance.l2;
    record.linf = distance.linf;
    record.imageSha256 = sha256(std::span<const std::uint8_t>(test.image.pixels));
    record.verified = false;
    record.atTests = std::int64_t(index) + 1;
    return record;
}

Checkpoint checkpointOf(const DerivedRun &run, std::size_t begin, std::size_t end)
{
    Checkpoint checkpoint;
    checkpoint.counters = countersOf(run);
    checkpoint.coverageEnd = run.coverageEnd;
    checkpoint.yields = yieldsOf(run);
    for (std::size_t i = begin; i < end; ++i) {
        const DerivedTest &test = run.tests[i];
        checkpoint.tests.push_back(completed(run, test, i));
        checkpoint.pngs.push_back(encodePng(test.image));
        if (!test.path.empty())
            checkpoint.paths.push_back({test.record.id, test.path});
    }
    return checkpoint;
}

void writeCurve(Checkpoint &checkpoint, const DerivedRun &run)
{
    const Counters counters = countersOf(run);
    checkpoint.coverage = {{0, 0, 0, 0, run.coverageStart},
                           {run.seconds, run.modelCalls, counters.tests, counters.failing, run.coverageEnd}};
}

// In the words of a filmstrip: "rotate degrees -7".
std::string captionOf(const Mutation &mutation)
{
    std::string text = mutation.mutator;
    for (const auto &[name, value] : mutation.values)
        text += fmt::format(" {} {:g}", name, value);
    return text;
}

std::vector<PathFrame> lineagePath(const SessionStore &store, std::int64_t run, std::int64_t test)
{
    std::vector<PathFrame> path;
    for (const TestRecord &step : store.lineage(run, test))
        path.push_back({store.image(run, step.id), captionOf(step.mutation), step.l2});
    return path;
}

StoredDerived verify(SessionStore &store, std::int64_t run, Model &verifier)
{
    TestFilter failing;
    failing.failing = true;
    const std::vector<TestRecord> tests = store.tests(run, failing);
    StoredDerived stored{run, std::int64_t(tests.size()), 0};
    const auto mark = [&](const VerifiedBatch &batch) {
        std::vector<std::int64_t> again;
        std::vector<LogEntry> log;
        for (std::size_t i = 0; i < batch.tests.size(); ++i) {
            const std::int64_t id = batch.tests[i].id;
            if (batch.failing[i])
                again.push_back(id);
            else
                log.push_back(
                    {0, "warning", fmt::format("test {} failed, but not when its image was read back", id)});
        }
        store.markVerified(run, again, log);
        stored.verified += std::int64_t(again.size());
    };
    verifyStored(
        store, run, tests, verifier, [] { return true; }, mark);
    return stored;
}

} // namespace

std::vector<SeedRecord> seedsOf(const SessionStore &store, std::int64_t run)
{
    std::vector<SeedRecord> seeds = store.seeds(run);
    for (SeedRecord &seed : seeds)
        seed.image = store.seedImage(run, seed.index);
    return seeds;
}

DerivedTest derivedTest(const SessionStore &store, std::int64_t run, const TestRecord &test,
                        const std::string &kind)
{
    DerivedTest derived{store.test(run, test.id), store.image(run, test.id), store.path(run, test.id)};
    if (derived.path.empty())
        derived.path = lineagePath(store, run, test.id);
    derived.record.parent = 0;
    derived.record.mutation = {kind, {{"run", double(run)}, {"test", double(test.id)}}, 0};
    derived.record.surprise.reset();
    return derived;
}

StoredDerived storeDerivedRun(SessionStore &store, const DerivedRun &run, Model &verifier)
{
    RunRecord record;
    record.generator = run.kind;
    record.criterion = run.criterion;
    record.seed = run.source.seed;
    record.config = configOf(run);
    record.project = run.source.project;
    record.versions = versionsJson();
    record.counters = countersOf(run);
    record.coverageStart = record.coverageEnd = run.coverageStart;
    const std::int64_t id = store.createRun(record, run.seeds);
    for (std::size_t begin = 0; begin == 0 || begin < run.tests.size(); begin += testsAtOnce) {
        Checkpoint checkpoint = checkpointOf(run, begin, std::min(begin + testsAtOnce, run.tests.size()));
        if (begin == 0)
            writeCurve(checkpoint, run);
        store.writeCheckpoint(id, checkpoint);
    }
    const StoredDerived stored = verify(store, id, verifier);
    Counters counters = countersOf(run);
    counters.verified = stored.verified;
    counters.verifyCalls = stored.failing;
    store.finishRun(id, run.state, run.message, counters, run.coverageStart, run.coverageEnd);
    return stored;
}

} // namespace mutascope
