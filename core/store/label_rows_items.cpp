// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/store/label_rows_impl.h"
#include <cmath>

namespace mutascope {

namespace {

const std::string itemColumns
    = "SELECT uuid, kind, run_uuid, test, repeats, slot, expected, known, known_class, text, (SELECT sha256 "
      "FROM images WHERE images.id = image_id), seed_image_id FROM label_items ";

template <typename Value>
Value known(const std::optional<Value> &value, const char *what, const std::string &name)
{
    if (!value)
        throw Error(ErrorCode::BadData,
                    std::string("the session is damaged: unknown ") + what + " '" + name + "'");
    return *value;
}

LabelItem readItem(const Query &row)
{
    LabelItem item;
    item.uuid = row.text(0);
    item.kind = known(itemKindFromName(row.text(1)), "kind of labelling item", row.text(1));
    item.runUuid = row.text(2);
    item.test = row.integer(3);
    item.repeats = row.text(4);
    item.slot = row.small(5);
    item.expected = row.optionalSmall(6);
    if (!row.text(7).empty())
        item.known = known(answerFromName(row.text(7)), "answer", row.text(7));
    item.knownClass = row.optionalSmall(8);
    item.text = row.text(9);
    item.imageSha256 = row.text(10);
    item.hasSeed = !std::isnan(row.real(11));
    return item;
}

// An image of the test itself, or of its seed.
std::optional<std::int64_t> imageOfTest(Connection &connection, const LabelItem &item, bool seed)
{
    const std::string sql = seed
        ? "SELECT seeds.image_id FROM tests JOIN runs ON runs.id = tests.run_id JOIN seeds ON seeds.run_id = "
          "tests.run_id AND seeds.seed = tests.seed WHERE runs.uuid = ? AND tests.id = ?"
        : "SELECT image_id FROM tests JOIN runs ON runs.id = tests.run_id WHERE runs.uuid = ? AND tests.id = "
          "?";
    Query query = connection.query(sql);
    if (!query.bind(item.runUuid, item.test).step())
        return std::nullopt;
    return query.integer(0);
}

std::int64_t imageFor(Connection &connection, const LabelItem &item, const Image *image)
{
    if (image != nullptr)
        return imageRow(connection, *image);
    if (const auto row = imageOfTest(connection, item, false))
        return *row;
    throw Error(ErrorCode::NotFound,
                "test " + std::to_string(item.test) + " of run " + item.runUuid + " does not exist");
}

std::optional<std::int64_t> seedFor(Connection &connection, const LabelItem &item, const Image *seed)
{
    if (!item.hasSeed)
        return std::nullopt;
    return seed != nullptr ? imageRow(connection, *seed) : imageOfTest(connection, item, true);
}

// SQLite makes NULL of a NaN.
double orNull(const std::optional<int> &value)
{
    return value ? double(*value) : NAN;
}

double orNull(const std::optional<std::int64_t> &value)
{
    return value ? double(*value) : NAN;
}

std::optional<Image> readImage(Connection &connection, const std::string &item, const std::string &column)
{
    Query query = connection.query("SELECT png FROM label_items JOIN images ON images.id = " + column
                                   + " WHERE uuid = ?");
    if (!query.bind(item).step())
        return std::nullopt;
    return decodePng(query.bytes(0));
}

LabelOrigin readOrigin(const Query &row)
{
    return {row.integer(1), row.text(2),    row.integer(3), row.optionalSmall(4),
            row.integer(5), row.integer(6), row.real(7),    row.small(8)};
}

} // namespace

void LabelRows::insertItem(const ProtocolKey &key, const LabelItem &item, const Image *image,
                           const Image *seed)
{
    m->guard([&] {
        Connection &connection = m->connection;
        const std::int64_t protocol = protocolRow(connection, key);
        const std::int64_t picture = imageFor(connection, item, image);
        const auto seedPicture = seedFor(connection, item, seed);
        Query insert = connection.query(
            "INSERT INTO label_items (protocol_id, uuid, kind, run_uuid, test, repeats, slot, expected, "
            "known, known_class, image_id, seed_image_id, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
            "?)");
        insert.bind(protocol, item.uuid, std::string(itemKindName(item.kind)), item.runUuid, item.test);
        insert.bind(item.repeats, item.slot, orNull(item.expected));
        insert.bind(item.known ? std::string(answerName(*item.known)) : std::string());
        insert.bind(orNull(item.knownClass), picture, orNull(seedPicture), item.text).run();
    });
}

std::vector<LabelItem> LabelRows::items(const ProtocolKey &key) const
{
    return m->guard([&] {
        const std::int64_t protocol = protocolRow(m->connection, key);
        std::vector<LabelItem> rows;
        Query query = m->connection.query(itemColumns + "WHERE protocol_id = ? ORDER BY id");
        query.bind(protocol);
        while (query.step())
            rows.push_back(readItem(query));
        return rows;
    });
}

std::optional<LabelRows::FoundItem> LabelRows::item(const std::string &uuid) const
{
    return m->guard([&]() -> std::optional<FoundItem> {
        Query owner = m->connection.query("SELECT label_protocols.uuid, version FROM label_items JOIN "
                                          "label_protocols ON label_protocols.id = protocol_id WHERE "
                                          "label_items.uuid = ?");
        if (!owner.bind(uuid).step())
            return std::nullopt;
        Query query = m->connection.query(itemColumns + "WHERE uuid = ?");
        query.bind(uuid).step();
        return FoundItem{{owner.text(0), owner.small(1)}, readItem(query)};
    });
}

Image LabelRows::image(const std::string &item) const
{
    return m->guard([&] {
        if (auto image = readImage(m->connection, item, "image_id"))
            return std::move(*image);
        throw Error(ErrorCode::NotFound, "there is no item " + item + " of a labelling protocol");
    });
}

std::optional<Image> LabelRows::seedImage(const std::string &item) const
{
    return m->guard([&] { return readImage(m->connection, item, "seed_image_id"); });
}

std::map<std::string, LabelOrigin> LabelRows::origins(const ProtocolKey &key) const
{
    return m->guard([&] {
        const std::int64_t protocol = protocolRow(m->connection, key);
        std::map<std::string, LabelOrigin> rows;
        Query query = m->connection.query(
            "SELECT label_items.uuid, runs.id, generator, tests.id, predicted, at_calls, at_tests, l2, linf "
            "FROM label_items JOIN runs ON runs.uuid = run_uuid JOIN tests ON tests.run_id = runs.id AND "
            "tests.id = test WHERE protocol_id = ?");
        query.bind(protocol);
        while (query.step())
            rows.emplace(query.text(0), readOrigin(query));
        return rows;
    });
}

} // namespace mutascope
