// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/store/compressed.h"
#include "core/store/engine_records.h"
#include "core/store/session_impl.h"
#include <algorithm>
#include <fmt/format.h>

// Campaigns against inference engines.
namespace mutascope {

namespace {

constexpr std::array<const char *, engineTriages> triageNames
    = {"new", "confirmed", "known-limit", "ours", "ignored"};
constexpr std::size_t longestPlan = std::size_t(64) << 20; // bytes
constexpr std::size_t mostEdges = 1000 * 1000;

std::vector<std::uint8_t> packedEdges(const std::vector<std::uint32_t> &edges)
{
    std::vector<std::uint8_t> bytes;
    bytes.reserve(edges.size() * 4);
    for (const std::uint32_t edge : edges)
        for (int shift = 0; shift < 32; shift += 8)
            bytes.push_back(std::uint8_t(edge >> shift));
    return compressed(bytes);
}

std::vector<std::uint32_t> unpackedEdges(const std::vector<std::uint8_t> &packed)
{
    const std::vector<std::uint8_t> bytes = decompressed(packed, mostEdges * 4);
    std::vector<std::uint32_t> edges(bytes.size() / 4);
    for (std::size_t i = 0; i < edges.size() * 4; ++i)
        edges[i / 4] |= std::uint32_t(bytes[i]) << (8 * (i % 4));
    return edges;
}

void replaceCampaign(Connection &connection, std::int64_t run, const EngineCampaignRecord &campaign)
{
    connection
        .query("INSERT OR REPLACE INTO engine_campaigns (run_id, totals, engines, yields, operators, edges) "
               "VALUES (?, ?, ?, ?, ?, ?)")
        .bind(run, campaign.totals, campaign.engines, campaign.yields, campaign.operators,
              packedEdges(campaign.edges))
        .run();
}

void insertModel(Connection &connection, std::int64_t run, const EngineModelRecord &model)
{
    connection
        .query("INSERT OR REPLACE INTO engine_models (run_id, number, operators, plan) VALUES (?, ?, ?, ?)")
        .bind(run, model.number, model.operators, compressed(model.plan))
        .run();
}

// People's columns stay as they are.
void putFinding(Connection &connection, std::int64_t run, const EngineFindingRecord &finding)
{
    Query put = connection.query(
        "INSERT INTO engine_findings (run_id, number, signature, engine, stage, symptom, operators, message, "
        "signal, node, difference, count, first_model, example_model, triage, note) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (run_id, number) DO UPDATE SET operators = excluded.operators, message = "
        "excluded.message, signal = excluded.signal, node = excluded.node, difference = excluded.difference, "
        "count = excluded.count, example_model = excluded.example_model");
    put.bind(run, finding.number, finding.signature, finding.engine, finding.stage, finding.symptom,
             finding.operators, finding.message);
    put.bind(finding.signal, finding.node, finding.difference, finding.count, finding.firstModel,
             finding.exampleModel, std::string(nameOf(finding.triage)), finding.note);
    put.run();
}

void dropUnusedModels(Connection &connection, std::int64_t run)
{
    connection
        .query(
            "DELETE FROM engine_models WHERE run_id = ? AND NOT EXISTS (SELECT 1 FROM engine_findings "
            "WHERE engine_findings.run_id = engine_models.run_id AND example_model = engine_models.number)")
        .bind(run)
        .run();
}

void insertPoint(Connection &connection, std::int64_t run, const EngineCoveragePoint &point)
{
    Query insert = connection.query(
        "INSERT INTO engine_coverage (run_id, models, generated, findings, seconds, otc, idc, odc, sec, spc, "
        "ac, total) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(run, point.models, point.generated, point.findings, point.seconds);
    for (const double part : point.parts)
        insert.bind(part);
    insert.bind(point.total).run();
}

[[noreturn]] void throwNoCampaign(Connection &connection, std::int64_t run)
{
    throw Error(ErrorCode::NotFound,
                fmt::format("run {} of session '{}' is no campaign against inference engines", run,
                            connection.file().string()),
                "Make one with: mutascope-cli engines fuzz --out FILE");
}

[[noreturn]] void throwNoModel(std::int64_t run, std::int64_t number)
{
    throw Error(ErrorCode::NotFound, fmt::format("run {} keeps no model {}", run, number),
                "Only the smallest example of each finding is kept");
}

void checkCampaign(Connection &connection, std::int64_t run)
{
    checkRun(connection, run);
    if (!connection.query("SELECT 1 FROM engine_campaigns WHERE run_id = ?").bind(run).step())
        throwNoCampaign(connection, run);
}

EngineTriage triageFrom(Connection &connection, const std::string &name)
{
    const auto state = engineTriageNamed(name);
    if (!state)
        throwDamaged(connection.file(), "a finding has the state '" + name + "'");
    return *state;
}

EngineFindingRecord findingFrom(Connection &connection, const Query &row)
{
    EngineFindingRecord finding;
    finding.number = row.small(0);
    finding.signature = row.text(1);
    finding.engine = row.text(2);
    finding.stage = row.text(3);
    finding.symptom = row.text(4);
    finding.operators = row.text(5);
    finding.message = row.text(6);
    finding.signal = row.small(7);
    finding.node = row.small(8);
    finding.difference = row.real(9);
    finding.count = row.integer(10);
    finding.firstModel = row.integer(11);
    finding.exampleModel = row.integer(12);
    finding.triage = triageFrom(connection, row.text(13));
    finding.note = row.text(14);
    return finding;
}

EngineCoveragePoint pointFrom(const Query &row)
{
    EngineCoveragePoint point;
    point.models = row.integer(0);
    point.generated = row.integer(1);
    point.findings = row.integer(2);
    point.seconds = row.real(3);
    for (std::size_t part = 0; part < point.parts.size(); ++part)
        point.parts[part] = row.real(4 + int(part));
    point.total = row.real(10);
    return point;
}

} // namespace

const char *nameOf(EngineTriage state)
{
    return triageNames[std::size_t(state)];
}

std::optional<EngineTriage> engineTriageNamed(const std::string &name)
{
    const auto found = std::ranges::find(triageNames, name);
    if (found == triageNames.end())
        return std::nullopt;
    return EngineTriage(found - triageNames.begin());
}

void writeEngines(Connection &connection, std::int64_t run, const Checkpoint &checkpoint)
{
    if (!checkpoint.engines)
        return;
    const EngineCheckpoint &engines = *checkpoint.engines;
    replaceCampaign(connection, run, engines.campaign);
    for (const EngineModelRecord &model : engines.models)
        insertModel(connection, run, model);
    for (const EngineFindingRecord &finding : engines.findings)
        putFinding(connection, run, finding);
    dropUnusedModels(connection, run);
    for (const EngineCoveragePoint &point : engines.coverage)
        insertPoint(connection, run, point);
}

bool SessionStore::isEngineCampaign(std::int64_t run) const
{
    return m->guard([&] {
        checkRun(m->connection, run);
        return m->connection.query("SELECT 1 FROM engine_campaigns WHERE run_id = ?").bind(run).step();
    });
}

EngineCampaignRecord SessionStore::engineCampaign(std::int64_t run) const
{
    return m->guard([&] {
        checkCampaign(m->connection, run);
        Query row = m->connection.query(
            "SELECT totals, engines, yields, operators, edges FROM engine_campaigns WHERE run_id = ?");
        row.bind(run).step();
        return EngineCampaignRecord{row.text(0), row.text(1), row.text(2), row.text(3),
                                    unpackedEdges(row.bytes(4))};
    });
}

std::vector<EngineFindingRecord> SessionStore::engineFindings(std::int64_t run) const
{
    return m->guard([&] {
        checkCampaign(m->connection, run);
        Query rows = m->connection.query(
            "SELECT number, signature, engine, stage, symptom, operators, message, signal, node, difference, "
            "count, first_model, example_model, triage, note FROM engine_findings WHERE run_id = ? ORDER BY "
            "number");
        rows.bind(run);
        std::vector<EngineFindingRecord> findings;
        while (rows.step())
            findings.push_back(findingFrom(m->connection, rows));
        return findings;
    });
}

EngineModelRecord SessionStore::engineModel(std::int64_t run, std::int64_t number) const
{
    return m->guard([&] {
        checkCampaign(m->connection, run);
        Query row = m->connection.query(
            "SELECT operators, plan FROM engine_models WHERE run_id = ? AND number = ?");
        if (!row.bind(run, number).step())
            throwNoModel(run, number);
        const std::vector<std::uint8_t> plan = decompressed(row.bytes(1), longestPlan);
        return EngineModelRecord{number, row.small(0), std::string(plan.begin(), plan.end())};
    });
}

std::map<int, int> SessionStore::engineExampleOperators(std::int64_t run) const
{
    return m->guard([&] {
        checkCampaign(m->connection, run);
        Query rows = m->connection.query(
            "SELECT engine_findings.number, example_model, coalesce(engine_models.operators, -1) FROM "
            "engine_findings LEFT JOIN engine_models ON engine_models.run_id = engine_findings.run_id AND "
            "engine_models.number = example_model WHERE engine_findings.run_id = ?");
        rows.bind(run);
        std::map<int, int> operators;
        while (rows.step()) {
            if (rows.small(2) < 0)
                throwNoModel(run, rows.integer(1));
            operators.emplace(rows.small(0), rows.small(2));
        }
        return operators;
    });
}

std::vector<EngineCoveragePoint> SessionStore::engineCoverage(std::int64_t run) const
{
    return m->guard([&] {
        checkCampaign(m->connection, run);
        Query rows = m->connection.query("SELECT models, generated, findings, seconds, otc, idc, odc, sec, "
                                         "spc, ac, total FROM engine_coverage WHERE run_id = ? ORDER BY id");
        rows.bind(run);
        std::vector<EngineCoveragePoint> points;
        while (rows.step())
            points.push_back(pointFrom(rows));
        return points;
    });
}

void SessionStore::triageEngineFinding(std::int64_t run, int finding, EngineTriage state,
                                       const std::string &note)
{
    Connection &connection = m->connection;
    m->guard([&] {
        checkCampaign(connection, run);
        inTransaction(connection, [&] {
            Query update = connection.query(
                "UPDATE engine_findings SET triage = ?, note = ? WHERE run_id = ? AND number = ?");
            if (update.bind(std::string(nameOf(state)), note, run, finding).run() == 0)
                throw Error(ErrorCode::NotFound, fmt::format("run {} has no finding {}", run, finding),
                            "See: mutascope-cli engines findings FILE");
        });
    });
}

} // namespace mutascope
