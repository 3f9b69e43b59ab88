// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of jobs on models, and what comes of them.
#pragma once

#include "app/bridge/values.h"

#include <QVariantMap>

namespace mutascope::bridge {

struct ArchitectureEntry {
    QString id;
    QString summary;
    QString paper;
    QList<widgets::ParamField> fields; // of its training
};

struct TrainOrder {
    QString data; // file or folder
    QString architecture;
    QVariantMap settings; // of its fields
    QString folder; // of the new project
};

struct TrainOutcome {
    QString folder;
    QString architecture;
    int epochsRun = 0;
    int bestEpoch = 0;
    double validationAccuracy = 0;
    double testAccuracy = 0;
    bool interrupted = false;
};

struct RetrainOrder {
    QString sessionFile;
    QList<qint64> runs; // of one model
    QVariantMap settings; // of retrainFields()
    QString folder; // of the new project
};

// A share before and after, and what it was measured on.
struct RetrainLine {
    double before = 0;
    double after = 0;
    qint64 images = 0;
    qint64 seeds = 0; // they come from; 0: they are images of the data set
};

struct RetrainOutcome {
    QString folder;
    RetrainLine cleanAccuracy;
    RetrainLine heldOutFailing;
    RetrainLine trainedFailing;
    int epochsRun = 0;
    int keptEpoch = 0;
    bool interrupted = false;
};

struct TransferOrder {
    QString sessionFile;
    QStringList models; // folders of projects, or model files
};

struct TransferShare {
    qint64 tests = 0; // whose seed the model classifies correctly
    qint64 failing = 0; // of these

    double share() const { return tests == 0 ? 0 : double(failing) / double(tests); }
};

struct TransferLine {
    qint64 run = 0;
    QString generator; // id
    QString model; // the tests were made for
    qint64 tests = 0;
    QList<TransferShare> shares; // one a model
};

struct TransferMatrix {
    QString sessionFile;
    QStringList models; // as they were asked for
    QList<TransferLine> lines;
    bool interrupted = false; // then lines are missing
};

} // namespace mutascope::bridge
