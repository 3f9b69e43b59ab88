// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/losses_query.h"

#include "core/run/artefact_export.h"
#include "core/training/training_record.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace mutascope::bridge {

namespace {

// Through its text: Qt reads an array around it, for it knows documents of objects and arrays only.
QJsonValue toJsonValue(const nlohmann::json &content)
{
    using Json = nlohmann::json;
    const std::string text = Json::array({content}).dump(-1, ' ', false, Json::error_handler_t::replace);
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).array().at(0);
}

TrainedNetworks toNetworks(const Artefact &artefact)
{
    TrainedNetworks networks;
    networks.kind = QString::fromStdString(artefact.kind);
    networks.key = QString::fromStdString(artefact.key);
    networks.exportable = isNetwork(artefact.kind);
    networks.description = toJsonValue(artefact.description).toObject();
    networks.epochs = networks.description.value(QLatin1String("epochs_trained")).toInt();
    networks.diverged = networks.description.value(QLatin1String("diverged")).toBool();
    for (const LossPoint &point : epochMeansOf(artefact.description))
        networks.epochMeans.push_back(toLossRow(point));
    return networks;
}

} // namespace

LossRow toLossRow(const LossPoint &point)
{
    LossRow row{point.batch, point.epoch, point.epochs, {}, QString::fromStdString(point.training)};
    row.values.reserve(point.values.size());
    for (const auto &[name, value] : point.values)
        row.values.emplace_back(QString::fromStdString(name), value);
    return row;
}

TrainingRecord queryTraining(const SessionStore &store, qint64 run)
{
    TrainingRecord record;
    record.run = run;
    for (const LossPoint &point : store.losses(run))
        record.losses.push_back(toLossRow(point));
    for (const Artefact &artefact : store.artefacts(run))
        record.networks.append(toNetworks(artefact));
    for (const RunDocument &document : store.documents(run))
        record.documents.append({QString::fromStdString(document.name), toJsonValue(document.content)});
    return record;
}

} // namespace mutascope::bridge
