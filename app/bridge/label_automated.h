// SPDX-License-Identifier: GPL-3.0-or-later
// Automated judgements of validity, held against those of people; in a thread of its own, for it trains
// networks.
#pragma once

#include "app/bridge/label_values.h"

#include <QObject>
#include <memory>

namespace mutascope::bridge {

class LabelAutomated : public QObject {
    Q_OBJECT

public:
    explicit LabelAutomated(QObject *parent = nullptr);
    ~LabelAutomated() override; // stops

    bool isBusy() const;
    // finished(), stopped() or failed() follows. False where it is at work already.
    bool start(const QString &sessionFile, qint64 run);
    void stop();
    void setEpochs(int epochs) { m_epochs = epochs; } // of the networks; 0: as many as is usual
    void setTrainingImages(int images) { m_trainingImages = images; } // 0: all

Q_SIGNALS:
    void busyChanged(bool busy);
    void progressed(double share);
    void finished(const mutascope::bridge::AutomatedValues &values);
    void stopped();
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    int m_epochs = 0;
    int m_trainingImages = 0;
    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
