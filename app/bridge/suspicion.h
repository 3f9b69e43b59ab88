// SPDX-License-Identifier: GPL-3.0-or-later
// Which neurons a run of DeepFault found suspicious; read in a thread of its own.
#pragma once

#include <QList>
#include <QObject>
#include <QString>
#include <memory>

namespace mutascope::bridge {

struct SuspicionLayer {
    QString name;
    QString kind;
    int neurons = 0;
};

struct SuspiciousNeuron {
    int layer = 0; // index into Suspicion::layers
    int neuron = 0; // in the layer
    double score = 0;
    qint64 activeFailed = 0;
    qint64 inactiveFailed = 0;
    qint64 activePassed = 0;
    qint64 inactivePassed = 0;
};

struct SuspicionRanking {
    int label = -1; // -1: over all classes
    qint64 passed = 0; // inputs
    qint64 failed = 0;
    qint64 suspicious = 0; // neurons; at most Suspicion::limit of them are listed
    bool ofAllClasses = false; // too few failed: the ranking over all classes is used
    QList<SuspiciousNeuron> neurons; // in the order of the ranking
};

struct Suspicion {
    qint64 run = 0;
    QString measure; // "tarantula"
    QString scope; // "class", "all"
    int top = 0; // neurons whose activity is raised in the first round
    qint64 passed = 0;
    qint64 failed = 0;
    qint64 limit = 0;
    QList<SuspicionLayer> layers;
    QList<SuspicionRanking> rankings;
};

class SuspicionReader : public QObject {
    Q_OBJECT

public:
    explicit SuspicionReader(QObject *parent = nullptr);
    ~SuspicionReader() override;

    // found(), missing() or failed() follows, unless something else is asked meanwhile.
    void read(const QString &sessionFile, qint64 run);
    void cancel();

Q_SIGNALS:
    void found(const mutascope::bridge::Suspicion &suspicion);
    void missing(qint64 run); // it has ranked no neurons (yet)
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
