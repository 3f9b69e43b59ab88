// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/data/batch.h"
#include "core/run/run_context.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr std::uint64_t seedStream = 0; // sub-stream of the run's RNG; the search has the others

void checkStop(const RunControl &control)
{
    if (control.stopRequested())
        throw Error(ErrorCode::Usage, "stopped before the search began; no run was stored");
}

// The seeds that were drawn and the model failed on, by their indices in the data set.
FailedImages failedOnes(const SelectedSeeds &selected, const RunModel &model)
{
    const FailedImages all = model.failures();
    FailedImages failed;
    for (const std::size_t index : all.count() > 0 ? selected.unanswered : std::vector<std::size_t>())
        failed.add(std::int64_t(index), all.why());
    return failed;
}

void checkSeeds(const SelectedSeeds &selected, const FailedImages &failed, const ParamSet &params)
{
    const double share = selected.examined ? double(selected.correct) / double(selected.examined) : 0;
    const std::string finding
        = fmt::format("only {} of {} images are classified correctly ({:.0f} %){}", selected.correct,
                      selected.examined, 100 * share, failed.count() > 0 ? "; " + failed.text() : "");
    if (selected.seeds.empty() || share < params.real("min-accuracy"))
        throw Error(ErrorCode::BadModel, finding,
                    "Check the project's scale, mean, std, channel order and the order of its classes; "
                    "min-accuracy sets the limit");
}

class Preparer {
public:
    Preparer(RunContext &context, const RunControl &control, RunObserver &observer)
        : m_context(context), m_control(control), m_observer(observer)
    {
    }

    Preparation execute(const std::filesystem::path &cacheFolder)
    {
        send("loading");
        const auto seedData = m_context.project.openData(m_context.params.text("seed-split"));
        m_result.dataSha256 = seedData->spec().sha256;
        if (m_context.criterion && m_context.criterionNeedsFit)
            fit(cacheFolder);
        checkStop(m_control);
        select(*seedData);
        checkStop(m_control);
        return std::move(m_result);
    }

private:
    void send(const std::string &phase, double fraction = -1)
    {
        m_observer.onEvent(PhaseEvent{phase, fraction});
    }

    void note(const char *level, const std::string &text)
    {
        m_result.log.push_back({0, level, text});
        m_observer.onEvent(LogEvent{m_result.log.back()});
    }

    void noteFailures(const char *phase, const FailedImages &failed)
    {
        if (failed.count() > 0)
            note("warning", fmt::format("{}: {}; they are left out", phase, failed.text()));
    }

    void fit(const std::filesystem::path &cacheFolder)
    {
        const auto train = m_context.project.openData("train");
        m_result.dataSha256 = sha256(m_result.dataSha256 + train->spec().sha256);
        const ProfileTask task = profileTaskOf(m_context, *train);
        send("profiling", 0);
        const ProfileResult fitted = fitCriterion(*m_context.criterion, task, cacheFolder, m_control,
                                                  [&](double done) { send("profiling", done); });
        m_result.profileCalls += std::int64_t(fitted.images);
        noteFailures("profiling", m_context.model->failures());
        note("info",
             fitted.cached ? m_context.config.criterion + ": profile taken from the cache"
                           : fmt::format("{}: profile of {} training images", m_context.config.criterion,
                                         fitted.images));
    }

    void select(const Dataset &data)
    {
        send("dry-run", 0);
        const std::size_t perClass = std::size_t(m_context.params.integer("seeds-per-class"));
        SelectedSeeds selected = selectSeeds(data, m_context.model->uncounted(), m_context.layers, perClass,
                                             Rng(m_context.config.seed).sub(seedStream), m_control,
                                             [&](double done) { send("dry-run", done); });
        checkStop(m_control);
        const FailedImages failed = failedOnes(selected, *m_context.model);
        checkSeeds(selected, failed, m_context.params);
        noteFailures("drawing seeds", failed);
        for (const int label : selected.shortClasses)
            note("warning",
                 fmt::format("class '{}' has fewer than {} correctly classified images",
                             classNameOf(data.spec().classNames, label), perClass));
        note("info",
             fmt::format("{} seeds; {} of {} images looked at were classified correctly",
                         selected.seeds.size(), selected.correct, selected.examined));
        m_result.profileCalls += std::int64_t(selected.examined - selected.seeds.size());
        if (m_context.criterion) {
            m_context.criterion->commit(TraceRows::all(selected.trace));
            m_result.coverageStart = m_context.criterion->value();
        }
        m_context.seeds = std::move(selected.seeds);
        m_result.seedRecords = std::move(selected.records);
    }

    RunContext &m_context;
    const RunControl &m_control;
    RunObserver &m_observer;
    Preparation m_result;
};

} // namespace

Preparation prepareRun(RunContext &context, const RunControl &control, RunObserver &observer,
                       const std::filesystem::path &cacheFolder)
{
    return Preparer(context, control, observer)
        .execute(cacheFolder.empty() ? userCacheFolder() : cacheFolder);
}

} // namespace mutascope
