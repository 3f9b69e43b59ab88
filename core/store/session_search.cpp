// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/store/search_codec.h"
#include "core/store/search_ledger.h"
#include "core/store/session_impl.h"
#include <nlohmann/json.hpp>
#include <optional>

namespace mutascope {

namespace {

nlohmann::json toJson(const SearchDescription &description)
{
    return {{"policy", description.policy},
            {"exploration", description.exploration},
            {"virtual_loss", description.virtualLoss},
            {"levels", description.levels},
            {"grid", description.grid},
            {"prior_weight", description.priorWeight},
            {"first_play", description.firstPlay},
            {"widening", description.widening},
            {"rave", description.rave},
            {"children", description.children}};
}

SearchDescription descriptionFromJson(const nlohmann::json &object)
{
    SearchDescription description;
    object.at("policy").get_to(description.policy);
    object.at("exploration").get_to(description.exploration);
    object.at("virtual_loss").get_to(description.virtualLoss);
    object.at("levels").get_to(description.levels);
    object.at("grid").get_to(description.grid);
    object.at("prior_weight").get_to(description.priorWeight);
    object.at("first_play").get_to(description.firstPlay);
    object.at("widening").get_to(description.widening);
    object.at("rave").get_to(description.rave);
    description.children = object.value("children", 0); // formats up to 6 have none
    return description;
}

void replaceDescription(Connection &connection, std::int64_t run, const SearchDescription &description)
{
    connection.query("INSERT OR REPLACE INTO searches (run_id, description) VALUES (?, ?)")
        .bind(run, toJson(description).dump())
        .run();
}

SearchCounts countsOf(const SearchChunk &chunk)
{
    SearchCounts counts{std::int64_t(chunk.trees.size()), 0, std::int64_t(chunk.iterations.size()),
                        std::int64_t(chunk.moves.size())};
    for (const std::vector<SearchNode> &nodes : chunk.nodes)
        counts.nodes += std::int64_t(nodes.size());
    return counts;
}

void insertPart(Connection &connection, std::int64_t run, const SearchChunk &chunk)
{
    std::int64_t part = 0;
    {
        Query last = connection.query("SELECT coalesce(max(part), 0) FROM search_parts WHERE run_id = ?");
        last.bind(run).step();
        part = last.integer(0) + 1;
    }
    const SearchCounts counts = countsOf(chunk);
    Query insert = connection.query("INSERT INTO search_parts (run_id, part, trees, nodes, iterations, "
                                    "moves, packed) VALUES (?, ?, ?, ?, ?, ?, ?)");
    insert.bind(run, part, counts.trees, counts.nodes, counts.iterations, counts.moves, packSearch(chunk))
        .run();
}

std::optional<SearchDescription> readDescription(Connection &connection, std::int64_t run)
{
    Query query = connection.query("SELECT description FROM searches WHERE run_id = ?");
    if (!query.bind(run).step())
        return std::nullopt;
    return descriptionFromJson(nlohmann::json::parse(query.text(0)));
}

// Joins the parts of one run; refuses what does not fit together.
class HistoryReader {
public:
    HistoryReader(Connection &connection, std::int64_t run) : m_connection(connection), m_run(run) { }

    SearchHistory read()
    {
        Query parts = m_connection.query("SELECT part, trees, nodes, iterations, moves, packed "
                                         "FROM search_parts WHERE run_id = ? ORDER BY part");
        parts.bind(m_run);
        for (std::int64_t part = 1; parts.step(); ++part) {
            if (parts.integer(0) != part)
                refuse("a part is missing");
            addPart(parts);
        }
        if (const std::string fault = faultOfTrees(m_history); !fault.empty())
            refuse(fault);
        return std::move(m_history);
    }

    [[noreturn]] void refuse(const std::string &why) const
    {
        throwDamaged(m_connection.file(), "the search trees of run " + std::to_string(m_run) + ": " + why);
    }

private:
    void addPart(const Query &row)
    {
        const SearchChunk chunk = unpackSearch(row.bytes(5), m_history.trees.size());
        const SearchCounts counts{row.integer(1), row.integer(2), row.integer(3), row.integer(4)};
        if (countsOf(chunk) != counts)
            refuse("a part holds more or less than it says");
        if (const std::string fault = m_ledger.add(chunk); !fault.empty())
            refuse(fault);
        m_history.append(chunk);
    }

    Connection &m_connection;
    std::int64_t m_run;
    SearchHistory m_history;
    SearchLedger m_ledger;
};

} // namespace

void writeSearch(Connection &connection, std::int64_t run, const Checkpoint &checkpoint)
{
    if (checkpoint.searchDescription)
        replaceDescription(connection, run, *checkpoint.searchDescription);
    if (!checkpoint.search.empty())
        insertPart(connection, run, checkpoint.search);
}

SearchHistory SessionStore::search(std::int64_t run) const
{
    return m->guard([&] {
        checkRun(m->connection, run);
        const auto description = readDescription(m->connection, run);
        HistoryReader reader(m->connection, run);
        SearchHistory history = reader.read();
        if (!history.trees.empty() && !description)
            reader.refuse("their description is missing");
        if (description)
            history.description = *description;
        return history;
    });
}

SearchCounts SessionStore::searchCounts(std::int64_t run) const
{
    return m->guard([&] {
        checkRun(m->connection, run);
        Query query = m->connection.query(
            "SELECT coalesce(sum(trees), 0), coalesce(sum(nodes), 0), coalesce(sum(iterations), 0), "
            "coalesce(sum(moves), 0) FROM search_parts WHERE run_id = ?");
        query.bind(run).step();
        return SearchCounts{query.integer(0), query.integer(1), query.integer(2), query.integer(3)};
    });
}

} // namespace mutascope
