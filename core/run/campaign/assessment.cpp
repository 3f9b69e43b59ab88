// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/assessment.h"
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/output_file.h"
#include "core/generators/trained_files.h"
#include "core/run/campaign/cell_measurer.h"
#include "core/run/campaign/cell_runs.h"
#include "core/run/run_context.h"
#include "core/store/writer_lock.h"
#include <algorithm>
#include <fmt/format.h>
#include <future>
#include <thread>
#include <unistd.h>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds pollInterval{50};

// Tests found with another model are not mixed with this one's, but may be put to it.
std::string wayOut(const AssessmentFolder &folder, const std::string &difference)
{
    const std::string other = "Give the same options to go on with it, or another folder with --out";
    if (!difference.starts_with("model:") && !difference.starts_with("data:"))
        return other;
    return fmt::format("Give another folder with --out; 'mutascope-cli transfer {}/*.mscope --model PROJECT' "
                       "judges the tests found there again, by this project's model",
                       folder.cells().string());
}

void checkSamePlan(const AssessmentFolder &folder, const nlohmann::json &asked)
{
    const nlohmann::json stored
        = nlohmann::json::parse(readCached(folder.plan()).value_or(""), nullptr, false);
    if (!stored.is_object())
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' is no plan of an assessment", folder.plan().string()),
                    "Choose another folder with --out");
    const std::vector<std::string> differences = differencesOf(stored, asked);
    if (differences.empty())
        return;
    throw Error(
        ErrorCode::Usage,
        fmt::format("'{}' holds an assessment with another plan: {}{}", folder.folder().string(),
                    differences.front(),
                    differences.size() > 1 ? fmt::format(" and {} more", differences.size() - 1) : ""),
        wayOut(folder, differences.front()));
}

void makeFolders(const AssessmentFolder &folder)
{
    std::error_code error;
    fs::create_directories(folder.cells(), error);
    if (error || ::access(folder.folder().c_str(), W_OK) != 0)
        throw Error(ErrorCode::Io,
                    fmt::format("cannot write in the folder '{}'{}", folder.folder().string(),
                                error ? ": " + error.message() : ""),
                    "Choose a place you may write to with --out");
}

// A plan that was begun must be the same; a folder with other things is nobody's to write into.
void openFolder(const AssessmentFolder &folder, const AssessmentPlan &plan)
{
    std::error_code ignored;
    const nlohmann::json asked = toJson(plan);
    if (fs::exists(folder.plan(), ignored))
        checkSamePlan(folder, asked);
    else if (fs::exists(folder.folder(), ignored)
             && (!fs::is_directory(folder.folder(), ignored) || !fs::is_empty(folder.folder(), ignored)))
        throw Error(ErrorCode::Usage,
                    fmt::format("'{}' is there and holds no assessment", folder.folder().string()),
                    "Name a new or an empty folder with --out");
    makeFolders(folder);
}

std::unique_ptr<WriterLock> lockFolder(const AssessmentFolder &folder)
{
    try {
        return std::make_unique<WriterLock>(folder.plan(), std::chrono::milliseconds(0));
    } catch (const Error &error) {
        if (error.code() != ErrorCode::Locked)
            throw;
        throw Error(ErrorCode::Locked,
                    fmt::format("another program works on the assessment in '{}'", folder.folder().string()),
                    "Wait for its end, or choose another folder with --out");
    }
}

// The first cells would all fit the criterion at once.
void fitForRuns(const Project &project, const AssessmentPlan &plan, const fs::path &cache,
                const RunControl &control, const std::function<void(double)> &onProgress)
{
    if (plan.criterion.empty())
        return;
    RunContext context = makeContext(project, plan.configOf(plan.generators.front().id, 1), true);
    if (!context.criterionNeedsFit)
        return;
    const std::unique_ptr<Dataset> train = project.openData("train");
    if (fitCriterion(*context.criterion, profileTaskOf(context, *train), cache, control, onProgress).stopped)
        throw Error(ErrorCode::Usage, "stopped before the first run began");
}

