// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/campaign/assessment_plan.h"
#include "core/run/campaign/cell.h"
#include "core/run/campaign/cell_process.h"
#include <memory>
#include <optional>
#include <vector>

namespace mutascope {

// The run a cell's session holds; the last one, where it has several. Nothing where there is none yet.
std::optional<RunRecord> runOfCell(const AssessmentFolder &folder, const Cell &cell);

// Which cells are run next, each as a process of its own; keeps their records.
class CellRuns {
public:
    struct Setup {
        std::filesystem::path program; // mutascope-cli
        int attempts = 2; // of a cell in one assessment
    };
    CellRuns(const AssessmentPlan &plan, const AssessmentFolder &folder, Setup setup);

    const std::vector<Cell> &cells() const { return m_cells; }
    const CellRecord &record(std::size_t cell) const { return m_records[cell]; }

    // Starts the next cell that may run; false where none may now.
    bool startNext();
    // Cells whose process has ended since the last call, finished or given up.
    std::vector<std::size_t> takeEnded();
    void interruptAll(); // they end by themselves, each with a checkpoint
    std::size_t running() const { return m_running.size(); }
    bool done() const; // no cell waits or runs

private:
    struct Running {
        std::size_t cell;
        std::unique_ptr<CellProcess> process;
    };
    void readRecord(std::size_t cell);
    std::optional<RunRecord> usableRun(const Cell &cell) const;
    bool mayStart(std::size_t cell) const;
    void start(std::size_t cell);
    std::vector<std::string> commandOf(const Cell &cell) const;
    bool endOf(const Running &running);
    void fail(std::size_t cell, const std::string &message);

    const AssessmentPlan &m_plan;
    const AssessmentFolder &m_folder;
    Setup m_setup;
    std::vector<Cell> m_cells;
    std::vector<CellRecord> m_records; // of m_cells
    std::vector<std::size_t> m_order; // in which cells begin
    std::vector<Running> m_running;
};

} // namespace mutascope
