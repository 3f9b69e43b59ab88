// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/cell.h"
#include "core/base/cache.h"
#include "core/base/output_file.h"
#include "core/run/campaign/assessment_plan.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

constexpr CellState allStates[]
    = {CellState::Waiting, CellState::Running, CellState::Stopped, CellState::Finished, CellState::Failed};

// A cell that was running when its assessment was killed has been stopped by that.
CellState stateFrom(const std::string &name)
{
    for (const CellState state : allStates)
        if (name == stateName(state))
            return state == CellState::Running ? CellState::Stopped : state;
    return CellState::Waiting;
}

} // namespace

std::string Cell::id() const
{
    return fmt::format("{}-{}", generator, repeat);
}

std::vector<Cell> cellsOf(const AssessmentPlan &plan)
{
    std::vector<Cell> cells;
    for (const PlannedGenerator &generator : plan.generators)
        for (int repeat = 1; repeat <= plan.repeats; ++repeat)
            cells.push_back({generator.id, repeat, plan.seedOf(repeat)});
    return cells;
}

const char *stateName(CellState state)
{
    switch (state) {
    case CellState::Waiting:
        return "waiting";
    case CellState::Running:
        return "running";
    case CellState::Stopped:
        return "stopped";
    case CellState::Finished:
        return "finished";
    case CellState::Failed:
        break;
    }
    return "failed";
}

CellRecord AssessmentFolder::record(const Cell &cell) const
{
    const std::optional<std::string> text = readCached(ofCell(cell, ".cell.json"));
    const nlohmann::json object = nlohmann::json::parse(text.value_or(""), nullptr, false);
    if (!object.is_object())
        return {};
    try {
        return {stateFrom(object.at("state").get<std::string>()), object.at("failures").get<int>(),
                object.at("message").get<std::string>(), object.at("peak_bytes").get<std::int64_t>()};
    } catch (const nlohmann::json::exception &) {
        return {};
    }
}

void AssessmentFolder::store(const Cell &cell, const CellRecord &record) const
{
    const nlohmann::json object = {{"state", stateName(record.state)},
                                   {"failures", record.failures},
                                   {"message", record.message},
                                   {"peak_bytes", record.peakBytes}};
    replaceFile(ofCell(cell, ".cell.json"), object.dump(1) + "\n");
}

} // namespace mutascope
