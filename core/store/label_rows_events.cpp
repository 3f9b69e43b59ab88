// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/store/label_rows_impl.h"
#include <cmath>

namespace mutascope {

namespace {

const std::string eventColumns
    = "SELECT event.uuid, label_protocols.uuid, label_protocols.version, label_items.uuid, labeller, number, "
      "event.kind, refers, answer, seen_class, note, milliseconds, millimetres, at, program FROM ";
const std::string eventJoins
    = " AS event JOIN label_items ON label_items.id = event.item_id JOIN label_protocols ON "
      "label_protocols.id = label_items.protocol_id ";

[[noreturn]] void throwUnknown(const char *what, const std::string &name)
{
    throw Error(ErrorCode::BadData,
                std::string("the session is damaged: unknown ") + what + " '" + name + "'");
}

LabelEventKind kindOf(const std::string &name)
{
    if (const auto kind = eventKindFromName(name))
        return *kind;
    throwUnknown("kind of label", name);
}

LabelAnswer answerOf(const std::string &name)
{
    if (name.empty()) // of an event that is no verdict
        return LabelAnswer::Unsure;
    if (const auto answer = answerFromName(name))
        return *answer;
    throwUnknown("answer", name);
}

LabelEvent readEvent(const Query &row)
{
    LabelEvent event;
    event.uuid = row.text(0);
    event.protocolUuid = row.text(1);
    event.protocolVersion = row.small(2);
    event.item = row.text(3);
    event.labeller = row.text(4);
    event.number = row.integer(5);
    event.kind = kindOf(row.text(6));
    event.refers = row.text(7);
    event.answer = answerOf(row.text(8));
    event.seenClass = row.optionalSmall(9);
    event.note = row.text(10);
    event.milliseconds = row.integer(11);
    event.millimetres = row.real(12);
    event.at = row.text(13);
    event.program = row.text(14);
    return event;
}

std::vector<LabelEvent> readEvents(Query &query)
{
    std::vector<LabelEvent> events;
    while (query.step())
        events.push_back(readEvent(query));
    return events;
}

std::int64_t itemRow(Connection &connection, const LabelEvent &event)
{
    const std::int64_t protocol = protocolRow(connection, {event.protocolUuid, event.protocolVersion});
    Query query = connection.query("SELECT id FROM label_items WHERE protocol_id = ? AND uuid = ?");
    if (query.bind(protocol, event.item).step())
        return query.integer(0);
    throw Error(ErrorCode::NotFound, "the labelling protocol has no item " + event.item);
}

bool hasAnswer(LabelEventKind kind)
{
    return kind == LabelEventKind::Verdict || kind == LabelEventKind::Adjudication;
}

TestVerdict readVerdict(const Query &row)
{
    const auto verdict = humanVerdictFromName(row.text(1));
    if (!verdict)
        throwUnknown("outcome of labels", row.text(1));
    return {row.integer(0), *verdict, row.small(2)};
}

std::vector<TestVerdict> verdictsOf(Connection &connection, std::int64_t run)
{
    checkRun(connection, run);
    std::vector<TestVerdict> rows;
    Query query
        = connection.query("SELECT test, verdict, labels FROM label_verdicts WHERE run_uuid = (SELECT "
                           "uuid FROM runs WHERE id = ?) ORDER BY test");
    query.bind(run);
    while (query.step())
        rows.push_back(readVerdict(query));
    return rows;
}

} // namespace

std::vector<LabelEvent> LabelRows::events(const ProtocolKey &key, const std::string &labeller) const
{
    return m->guard([&] {
        const std::int64_t protocol = protocolRow(m->connection, key);
        Query query = m->connection.query(eventColumns + "label_events" + eventJoins
                                          + "WHERE protocol_id = ? AND (labeller = ? OR ? = '') ORDER BY "
                                            "number, event.uuid");
        return readEvents(query.bind(protocol, labeller, labeller));
    });
}

std::optional<LabelEvent> LabelRows::event(const std::string &uuid) const
{
    return m->guard([&]() -> std::optional<LabelEvent> {
        Query query
            = m->connection.query(eventColumns + "label_events" + eventJoins + "WHERE event.uuid = ?");
        if (!query.bind(uuid).step())
            return std::nullopt;
        return readEvent(query);
    });
}

std::int64_t LabelRows::lastNumber(const ProtocolKey &key, const std::string &labeller) const
{
    return m->guard([&] {
        const std::int64_t protocol = protocolRow(m->connection, key);
        Query query = m->connection.query(
            "SELECT coalesce(max(number), 0) FROM label_events JOIN label_items ON label_items.id = item_id "
            "WHERE protocol_id = ? AND labeller = ?");
        query.bind(protocol, labeller).step();
        return query.integer(0);
    });
}

void LabelRows::insertEvent(const LabelEvent &event)
{
    m->guard([&] {
        const std::int64_t item = itemRow(m->connection, event);
        Query insert = m->connection.query(
            "INSERT INTO label_events (uuid, item_id, labeller, number, kind, refers, answer, seen_class, "
            "milliseconds, millimetres, at, program, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        insert.bind(event.uuid, item, event.labeller, event.number, std::string(eventKindName(event.kind)));
        insert.bind(event.refers,
                    hasAnswer(event.kind) ? std::string(answerName(event.answer)) : std::string());
        insert.bind(event.seenClass ? double(*event.seenClass) : NAN, event.milliseconds, event.millimetres);
        insert.bind(event.at, event.program, event.note).run();
    });
}

std::vector<LabelEvent> LabelRows::current(const ProtocolKey &key) const
{
    return m->guard([&] {
        const std::int64_t protocol = protocolRow(m->connection, key);
        Query query = m->connection.query(eventColumns + "label_current" + eventJoins
                                          + "WHERE protocol_id = ? ORDER BY event.item_id, labeller");
        return readEvents(query.bind(protocol));
    });
}

std::vector<LabelEvent> LabelRows::currentOf(const std::string &item) const
{
    return m->guard([&] {
        Query query = m->connection.query(eventColumns + "label_current" + eventJoins
                                          + "WHERE label_items.uuid = ? ORDER BY labeller");
        return readEvents(query.bind(item));
    });
}

std::vector<LabelRows::TestLabels> LabelRows::labelsOfTest(const std::string &runUuid,
                                                           std::int64_t test) const
{
    return m->guard([&] {
        std::vector<std::pair<std::string, std::optional<int>>> items;
        {
            Query query = m->connection.query("SELECT uuid, expected FROM label_items WHERE run_uuid = ? AND "
                                              "test = ? AND kind = 'test' ORDER BY id");
            query.bind(runUuid, test);
            while (query.step())
                items.emplace_back(query.text(0), query.optionalSmall(1));
        }
        std::vector<TestLabels> rows;
        for (const auto &[item, expected] : items)
            rows.push_back({expected, currentOf(item)});
        return rows;
    });
}

void LabelRows::setTestVerdict(const std::string &runUuid, const TestVerdict &verdict)
{
    m->guard([&] {
        if (verdict.verdict == HumanVerdict::Unlabelled) {
            m->connection.query("DELETE FROM label_verdicts WHERE run_uuid = ? AND test = ?")
                .bind(runUuid, verdict.test)
                .run();
            return;
        }
        m->connection
            .query(
                "INSERT OR REPLACE INTO label_verdicts (run_uuid, test, verdict, labels) VALUES (?, ?, ?, ?)")
            .bind(runUuid, verdict.test, std::string(humanVerdictName(verdict.verdict)), verdict.labels)
            .run();
    });
}

std::vector<TestVerdict> LabelRows::testVerdicts(std::int64_t run) const
{
    return m->guard([&] { return verdictsOf(m->connection, run); });
}

std::vector<TestVerdict> SessionStore::humanVerdicts(std::int64_t run) const
{
    return m->guard([&] { return verdictsOf(m->connection, run); });
}

} // namespace mutascope
