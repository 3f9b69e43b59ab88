// SPDX-License-Identifier: GPL-3.0-or-later
// Shows which neurons a stored run covered, and finds what covered one first, in a thread of its own.
#pragma once

#include "app/bridge/background_task.h"
#include "app/bridge/values.h"

#include <QObject>
#include <memory>

namespace mutascope::bridge {

// One question at a time: a new one drops the one at work. What was found out about a run is kept until
// another run is asked for.
class CoverageMapper : public QObject {
    Q_OBJECT

public:
    explicit CoverageMapper(QObject *parent = nullptr);
    ~CoverageMapper() override;

    // mapped() follows, and beforeFound() after it; or unavailable().
    void map(const QString &sessionFile, qint64 run);
    // originFound() follows, or failed(). The tests stored by now count.
    void findOrigin(const QString &sessionFile, qint64 run, int neuron);
    void cancel();
    void setCacheFolder(const QString &folder); // as RunController's

Q_SIGNALS:
    void mapped(qint64 run, const mutascope::widgets::NeuronMapData &map);
    void beforeFound(qint64 run, const std::vector<quint32> &covered); // by the seeds alone
    void unavailable(qint64 run, const QString &what, const QString &hint);
    void progress(double fraction);
    void originFound(const mutascope::bridge::NeuronOrigin &origin);
    void failed(const QString &what, const QString &hint); // of an origin, or of what was covered before

private:
    struct Private;
    void tellBefore(const BackgroundTask::Handle &handle, qint64 run, const std::vector<quint32> &covered);
    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
