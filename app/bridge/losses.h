// SPDX-License-Identifier: GPL-3.0-or-later
// What a run trained: losses, networks, documents; read in a thread of its own, also while the run goes on.
#pragma once

#include "app/bridge/values.h"

#include <QJsonObject>
#include <QObject>
#include <memory>

namespace mutascope::bridge {

// Networks that a run trained, or took over from an earlier training.
struct TrainedNetworks {
    QString kind; // "vae"
    QString key; // hash of all that they depend on
    int epochs = 0; // trained
    bool exportable = false; // as files that other programs can use
    bool diverged = false; // then those of the last good epoch
    QJsonObject description;
    std::vector<LossRow> epochMeans; // of the losses of their training; earlier versions did not keep them
};

struct PublishedDocument {
    QString name; // "suspiciousness"
    QJsonValue content;
};

struct TrainingRecord {
    qint64 run = 0;
    std::vector<LossRow> losses; // ascending batches
    QList<TrainedNetworks> networks;
    QList<PublishedDocument> documents;
};

class LossReader : public QObject {
    Q_OBJECT

public:
    explicit LossReader(QObject *parent = nullptr);
    ~LossReader() override;

    // found() or failed() follows, unless something else is asked meanwhile.
    void read(const QString &sessionFile, qint64 run);
    void cancel();

Q_SIGNALS:
    void found(const mutascope::bridge::TrainingRecord &record);
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
