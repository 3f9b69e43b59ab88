// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/store/session_impl.h"
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

using nlohmann::json;

// Losses that are no finite number are what a researcher looks for: JSON has none, so they become text.
json numberOrText(double value)
{
    return std::isfinite(value) ? json(value) : json(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

double numberFrom(const json &value)
{
    if (value.is_number())
        return value.get<double>();
    const std::string text = value.get<std::string>();
    return text == "inf" ? INFINITY : text == "-inf" ? -INFINITY : NAN;
}

// An array of pairs: an object would lose the order of the losses.
json toJson(const std::vector<std::pair<std::string, double>> &losses)
{
    json list = json::array();
    for (const auto &[name, value] : losses)
        list.push_back({name, numberOrText(value)});
    return list;
}

std::vector<std::pair<std::string, double>> lossesFrom(const std::string &text)
{
    std::vector<std::pair<std::string, double>> losses;
    for (const json &pair : json::parse(text))
        losses.emplace_back(pair.at(0).get<std::string>(), numberFrom(pair.at(1)));
    return losses;
}

std::int64_t trainingRow(Connection &connection, std::int64_t run, const std::string &name)
{
    connection.query("INSERT OR IGNORE INTO trainings (run_id, name) VALUES (?, ?)").bind(run, name).run();
    Query query = connection.query("SELECT id FROM trainings WHERE run_id = ? AND name = ?");
    query.bind(run, name).step();
    return query.integer(0);
}

// Consecutive points mostly are of one training, whose row is looked up once.
void insertLosses(Connection &connection, std::int64_t run, const std::vector<LossPoint> &points)
{
    std::int64_t training = 0;
    const std::string *name = nullptr;
    for (const LossPoint &point : points) {
        if (!name || *name != point.training)
            training = trainingRow(connection, run, point.training);
        name = &point.training;
        connection
            .query("INSERT OR REPLACE INTO losses (training_id, batch, epoch, epochs, losses) VALUES "
                   "(?, ?, ?, ?, ?)")
            .bind(training, point.batch, point.epoch, point.epochs, toJson(point.values).dump())
            .run();
    }
}

void replaceDocument(Connection &connection, std::int64_t run, const RunDocument &document)
{
    connection.query("INSERT OR REPLACE INTO documents (run_id, name, content) VALUES (?, ?, ?)")
        .bind(run, document.name, document.content.dump())
        .run();
}

// Without bytes: the session has them already. With: they replace those it has, which may be damaged.
void storeBytes(Connection &connection, const Artefact &artefact)
{
    const std::span bytes(reinterpret_cast<const std::uint8_t *>(artefact.bytes.data()),
                          artefact.bytes.size());
    connection
        .query("INSERT INTO artefacts (kind, key, description, bytes) VALUES (?, ?, ?, ?) "
               "ON CONFLICT (kind, key) DO UPDATE SET bytes = excluded.bytes")
        .bind(artefact.kind, artefact.key, artefact.description.dump(), bytes)
        .run();
}

void addArtefact(Connection &connection, std::int64_t run, const Artefact &artefact)
{
    if (!artefact.bytes.empty())
        storeBytes(connection, artefact);
    connection
        .query("INSERT OR IGNORE INTO run_artefacts (run_id, artefact_id) "
               "SELECT ?, id FROM artefacts WHERE kind = ? AND key = ?")
        .bind(run, artefact.kind, artefact.key)
        .run();
}

void insertFrame(Connection &connection, std::int64_t run, std::int64_t test, std::size_t position,
                 const PathFrame &frame)
{
    const std::int64_t image = imageRow(connection, frame.image);
    connection
        .query(
            "INSERT INTO paths (run_id, test, position, caption, value, image_id) VALUES (?, ?, ?, ?, ?, ?)")
        .bind(run, test, std::int64_t(position), frame.caption, frame.value, image)
        .run();
}

} // namespace

void writePaths(Connection &connection, std::int64_t run, const Checkpoint &checkpoint)
{
    for (const TestPath &path : checkpoint.paths)
        for (std::size_t i = 0; i < path.frames.size(); ++i)
            insertFrame(connection, run, path.test, i, path.frames[i]);
}

void writeTraining(Connection &connection, std::int64_t run, const Checkpoint &checkpoint)
{
    insertLosses(connection, run, checkpoint.losses);
    for (const RunDocument &document : checkpoint.documents)
        replaceDocument(connection, run, document);
    for (const Artefact &artefact : checkpoint.artefacts)
        addArtefact(connection, run, artefact);
}

void SessionStore::writeDocument(std::int64_t run, const RunDocument &document)
{
    Connection &connection = m->connection;
    m->guard([&] {
        inTransaction(connection, [&] {
            checkRun(connection, run);
            replaceDocument(connection, run, document);
        });
    });
}

std::vector<PathFrame> SessionStore::path(std::int64_t run, std::int64_t test) const
{
    return m->guard([&] {
        checkRun(m->connection, run);
        std::vector<PathFrame> frames;
        Query query = m->connection.query("SELECT png, caption, value FROM paths JOIN images ON images.id = "
                                          "paths.image_id WHERE run_id = ? AND test = ? ORDER BY position");
        query.bind(run, test);
        while (query.step())
            frames.push_back({decodePng(query.bytes(0)), query.text(1), query.real(2)});
        return frames;
    });
}

std::vector<LossPoint> SessionStore::losses(std::int64_t run) const
{
    return m->guard([&] {
        checkRun(m->connection, run);
        std::vector<LossPoint> points;
        Query query = m->connection.query(
            "SELECT batch, epoch, epochs, losses, name FROM losses JOIN trainings ON trainings.id = "
            "training_id WHERE run_id = ? ORDER BY training_id, batch");
        query.bind(run);
        while (query.step())
            points.push_back(
                {query.integer(0), query.small(1), query.small(2), lossesFrom(query.text(3)), query.text(4)});
        return points;
    });
}

std::vector<RunDocument> SessionStore::documents(std::int64_t run) const
{
    return m->guard([&] {
        checkRun(m->connection, run);
        std::vector<RunDocument> documents;
        Query query
            = m->connection.query("SELECT name, content FROM documents WHERE run_id = ? ORDER BY name");
        query.bind(run);
        while (query.step())
            documents.push_back({query.text(0), json::parse(query.text(1))});
        return documents;
    });
}

std::vector<Artefact> SessionStore::artefacts(std::int64_t run) const
{
    return m->guard([&] {
        checkRun(m->connection, run);
        std::vector<Artefact> list;
        Query query = m->connection.query(
            "SELECT kind, key, description FROM artefacts JOIN run_artefacts ON artefact_id = id "
            "WHERE run_id = ? ORDER BY id");
        query.bind(run);
        while (query.step())
            list.push_back({query.text(0), query.text(1), json::parse(query.text(2)), {}});
        return list;
    });
}

std::optional<Artefact> SessionStore::artefact(const std::string &kind, const std::string &key) const
{
    return m->guard([&]() -> std::optional<Artefact> {
        Query query
            = m->connection.query("SELECT description, bytes FROM artefacts WHERE kind = ? AND key = ?");
        if (!query.bind(kind, key).step())
            return std::nullopt;
        const std::vector<std::uint8_t> bytes = query.bytes(1);
        return Artefact{kind, key, json::parse(query.text(0)), std::string(bytes.begin(), bytes.end())};
    });
}

} // namespace mutascope
