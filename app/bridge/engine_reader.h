// SPDX-License-Identifier: GPL-3.0-or-later
// Reads campaigns out of sessions, and asks which engines there are, in a thread of its own.
#pragma once

#include "app/bridge/engine_values.h"

#include <QObject>
#include <memory>

namespace mutascope::bridge {

// Every method returns at once; of each kind of question only the last is answered. Also of a session that a
// campaign is writing.
class EngineReader : public QObject {
    Q_OBJECT

public:
    explicit EngineReader(QObject *parent = nullptr);
    ~EngineReader() override;

    void listEngines(const QString &plugins); // starts each once: takes seconds
    void readCampaign(const QString &file, qint64 run);
    void readGraph(const FindingRef &finding); // of the finding's example

Q_SIGNALS:
    void enginesListed(const QList<mutascope::bridge::EngineEntry> &engines);
    void listFailed(const QString &what, const QString &hint);
    void campaignRead(const mutascope::bridge::CampaignData &campaign);
    void graphRead(const mutascope::bridge::FindingRef &finding, const mutascope::bridge::GraphData &graph);
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
