// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/after_steps.h"
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/output_file.h"
#include "core/run/campaign/cell_runs.h"
#include "core/run/exporter_files.h"
#include "core/run/retrain.h"
#include "core/run/retrain_measure.h"
#include <algorithm>
#include <fmt/format.h>
#include <future>
#include <set>
#include <thread>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

constexpr int afterVersion = 1; // raised where the same tests give other figures
constexpr std::chrono::milliseconds pollInterval{50};

// The verified failing tests of one generator, of all its repeats, in a session of their own.
struct Pool {
    std::unique_ptr<SessionStore> store;
    std::vector<std::int64_t> runs;
    std::optional<FailingTests> tests; // none: there are none
};

Checkpoint verifiedTests(const SessionStore &from, std::int64_t run)
{
    TestFilter filter;
    filter.failing = true;
    filter.verified = true;
    Checkpoint checkpoint;
    for (const TestRecord &listed : from.tests(run, filter)) {
        checkpoint.tests.push_back(from.test(run, listed.id));
        checkpoint.tests.back().parent = 0; // ancestors that pass are not copied
        checkpoint.pngs.push_back(from.png(run, listed.id));
    }
    return checkpoint;
}

void copyTests(const SessionStore &from, std::int64_t run, Pool &pool)
{
    const Checkpoint checkpoint = verifiedTests(from, run);
    if (checkpoint.tests.empty())
        return;
    std::vector<SeedRecord> seeds = from.seeds(run);
    for (SeedRecord &seed : seeds)
        seed.image = from.seedImage(run, seed.index);
    pool.runs.push_back(pool.store->createRun(from.run(run), seeds));
    pool.store->writeCheckpoint(pool.runs.back(), checkpoint);
}

Pool poolOf(const std::string &generator, const AssessmentFolder &folder, const std::vector<Cell> &finished)
{
    Pool pool{std::make_unique<SessionStore>(":memory:", SessionStore::Mode::Create), {}, {}};
    for (const Cell &cell : finished)
        if (cell.generator == generator) {
            const SessionStore store(folder.session(cell), SessionStore::Mode::ReadOnly);
            copyTests(store, store.runs().back().id, pool);
        }
    if (!pool.runs.empty())
        pool.tests = failingTestsOf(*pool.store, pool.runs);
    return pool;
}

RetrainOptions retrainOptions(const AssessmentPlan &plan, const std::vector<std::int64_t> &runs,
                              const fs::path &out)
{
    RetrainOptions options;
    options.runs = runs;
    options.out = out;
    options.threads = 1; // several side by side, and the same figures however many
    options.training.seed = plan.seed;
    if (plan.after.epochs > 0)
        options.training.epochs = plan.after.epochs;
    options.training.cleanImages = plan.after.cleanImages;
    return options;
}

// Seeds that retrain() trained on: it draws them in this way.
std::set<ImageKey> trainedSeeds(const FailingTests &tests, const RetrainOptions &options)
{
    const std::vector<bool> held
        = heldOutSeeds(tests.seedKeys.size(), options.heldOut, options.training.seed);
    std::set<ImageKey> keys;
    for (std::size_t i = 0; i < held.size(); ++i)
        if (!held[i])
            keys.insert(tests.seedKeys[i]);
    return keys;
}

FailingTests without(const FailingTests &tests, const std::set<ImageKey> &seeds)
{
    std::vector<bool> chosen;
    for (const ImageKey &key : tests.seedKeys)
        chosen.push_back(!seeds.contains(key));
    return selected(tests, chosen);
}

json toJson(const RetrainedModel &model)
{
    json tests = json::array();
    for (const RetrainedCell &cell : model.tests)
        tests.push_back({cell.tests, cell.before, cell.after});
    return {{"generator", model.generator},        {"missing", model.missing},
            {"trained_tests", model.trainedTests}, {"trained_seeds", model.trainedSeeds},
            {"kept_epoch", model.keptEpoch},       {"clean_before", model.cleanBefore},
            {"clean_after", model.cleanAfter},     {"tests", tests}};
}

json toJson(const TransferredTests &transferred)
{
    json models = json::array();
    for (const TransferCell &cell : transferred.models)
        models.push_back({cell.tests, cell.failing});
    return {{"generator", transferred.generator}, {"missing", transferred.missing}, {"models", models}};
}

void fromJson(const json &object, RetrainedModel &model)
{
    model = {object.at("generator"),     object.at("missing"),
             object.at("trained_tests"), object.at("trained_seeds"),
             object.at("kept_epoch"),    object.at("clean_before"),
             object.at("clean_after"),   {}};
    for (const json &cell : object.at("tests"))
        model.tests.push_back({cell.at(0), cell.at(1), cell.at(2)});
}

