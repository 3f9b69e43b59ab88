// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/label_rows.h"
#include "core/base/error.h"
#include "core/store/label_rows_impl.h"

namespace mutascope {

namespace {

const std::string protocolColumns
    = "SELECT uuid, version, created_at, hand_out, definition FROM label_protocols ";

LabelProtocolRow readProtocol(const Query &row)
{
    return {row.text(0), row.small(1), row.text(2), row.boolean(3), row.text(4)};
}

} // namespace

std::int64_t protocolRow(Connection &connection, const ProtocolKey &key)
{
    Query query = connection.query("SELECT id FROM label_protocols WHERE uuid = ? AND version = ?");
    if (query.bind(key.uuid, key.version).step())
        return query.integer(0);
    throw Error(ErrorCode::NotFound,
                "session '" + connection.file().string() + "' has no version " + std::to_string(key.version)
                    + " of labelling protocol " + key.uuid,
                "'mutascope-cli labels list' shows the protocols of a session");
}

LabelRows::LabelRows(const std::filesystem::path &file, SessionStore::Mode mode)
{
    translated(file, [&] {
        m = std::make_unique<Impl>(file, mode);
        if (mode != SessionStore::Mode::ReadOnly)
            m->connection.database().exec("PRAGMA synchronous=FULL"); // a verdict is on the disk at once
    });
}

LabelRows::~LabelRows() = default;

const std::filesystem::path &LabelRows::file() const
{
    return m->connection.file();
}

bool LabelRows::readOnly() const
{
    return m->mode == SessionStore::Mode::ReadOnly;
}

void LabelRows::inTransaction(const std::function<void()> &action)
{
    if (readOnly())
        throw Error(ErrorCode::Internal, "labels were opened for reading only");
    m->guard([&] { mutascope::inTransaction(m->connection, action); });
}

std::vector<LabelProtocolRow> LabelRows::protocols() const
{
    return m->guard([&] {
        std::vector<LabelProtocolRow> rows;
        Query query = m->connection.query(protocolColumns + "ORDER BY id");
        while (query.step())
            rows.push_back(readProtocol(query));
        return rows;
    });
}

std::optional<LabelProtocolRow> LabelRows::protocol(const ProtocolKey &key) const
{
    return m->guard([&]() -> std::optional<LabelProtocolRow> {
        Query query = m->connection.query(
            protocolColumns + "WHERE uuid = ? AND (version = ? OR ? = 0) ORDER BY version DESC LIMIT 1");
        if (!query.bind(key.uuid, key.version, key.version).step())
            return std::nullopt;
        return readProtocol(query);
    });
}

void LabelRows::insertProtocol(const LabelProtocolRow &row)
{
    m->guard([&] {
        m->connection
            .query("INSERT INTO label_protocols (uuid, version, created_at, hand_out, definition) VALUES "
                   "(?, ?, ?, ?, ?)")
            .bind(row.uuid, row.version, row.createdAt, row.handOut, row.definition)
            .run();
    });
}

std::vector<Labeller> LabelRows::labellers() const
{
    return m->guard([&] {
        std::vector<Labeller> rows;
        Query query = m->connection.query("SELECT uuid, name FROM labellers ORDER BY name, uuid");
        while (query.step())
            rows.push_back({query.text(0), query.text(1)});
        return rows;
    });
}

std::optional<Labeller> LabelRows::labeller(const std::string &uuid) const
{
    return m->guard([&]() -> std::optional<Labeller> {
        Query query = m->connection.query("SELECT uuid, name FROM labellers WHERE uuid = ?");
        if (!query.bind(uuid).step())
            return std::nullopt;
        return Labeller{query.text(0), query.text(1)};
    });
}

std::vector<Labeller> LabelRows::labellersNamed(const std::string &name) const
{
    return m->guard([&] {
        std::vector<Labeller> rows;
        Query query = m->connection.query("SELECT uuid, name FROM labellers WHERE name = ? ORDER BY uuid");
        query.bind(name);
        while (query.step())
            rows.push_back({query.text(0), query.text(1)});
        return rows;
    });
}

void LabelRows::insertLabeller(const Labeller &labeller)
{
    m->guard([&] {
        m->connection.query("INSERT INTO labellers (uuid, name) VALUES (?, ?)")
            .bind(labeller.uuid, labeller.name)
            .run();
    });
}

std::map<std::string, int> LabelRows::slots(const ProtocolKey &key) const
{
    return m->guard([&] {
        std::map<std::string, int> rows;
        const std::int64_t protocol = protocolRow(m->connection, key);
        Query query = m->connection.query("SELECT labeller, slot FROM label_slots WHERE protocol_id = ?");
        query.bind(protocol);
        while (query.step())
            rows.emplace(query.text(0), query.small(1));
        return rows;
    });
}

std::set<std::string> LabelRows::speakers(const ProtocolKey &key) const
{
    return m->guard([&] {
        std::set<std::string> rows;
        const std::int64_t protocol = protocolRow(m->connection, key);
        Query query = m->connection.query("SELECT DISTINCT labeller FROM label_events JOIN label_items ON "
                                          "label_items.id = item_id WHERE protocol_id = ?");
        query.bind(protocol);
        while (query.step())
            rows.insert(query.text(0));
        return rows;
    });
}

void LabelRows::insertSlot(const ProtocolKey &key, const std::string &labeller, int slot)
{
    m->guard([&] {
        const std::int64_t protocol = protocolRow(m->connection, key);
        m->connection.query("INSERT INTO label_slots (protocol_id, labeller, slot) VALUES (?, ?, ?)")
            .bind(protocol, labeller, slot)
            .run();
    });
}

} // namespace mutascope
