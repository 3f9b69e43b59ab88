// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/engine_reader.h"

#include "app/bridge/background_task.h"
#include "app/bridge/convert.h"
#include "app/bridge/engine_convert.h"
#include "app/bridge/engine_work.h"

namespace mutascope::bridge {

struct EngineReader::Private {
    explicit Private(EngineReader *owner) : list(owner), campaign(owner), graph(owner) { }
    BackgroundTask list;
    BackgroundTask campaign;
    BackgroundTask graph;
};

EngineReader::EngineReader(QObject *parent) : QObject(parent), m(std::make_unique<Private>(this)) { }

EngineReader::~EngineReader() = default;

void EngineReader::listEngines(const QString &plugins)
{
    m->list.start([this, plugins](const BackgroundTask::Handle &handle) {
        try {
            QList<EngineEntry> entries;
            for (const engines::EngineInfo &info : engines::engineInfos(plugins.toStdString()))
                entries.append(toEntry(info));
            handle.answer([this, entries] { Q_EMIT enginesListed(entries); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT listFailed(words.what, words.hint); });
        }
    });
}

void EngineReader::readCampaign(const QString &file, qint64 run)
{
    m->campaign.start([this, file, run](const BackgroundTask::Handle &handle) {
        try {
            const SessionStore store(toPath(file), SessionStore::Mode::ReadOnly);
            CampaignData data = bridge::readCampaign(store, run);
            data.file = file;
            handle.answer([this, data] { Q_EMIT campaignRead(data); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

void EngineReader::readGraph(const FindingRef &finding)
{
    m->graph.start([this, finding](const BackgroundTask::Handle &handle) {
        try {
            const SessionStore store(toPath(finding.file), SessionStore::Mode::ReadOnly);
            const GraphData graph = graphOf(store, finding.run, finding.number);
            handle.answer([this, finding, graph] { Q_EMIT graphRead(finding, graph); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

} // namespace mutascope::bridge