void fromJson(const json &object, TransferredTests &transferred)
{
    transferred = {object.at("generator"), object.at("missing"), {}};
    for (const json &cell : object.at("models"))
        transferred.models.push_back({cell.at(0), cell.at(1)});
}

fs::path resultFile(const fs::path &folder, const std::string &generator, const char *step)
{
    return folder / fmt::format("{}.{}.json", generator, step);
}

// What was kept for the same key, or for any; nothing where there is none, or the file is damaged.
template <typename Result>
std::optional<Result> kept(const fs::path &file, const std::optional<std::string> &key)
{
    const json object = json::parse(readCached(file).value_or(""), nullptr, false);
    try {
        if (object.is_object() && (!key || object.at("key") == *key)) {
            Result result;
            fromJson(object.at("result"), result);
            return result;
        }
    } catch (const json::exception &) {
        return std::nullopt;
    }
    return std::nullopt;
}

template <typename Result> void keep(const fs::path &file, const std::string &key, const Result &result)
{
    replaceFile(file, json({{"key", key}, {"result", toJson(result)}}).dump(1) + "\n");
}

// A full disk is no reason for a result to be missing; all else is.
template <typename Result, typename Work> std::optional<Result> attempt(const RunControl &control, Work work)
{
    try {
        return work();
    } catch (const Error &error) {
        if (error.code() == ErrorCode::Io)
            throw;
        if (control.stopRequested())
            return std::nullopt;
        Result result;
        result.missing = error.what();
        return result;
    }
}

template <typename Result> bool take(std::vector<std::optional<Result>> &from, std::vector<Result> &to)
{
    const bool all = std::ranges::all_of(from, [](const auto &one) { return one.has_value(); });
    for (auto &one : from)
        if (one)
            to.push_back(std::move(*one));
    return all;
}

class AfterRunner {
public:
    AfterRunner(const AssessmentPlan &plan, const AssessmentFolder &folder, const std::vector<Cell> &finished,
                std::size_t jobs, RunControl &control)
        : m_plan(plan), m_jobs(jobs), m_control(control), m_project(openProject(plan.project)),
          m_folder(folder.folder() / "after")
    {
        makeFolder(m_folder);
        std::string runs;
        for (const PlannedGenerator &generator : plan.generators)
            m_pools.push_back(poolOf(generator.id, folder, finished));
        for (const Cell &cell : finished)
            if (const auto run = runOfCell(folder, cell))
                runs += run->uuid + run->finishedAt;
        m_key = sha256(json({afterVersion, toJson(plan.after), runs, plan.modelSha256, plan.dataSha256,
                             plan.seed, plan.versions})
                           .dump());
    }