class Assessor {
public:
    Assessor(const AssessmentPlan &plan, const AssessmentOptions &options, RunControl &control,
             const AssessmentObserver &observer)
        : m_options(options), m_control(control), m_observer(observer), m_folder(options.out),
          m_jobs(options.jobs > 0 ? std::size_t(options.jobs)
                                  : std::size_t(std::max(1u, std::thread::hardware_concurrency())))
    {
        m_result.plan = plan;
        openFolder(m_folder, plan);
        m_lock = lockFolder(m_folder);
        replaceFile(m_folder.plan(), toJson(plan).dump(1) + "\n");
    }

    Assessment execute()
    {
        prepare();
        m_runs.emplace(m_result.plan, m_folder, CellRuns::Setup{m_options.program});
        for (std::size_t i = 0; i < m_runs->cells().size(); ++i) {
            m_result.cells.push_back({m_runs->cells()[i], m_runs->record(i), {}, {}});
            if (m_runs->record(i).state == CellState::Finished)
                take(i);
        }
        while (!finished())
            turn();
        updateRecords();
        afterwards();
        m_observer.onCell(m_result);
        return std::move(m_result);
    }

private:
    struct Job {
        std::size_t cell;
        std::unique_ptr<CellMeasurer> measurer;
        std::future<std::optional<CellMeasures>> result;
    };

    void prepare()
    {
        const Project project = openProject(m_result.plan.project);
        const fs::path cache = m_options.cacheFolder.empty() ? userCacheFolder() : m_options.cacheFolder;
        const auto part = [&](double from) {
            return [this, from](double share) {
                m_observer.onProgress({"profiling", from + share / 2, nullptr});
            };
        };
        fitForRuns(project, m_result.plan, cache, m_control, part(0));
        const MeasurePlaces places{cache, m_options.cacheFolder.empty() ? trainedNetworksFolder() : cache};
        m_setup = prepareMeasuring(project, m_result.plan, places, m_control, part(0.5));
        m_result.withoutValidator = m_setup->withoutValidator;
    }

    // Once stopped, only what runs is waited for.
    bool finished() const
    {
        const bool idle = m_runs->running() == 0 && m_jobsRunning.empty();
        return idle && (m_control.stopRequested() || (m_runs->done() && m_waiting.empty()));
    }

    void turn()
    {
        for (const std::size_t cell : m_runs->takeEnded())
            take(cell);
        takeMeasured();
        const bool halted = m_control.stopRequested() || m_control.paused();
        if (halted)
            interruptOnce();
        else
            fill();
        updateRecords();
        m_observer.onProgress({"running", fraction(), &m_result});
        std::this_thread::sleep_for(pollInterval);
    }

    // A second request to stop (abort) is passed on as well: each run then drops its step.
    void interruptOnce()
    {
        const int level = m_control.abortRequested() ? 2 : 1;
        for (; m_interrupts < level; ++m_interrupts)
            m_runs->interruptAll();
    }

    // Measuring goes first: the table grows, and processes are not more than processors.
    void fill()
    {
        m_interrupts = 0;
        while (m_runs->running() + m_jobsRunning.size() < m_jobs) {
            if (!m_waiting.empty())
                startMeasuring();
            else if (!m_runs->startNext())
                break;
        }
    }

    // A cell whose run has ended: measured before, or to be measured.
    void take(std::size_t index)
    {
        AssessedCell &assessed = m_result.cells[index];
        assessed.record = m_runs->record(index);
        if (assessed.record.state == CellState::Failed) {
            m_observer.onCell(m_result);
            return;
        }
        assessed.measures = storedMeasures(m_folder.metrics(assessed.cell), keyOf(assessed.cell));
        if (!assessed.measures)
            m_waiting.push_back(index);
    }

    std::string keyOf(const Cell &cell) const
    {
        const std::optional<RunRecord> run = runOfCell(m_folder, cell);
        return sha256(m_setup->key() + (run ? run->uuid + run->finishedAt : ""));
    }

