// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/engine_reader.h"

#include "app/bridge/background_task.h"
#include "app/bridge/convert.h"
#include "app/bridge/engine_convert.h"
#include "app/bridge/engine_work.h"

namespace mutascope::bridge {

struct EngineReader::Private {
    explicit Private(EngineReader *owner) : list(owner), campaign(owner), graph(owner) { }
    // In task's thread; what comes of it is told in the owner's.
    template <typename Value>
    static void ask(BackgroundTask &task, const std::function<Value()> &question,
                    const std::function<void(const Value &)> &answered,
                    const std::function<void(const ErrorWords &)> &failed);

    BackgroundTask list;
    BackgroundTask campaign;
    BackgroundTask graph;
};

EngineReader::EngineReader(QObject *parent) : QObject(parent), m(std::make_unique<Private>(this)) { }

EngineReader::~EngineReader() = default;

template <typename Value>
void EngineReader::Private::ask(BackgroundTask &task, const std::function<Value()> &question,
                                const std::function<void(const Value &)> &answered,
                                const std::function<void(const ErrorWords &)> &failed)
{
    task.start([question, answered, failed](const BackgroundTask::Handle &handle) {
        try {
            handle.answer([answered, value = question()] { answered(value); });
        } catch (...) {
            handle.answer([failed, words = currentErrorWords()] { failed(words); });
        }
    });
}

void EngineReader::listEngines(const QString &plugins)
{
    Private::ask<QList<EngineEntry>>(
        m->list,
        [plugins] {
            QList<EngineEntry> entries;
            for (const engines::EngineInfo &info : engines::engineInfos(plugins.toStdString()))
                entries.append(toEntry(info));
            return entries;
        },
        [this](const QList<EngineEntry> &entries) { Q_EMIT enginesListed(entries); },
        [this](const ErrorWords &words) { Q_EMIT listFailed(words.what, words.hint); });
}

void EngineReader::readCampaign(const QString &file, qint64 run)
{
    Private::ask<CampaignData>(
        m->campaign,
        [file, run] {
            CampaignData data
                = bridge::readCampaign(SessionStore(toPath(file), SessionStore::Mode::ReadOnly), run);
            data.file = file;
            return data;
        },
        [this](const CampaignData &data) { Q_EMIT campaignRead(data); },
        [this](const ErrorWords &words) { Q_EMIT failed(words.what, words.hint); });
}

void EngineReader::readGraph(const FindingRef &finding)
{
    Private::ask<GraphData>(
        m->graph,
        [finding] {
            return graphOf(SessionStore(toPath(finding.file), SessionStore::Mode::ReadOnly), finding.run,
                           finding.number);
        },
        [this, finding](const GraphData &graph) { Q_EMIT graphRead(finding, graph); },
        [this](const ErrorWords &words) { Q_EMIT failed(words.what, words.hint); });
}

} // namespace mutascope::bridge