    AfterResults execute(const std::function<void(double)> &onProgress)
    {
        const std::size_t count = m_plan.generators.size();
        std::vector<std::optional<RetrainedModel>> retrained(m_plan.after.retrain ? count : 0);
        std::vector<std::optional<TransferredTests>> transferred(m_plan.after.transfer.empty() ? 0 : count);
        inJobs(retrained.size() + transferred.size(), onProgress, [&](std::size_t i) {
            if (i < retrained.size())
                retrained[i] = retrainedWith(i);
            else
                transferred[i - retrained.size()] = transferredOf(i - retrained.size());
        });
        AfterResults results;
        results.done = take(retrained, results.retrained);
        results.done = take(transferred, results.transferred) && results.done;
        return results;
    }

private:
    // Each piece of work in a thread, so many at once; none begins once stopped.
    void inJobs(std::size_t count, const std::function<void(double)> &onProgress,
                const std::function<void(std::size_t)> &work)
    {
        std::vector<std::future<void>> running;
        std::size_t next = 0, done = 0;
        while (!running.empty() || (next < count && !m_control.stopRequested())) {
            while (running.size() < m_jobs && next < count && !m_control.stopRequested()) {
                const std::size_t index = next++;
                running.push_back(std::async(std::launch::async, [&work, index] { work(index); }));
            }
            std::erase_if(running, [&](std::future<void> &job) {
                if (job.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
                    return false;
                job.get(); // throws what the work threw
                ++done;
                return true;
            });
            onProgress(double(done) / double(std::max<std::size_t>(count, 1)));
            std::this_thread::sleep_for(pollInterval);
        }
    }

    // Kept, or worked out and kept; nothing where it was stopped.
    template <typename Result, typename Work>
    std::optional<Result> keptOr(std::size_t generator, const char *step, Work work)
    {
        const std::string &id = m_plan.generators[generator].id;
        const fs::path file = resultFile(m_folder, id, step);
        if (auto result = kept<Result>(file, m_key))
            return result;
        std::optional<Result> result;
        if (m_pools[generator].tests)
            result = attempt<Result>(m_control, work);
        else
            result.emplace().missing = "no run of the generator has a failing test";
        if (result) {
            result->generator = id;
            keep(file, m_key, *result);
        }
        return result;
    }

    std::optional<RetrainedModel> retrainedWith(std::size_t generator)
    {
        return keptOr<RetrainedModel>(generator, "retrain", [&]() -> std::optional<RetrainedModel> {
            const Pool &pool = m_pools[generator];
            const fs::path out = m_folder / m_plan.generators[generator].id;
            std::error_code ignored;
            fs::remove_all(out, ignored); // of other cells, or interrupted
            const RetrainOptions options = retrainOptions(m_plan, pool.runs, out);
            const RetrainReport report = retrain(*pool.store, options, m_control, [](const auto &) {});
            if (m_control.stopRequested())
                return std::nullopt; // what was trained less is another model
            if (report.model.empty())
                throw Error(ErrorCode::BadModel, "no epoch of the retraining could be kept");
            return measured(report, trainedSeeds(*pool.tests, options), out);
        });
    }

    RetrainedModel measured(const RetrainReport &report, const std::set<ImageKey> &trained,
                            const fs::path &out) const
    {
        RetrainedModel result;
        result.trainedTests = report.trainedTests;
        result.trainedSeeds = report.trainedSeeds;
        result.keptEpoch = report.training.keptEpoch;
        result.cleanBefore = report.before.cleanAccuracy;
        result.cleanAfter = report.after.cleanAccuracy;
        const std::unique_ptr<Model> before = m_project.openModel(), after = openProject(out).openModel();
        for (const Pool &pool : m_pools) {
            RetrainedCell cell;
            if (pool.tests) {
                const FailingTests tests = without(*pool.tests, trained);
                cell = {tests.count(), failingShare(*before, tests), failingShare(*after, tests)};
            }
            result.tests.push_back(cell);
        }
        return result;
    }

    std::optional<TransferredTests> transferredOf(std::size_t generator)
    {
        return keptOr<TransferredTests>(generator, "transfer", [&]() -> std::optional<TransferredTests> {
            setModelThreads(1);
            TransferredTests result;
            result.models.resize(m_plan.after.transfer.size());
            const auto rows
                = transferSession(*m_pools[generator].store, m_plan.after.transfer,
                                  [&](std::size_t, std::size_t) { return !m_control.stopRequested(); });
            if (m_control.stopRequested())
                return std::nullopt;
            for (const TransferRow &row : rows)
                for (std::size_t i = 0; i < row.cells.size(); ++i) {
                    result.models[i].tests += row.cells[i].tests;
                    result.models[i].failing += row.cells[i].failing;
                }
            return result;
        });
    }

    const AssessmentPlan &m_plan;
    std::size_t m_jobs;
    RunControl &m_control;
    Project m_project;
    fs::path m_folder;
    std::vector<Pool> m_pools; // one a generator
    std::string m_key;
};

} // namespace

std::string transferName(const fs::path &model)
{
    const fs::path path
        = model.filename() == "project.json" || model.filename().empty() ? model.parent_path() : model;
    return path.extension() == ".pt" || path.extension() == ".onnx" ? path.stem().string()
                                                                    : path.filename().string();
}

AfterResults runAfterSteps(const AssessmentPlan &plan, const AssessmentFolder &folder,
                           const std::vector<Cell> &finished, std::size_t jobs, RunControl &control,
                           const std::function<void(double)> &onProgress)
{
    if (control.stopRequested())
        return {};
    return AfterRunner(plan, folder, finished, jobs, control).execute(onProgress);
}

AfterResults storedAfterSteps(const AssessmentPlan &plan, const AssessmentFolder &folder)
{
    const fs::path where = folder.folder() / "after";
    std::vector<std::optional<RetrainedModel>> retrained;
    std::vector<std::optional<TransferredTests>> transferred;
    for (const PlannedGenerator &generator : plan.generators) {
        if (plan.after.retrain)
            retrained.push_back(kept<RetrainedModel>(resultFile(where, generator.id, "retrain"), {}));
        if (!plan.after.transfer.empty())
            transferred.push_back(kept<TransferredTests>(resultFile(where, generator.id, "transfer"), {}));
    }
    AfterResults results;
    results.done = take(retrained, results.retrained);
    results.done = take(transferred, results.transferred) && results.done;
    return results;
}

} // namespace mutascope
