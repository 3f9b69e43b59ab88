// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/run/run.h"
#include "core/run/search_difference.h"
#include "core/run/search_loop.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

constexpr std::size_t mostTexts = 20; // differences that are described, the rest is only counted

// What differs between a stored test and the one made again, in words; "" where nothing does.
std::string difference(const TestRecord &stored, const TestRecord &again)
{
    if (stored.seed != again.seed || stored.parent != again.parent)
        return fmt::format("made from seed {} test {}, was seed {} test {}", again.seed, again.parent,
                           stored.seed, stored.parent);
    if (toJson(stored.mutation) != toJson(again.mutation))
        return fmt::format("mutation {}, was {}", toJson(again.mutation).dump(),
                           toJson(stored.mutation).dump());
    if (stored.imageSha256 != again.imageSha256)
        return "another image";
    if (stored.predicted != again.predicted || stored.failing != again.failing)
        return fmt::format("predicted {}, was {}", again.predicted, stored.predicted);
    if (stored.kept != again.kept)
        return again.kept ? "went into the queue, did not before" : "did not go into the queue, did before";
    return {};
}

SearchCounts countsOf(const SearchHistory &history)
{
    SearchCounts counts{std::int64_t(history.trees.size()), 0, std::int64_t(history.iterations.size()),
                        std::int64_t(history.moves.size())};
    for (const std::vector<SearchNode> &nodes : history.nodes)
        counts.nodes += std::int64_t(nodes.size());
    return counts;
}

// Compares instead of storing.
class ReplaySink : public TestSink {
public:
    ReplaySink(const SessionStore &store, std::int64_t run)
        : m_stored(store.tests(run)), m_storedSearch(store.search(run))
    {
    }

    void add(std::vector<PendingTest> tests) override
    {
        for (PendingTest &test : tests)
            compare(test);
    }
    void checkpoint(Checkpoint checkpoint) override
    {
        m_search.append(checkpoint.search);
        if (checkpoint.searchDescription)
            m_search.description = std::move(*checkpoint.searchDescription);
    }
    void flush() override { }
    void verifyRest(Model &, const RunControl &, RunObserver &) override { }
    std::vector<RunEvent> takeEvents() override { return {}; }
    std::int64_t verified() const override { return 0; }
    std::int64_t verifyCalls() const override { return 0; }

    ReplayResult result() const
    {
        ReplayResult result = m_result;
        const std::int64_t missing = std::int64_t(m_stored.size()) - result.compared;
        if (missing > 0) {
            result.different += missing;
            result.text.push_back(fmt::format("{} stored tests were not made again", missing));
        }
        compareSearch(result);
        return result;
    }

private:
    void compare(PendingTest &test)
    {
        const std::size_t index = std::size_t(m_result.compared);
        if (index >= m_stored.size()) {
            note(test.record.id, "is not in the session");
            return;
        }
        ++m_result.compared;
        test.record.imageSha256 = sha256(test.image.pixels);
        const std::string text = difference(m_stored[index], test.record);
        if (!text.empty())
            note(test.record.id, text);
    }

    void compareSearch(ReplayResult &result) const
    {
        if (!m_search.trees.empty()) {
            result.search = countsOf(m_search);
            result.treeSha256 = searchSha256(m_search);
        }
        const std::string text = firstDifference(m_storedSearch, m_search);
        if (text.empty())
            return;
        ++result.different;
        result.text.push_back("search tree: " + text);
    }

    void note(std::int64_t id, const std::string &text)
    {
        ++m_result.different;
        if (m_result.text.size() < mostTexts)
            m_result.text.push_back(fmt::format("test {}: {}", id, text));
    }

    std::vector<TestRecord> m_stored;
    SearchHistory m_storedSearch;
    SearchHistory m_search;
    ReplayResult m_result;
};

void checkData(const Project &project, const std::string &dataSha256)
{
    if (!project.dataSha256.empty() && project.dataSha256 != dataSha256)
        throw Error(ErrorCode::BadData,
                    fmt::format("the data in '{}' is not the data of the run (SHA-256 {:.12}..., expected "
                                "{:.12}...)",
                                project.dataFolder().string(), dataSha256, project.dataSha256),
                    "Put the original data back");
}

} // namespace

ReplayResult replayRun(const SessionStore &store, std::int64_t run, RunControl &control,
                       RunObserver &observer, const RunOptions &options)
{
    observer.onEvent(PhaseEvent{"loading", -1});
    const RunRecord record = store.run(run);
    const RunConfig config = runConfigFromJson(nlohmann::json::parse(record.config, nullptr, false));
    const Project project = projectFromSnapshot(record.project);
    RunContext context = makeContext(project, config, true);
    const Preparation preparation = prepareRun(context, control, observer, options.cacheFolder);
    checkData(project, preparation.dataSha256);

    Counters counters;
    counters.seeds = std::int64_t(context.seeds.size());
    counters.modelCalls = counters.seeds;
    const MisclassifiedOracle oracle;
    SearchClock clock;
    EngineData data(context, store, options.cacheFolder);
    EngineBench bench({context.model->counting(), oracle, context.criterion.get(), context.layers,
                       context.seeds, control, [&] { return clock.seconds(); },
                       [](TestId) -> Image { throw Error(ErrorCode::Internal, "a replay loads no tests"); },
                       [&data] { return data.otherWork(); }},
                      counters, {}, 0, {});
    ReplaySink sink(store, run);
    SearchLoop loop({context, bench, clock, data, sink, control, observer, record.counters.steps, {}});
    const SearchOutcome outcome = loop.execute(nullptr);
    if (outcome.state == RunState::Stopped)
        throw Error(ErrorCode::Usage, "the replay was stopped before its end");
    return sink.result();
}

} // namespace mutascope
