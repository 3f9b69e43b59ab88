// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mutascope {

struct AssessmentPlan;

// One generator, one repeat.
struct Cell {
    std::string generator;
    int repeat = 1;
    std::uint64_t seed = 1;
    std::string id() const; // "deephunter-1"
    bool operator==(const Cell &) const = default;
};
std::vector<Cell> cellsOf(const AssessmentPlan &plan); // generator by generator

// What is known of a cell beside its session; kept in a file, so that a second call knows it.
enum class CellState { Waiting, Running, Stopped, Finished, Failed };
const char *stateName(CellState state);
struct CellRecord {
    CellState state = CellState::Waiting;
    int failures = 0; // in a row
    std::string message; // of the last failure
    std::int64_t peakBytes = 0; // resident memory of its process; 0: not known
};

// The files of an assessment's folder.
class AssessmentFolder {
public:
    explicit AssessmentFolder(std::filesystem::path folder) : m_folder(std::move(folder)) { }
    const std::filesystem::path &folder() const { return m_folder; }
    std::filesystem::path file(const std::string &name) const { return m_folder / name; }
    std::filesystem::path plan() const { return m_folder / "plan.json"; }
    std::filesystem::path cells() const { return m_folder / "cells"; }
    std::filesystem::path session(const Cell &cell) const { return ofCell(cell, ".mscope"); }
    std::filesystem::path output(const Cell &cell) const { return ofCell(cell, ".json"); }
    std::filesystem::path log(const Cell &cell) const { return ofCell(cell, ".log"); }
    std::filesystem::path metrics(const Cell &cell) const { return ofCell(cell, ".metrics.json"); }

    CellRecord record(const Cell &cell) const; // a missing or damaged one: Waiting
    void store(const Cell &cell, const CellRecord &record) const;

private:
    std::filesystem::path ofCell(const Cell &cell, const char *extension) const
    {
        return cells() / (cell.id() + extension);
    }
    std::filesystem::path m_folder;
};

} // namespace mutascope