    void startMeasuring()
    {
        const std::size_t index = m_waiting.front();
        m_waiting.erase(m_waiting.begin());
        std::unique_ptr<CellMeasurer> measurer;
        if (!m_measurers.empty()) {
            measurer = std::move(m_measurers.back());
            m_measurers.pop_back();
        } else {
            measurer = std::make_unique<CellMeasurer>(*m_setup);
        }
        CellMeasurer *const used = measurer.get();
        const AssessedCell &assessed = m_result.cells[index];
        auto work = [this, used, cell = assessed.cell, peak = assessed.record.peakBytes] {
            const SessionStore store(m_folder.session(cell), SessionStore::Mode::ReadOnly);
            return used->measure(store, store.runs().back().id, peak,
                                 [this] { return !m_control.stopRequested(); });
        };
        m_jobsRunning.push_back(
            {index, std::move(measurer), std::async(std::launch::async, std::move(work))});
    }

    void takeMeasured()
    {
        std::vector<Job> still;
        for (Job &job : m_jobsRunning) {
            if (job.result.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
                still.push_back(std::move(job));
                continue;
            }
            takeResult(job);
            m_measurers.push_back(std::move(job.measurer));
        }
        m_jobsRunning = std::move(still);
    }

    void takeResult(Job &job)
    {
        AssessedCell &assessed = m_result.cells[job.cell];
        try {
            assessed.measures = job.result.get();
            if (assessed.measures)
                storeMeasures(m_folder.metrics(assessed.cell), keyOf(assessed.cell), *assessed.measures);
        } catch (const Error &error) {
            if (error.code() == ErrorCode::Io)
                throw; // a full disk is no fault of the cell
            assessed.notMeasured = error.message();
        }
        m_observer.onCell(m_result);
    }

    void updateRecords()
    {
        for (std::size_t i = 0; i < m_result.cells.size(); ++i)
            m_result.cells[i].record = m_runs->record(i);
    }

    void afterwards()
    {
        if (!m_result.plan.after.any())
            return;
        m_observer.onCell(m_result); // hours may follow
        std::vector<Cell> finished;
        for (const AssessedCell &cell : m_result.cells)
            if (cell.record.state == CellState::Finished)
                finished.push_back(cell.cell);
        m_result.after
            = runAfterSteps(m_result.plan, m_folder, finished, m_jobs, m_control, [this](double share) {
                  m_observer.onProgress({"retraining", share, nullptr});
              });
    }

    double fraction() const
    {
        const double steps = 2.0 * double(m_result.cells.size()); // a run and its measuring
        double done = 0;
        for (const AssessedCell &cell : m_result.cells)
            done += cell.measures || cell.record.state == CellState::Failed ? 2
                : cell.record.state == CellState::Finished                  ? 1
                                                                            : 0;
        return done / steps;
    }

    const AssessmentOptions &m_options;
    RunControl &m_control;
    const AssessmentObserver &m_observer;
    AssessmentFolder m_folder;
    std::unique_ptr<WriterLock> m_lock;
    std::size_t m_jobs;
    Assessment m_result;
    std::optional<MeasureSetup> m_setup;
    std::optional<CellRuns> m_runs;
    std::vector<std::size_t> m_waiting; // to be measured
    std::vector<std::unique_ptr<CellMeasurer>> m_measurers; // idle ones
    int m_interrupts = 0;
    std::vector<Job> m_jobsRunning; // last: their threads end first
};

} // namespace

std::size_t Assessment::measured() const
{
    return std::size_t(
        std::ranges::count_if(cells, [](const AssessedCell &cell) { return bool(cell.measures); }));
}

std::size_t Assessment::failed() const
{
    return std::size_t(std::ranges::count_if(cells, [](const AssessedCell &cell) {
        return cell.record.state == CellState::Failed || !cell.notMeasured.empty();
    }));
}

bool Assessment::complete() const
{
    return measured() + failed() == cells.size() && (after.done || !plan.after.any());
}

Assessment runAssessment(const AssessmentPlan &plan, const AssessmentOptions &options, RunControl &control,
                         const AssessmentObserver &observer)
{
    return Assessor(plan, options, control, observer).execute();
}

} // namespace mutascope
