// SPDX-License-Identifier: GPL-3.0-or-later
// The trainings of one run. A generator may train networks one after the other, and each training counts its
// own batches; networks that were trained before come with the means of their epochs.
#pragma once

#include "app/bridge/losses.h"

#include <QStringList>

namespace mutascope::gui {

class Trainings {
public:
    void clear() { m_all.clear(); }
    // Batches that are told again take the place of what was there from them on.
    void add(const std::vector<bridge::LossRow> &rows);
    // After what was trained: networks whose training is not among it were taken over.
    void addTakenOver(const QList<bridge::TrainedNetworks> &networks);

    QStringList names() const; // in the order they were added
    const std::vector<bridge::LossRow> &rowsOf(const QString &name) const;
    bool isTakenOver(const QString &name) const; // then the rows are means of epochs

private:
    struct Training {
        QString name;
        std::vector<bridge::LossRow> rows; // ascending batches
        bool takenOver = false;
    };
    const Training *find(const QString &name) const;
    Training &made(const QString &name);

    std::vector<Training> m_all;
};

// Those among networks that the training made; all of them where none says which one it was.
QList<bridge::TrainedNetworks> networksOf(const QString &training,
                                          const QList<bridge::TrainedNetworks> &networks);

} // namespace mutascope::gui
