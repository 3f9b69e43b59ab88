// SPDX-License-Identifier: GPL-3.0-or-later
// How a training stands, in words.
#pragma once

#include "app/bridge/losses.h"

namespace mutascope::gui {

struct TrainingFacts {
    bool live = false; // the run is at work
    bool training = false; // it trains now
    qint64 firstBatch = 0; // of those whose losses are known; 0: none are
    qint64 lastBatch = 0;
    int epoch = 0; // of the last one
    int epochs = 0;
    bool finite = true; // its losses are
    bool takenOver = false; // the networks were trained before; the losses are means of epochs
    QList<bridge::TrainedNetworks> networks;

    void add(const bridge::LossRow &row);
};

struct TrainingWords {
    QString title; // "Epoch 3 of 10"
    QString note;
    bool warning = false;
};

TrainingWords trainingWords(const TrainingFacts &facts);
// "discriminator 0.12 · gan 0.4 · success 93.1 %"
QString lossesText(const bridge::LossRow &row);
bool isSuccess(const QString &lossName); // a share, not a loss

} // namespace mutascope::gui
