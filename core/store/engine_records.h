// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What a campaign against inference engines keeps in a session file, as plain values. Graphs are JSON of
// core/engines/graph/plan.h; the campaign's trees, seed and configuration are the run's.
namespace mutascope {

enum class EngineTriage : std::uint8_t { New, Confirmed, KnownLimit, Ours, Ignored };
inline constexpr int engineTriages = 5;
const char *nameOf(EngineTriage state); // "new" "confirmed" "known-limit" "ours" "ignored"
std::optional<EngineTriage> engineTriageNamed(const std::string &name);

// A model that is kept: the smallest example of a finding.
struct EngineModelRecord {
    std::int64_t number = 0; // of the campaign's models, from 1
    int operators = 0;
    std::string plan; // JSON; stored compressed
    bool operator==(const EngineModelRecord &) const = default;
};

// Failures that are one fault.
struct EngineFindingRecord {
    int number = 0; // in the order of finding, from 1
    std::string signature;
    std::string engine;
    std::string stage; // nameOf(FailureStage)
    std::string symptom; // nameOf(Symptom)
    std::string operators; // what the failure names, may be ""
    std::string message; // of the smallest example, as are the next three
    int signal = 0;
    int node = -1;
    double difference = 0;
    std::int64_t count = 0; // models that showed it
    std::int64_t firstModel = 0;
    std::int64_t exampleModel = 0; // the one with the fewest operators, the first of equals
    // People's; a checkpoint leaves them as they are.
    EngineTriage triage = EngineTriage::New;
    std::string note;
    bool operator==(const EngineFindingRecord &) const = default;
};

struct EngineCoveragePoint {
    std::int64_t models = 0; // run on the engines so far
    std::int64_t generated = 0;
    std::int64_t findings = 0; // distinct
    double seconds = 0;
    std::array<double, 6> parts{}; // OTC IDC ODC SEC SPC AC
    double total = 0; // OLC
    bool operator==(const EngineCoveragePoint &) const = default;
};

// Totals of a campaign; each checkpoint replaces them.
struct EngineCampaignRecord {
    std::string totals; // JSON: models, generated, agreed, not_comparable, our_faults, digests ...
    std::string engines; // JSON: id, version, settings of each, as the campaign found them
    std::string yields; // JSON: of the six mutations
    std::string operators; // JSON: names, the order of the edge matrix' rows and columns
    // Row by row: how often the row's operator led to the column's. Stored compressed.
    std::vector<std::uint32_t> edges;
    bool operator==(const EngineCampaignRecord &) const = default;
};

struct EngineCheckpoint {
    EngineCampaignRecord campaign;
    std::vector<EngineModelRecord> models; // new ones
    std::vector<EngineFindingRecord> findings; // new and changed ones
    std::vector<EngineCoveragePoint> coverage; // new ones
};

} // namespace mutascope
