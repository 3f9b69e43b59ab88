// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/cell_runs.h"
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/store/session_store.h"
#include <algorithm>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <numeric>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

constexpr int interruptedExit = 130;

bool learns(const Cell &cell)
{
    return generatorInfo(cell.generator).needs.training;
}

// Those that train first, one a generator: whoever comes after takes their networks from the cache. Then
// repeat by repeat, so that a table of a part has every generator.
std::vector<std::size_t> orderOf(const std::vector<Cell> &cells)
{
    std::vector<std::size_t> order(cells.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(
        order, {}, [&](std::size_t i) { return std::pair(cells[i].repeat, learns(cells[i]) ? 0 : 1); });
    return order;
}

std::string lastLine(const std::string &text)
{
    const std::size_t end = text.find_last_not_of("\r\n");
    if (end == std::string::npos)
        return "";
    const std::size_t begin = text.find_last_of("\r\n", end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1,
                       end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

std::string describe(const ProcessEnd &end, const fs::path &log)
{
    std::string text = lastLine(readCached(log).value_or(""));
    const std::string name = "mutascope-cli: error: ";
    if (text.starts_with(name))
        text.erase(0, name.size());
    if (end.signalled)
        return fmt::format("its process was ended by signal {} ({})", end.code, ::strsignal(end.code));
    return text.empty() ? fmt::format("its process ended with exit code {}", end.code) : text;
}

void removeSession(const fs::path &file)
{
    std::error_code ignored;
    for (const char *suffix : {"", "-wal", "-shm"})
        fs::remove(file.string() + suffix, ignored);
}

void addBudget(std::vector<std::string> &command, const Budget &budget)
{
    const auto add = [&](const char *option, const auto &limit) {
        if (limit)
            command.insert(command.end(), {option, fmt::format("{}", *limit)});
    };
    add("--budget-calls", budget.modelCalls);
    add("--budget-time", budget.seconds);
    add("--budget-tests", budget.tests);
    add("--budget-failures", budget.failures);
}

} // namespace

std::optional<RunRecord> runOfCell(const AssessmentFolder &folder, const Cell &cell)
{
    std::error_code ignored;
    if (!fs::exists(folder.session(cell), ignored))
        return std::nullopt;
    const SessionStore store(folder.session(cell), SessionStore::Mode::ReadOnly);
    std::vector<RunRecord> runs = store.runs();
    return runs.empty() ? std::nullopt : std::optional(std::move(runs.back()));
}

CellRuns::CellRuns(const AssessmentPlan &plan, const AssessmentFolder &folder, Setup setup)
    : m_plan(plan), m_folder(folder), m_setup(std::move(setup)), m_cells(cellsOf(plan)),
      m_records(m_cells.size()), m_order(orderOf(m_cells))
{
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        readRecord(i);
}

// The session tells what is finished; the record why the last attempt failed. A cell that was given up gets
// one more attempt from a new call.
void CellRuns::readRecord(std::size_t index)
{
    const Cell &cell = m_cells[index];
    CellRecord &record = m_records[index];
    record = m_folder.record(cell);
    record.failures = record.state == CellState::Failed ? m_setup.attempts - 1 : 0;
    record.state = CellState::Waiting;
    const std::optional<RunRecord> run = usableRun(cell);
    if (run && run->state == RunState::Finished)
        record.state = CellState::Finished;
}

// What can be gone on with, or is finished; a session without such a run is taken away.
std::optional<RunRecord> CellRuns::usableRun(const Cell &cell) const
{
    try {
        std::optional<RunRecord> run = runOfCell(m_folder, cell);
        if (!run || run->state != RunState::Failed)
            return run;
    } catch (const Error &error) {
        if (error.code() != ErrorCode::BadData)
            throw;
    }
    removeSession(m_folder.session(cell)); // failed or damaged: the run is made anew
    return std::nullopt;
}

bool CellRuns::mayStart(std::size_t index) const
{
    const CellState state = m_records[index].state;
    if (state != CellState::Waiting && state != CellState::Stopped)
        return false;
    const Cell &cell = m_cells[index];
    if (!learns(cell) || cell.repeat == 1)
        return true;
    const Cell first{cell.generator, 1, m_plan.seedOf(1)};
    const auto place = std::ranges::find(m_cells, first);
    const CellState firstState = m_records[std::size_t(place - m_cells.begin())].state;
    return firstState == CellState::Finished || firstState == CellState::Failed;
}

bool CellRuns::startNext()
{
    for (const std::size_t index : m_order)
        if (mayStart(index)) {
            start(index);
            return true;
        }
    return false;
}

void CellRuns::start(std::size_t index)
{
    const Cell &cell = m_cells[index];
    std::error_code ignored;
    fs::remove(m_folder.log(cell), ignored);
    m_running.push_back(
        {index, std::make_unique<CellProcess>(commandOf(cell), m_folder.output(cell), m_folder.log(cell))});
    m_records[index].state = CellState::Running;
    m_folder.store(cell, m_records[index]);
}

std::vector<std::string> CellRuns::commandOf(const Cell &cell) const
{
    const std::string session = m_folder.session(cell).string();
    if (const auto run = usableRun(cell))
        return {m_setup.program.string(), "resume", session,  "--run",
                std::to_string(run->id),  "--json", "--quiet"};
    const RunConfig config = m_plan.configOf(cell.generator, cell.repeat);
    std::vector<std::string> command = {m_setup.program.string(),
                                        "run",
                                        m_plan.project.string(),
                                        "--generator",
                                        cell.generator,
                                        "--out",
                                        session,
                                        "--seed",
                                        std::to_string(config.seed),
                                        "--threads",
                                        "1",
                                        "--json",
                                        "--quiet",
                                        "--criterion",
                                        config.criterion.empty() ? "none" : config.criterion,
                                        "--layers",
                                        config.layers};
    for (const auto &[name, value] : config.settings)
        command.insert(command.end(), {"--set", name + "=" + value});
    addBudget(command, config.budget);
    return command;
}

std::vector<std::size_t> CellRuns::takeEnded()
{
    std::vector<std::size_t> ended;
    std::vector<Running> still;
    for (Running &running : m_running) {
        if (!running.process->ended())
            still.push_back(std::move(running));
        else if (endOf(running))
            ended.push_back(running.cell);
    }
    m_running = std::move(still);
    return ended;
}

// Whether the cell is finished or given up.
bool CellRuns::endOf(const Running &running)
{
    const Cell &cell = m_cells[running.cell];
    CellRecord &record = m_records[running.cell];
    record.peakBytes = std::max(record.peakBytes, running.process->peakBytes());
    const ProcessEnd &end = running.process->end();
    const bool good = !end.signalled && end.code == 0;
    if (!end.signalled && end.code == interruptedExit)
        record.state = CellState::Stopped;
    else if (const auto run = good ? usableRun(cell) : std::nullopt; run && run->state == RunState::Finished)
        record.state = CellState::Finished;
    else
        fail(running.cell, describe(end, m_folder.log(cell)));
    m_folder.store(cell, record);
    return record.state == CellState::Finished || record.state == CellState::Failed;
}

void CellRuns::fail(std::size_t index, const std::string &message)
{
    CellRecord &record = m_records[index];
    record.failures += 1;
    record.message = message;
    record.state = record.failures < m_setup.attempts ? CellState::Waiting : CellState::Failed;
}

void CellRuns::interruptAll()
{
    for (Running &running : m_running)
        running.process->interrupt();
}

bool CellRuns::done() const
{
    return std::ranges::all_of(m_records, [](const CellRecord &record) {
        return record.state == CellState::Finished || record.state == CellState::Failed;
    });
}

} // namespace mutascope
