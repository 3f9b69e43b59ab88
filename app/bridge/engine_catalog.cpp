// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/engine_catalog.h"

#include "app/bridge/catalog.h"
#include "app/bridge/convert.h"
#include "app/bridge/engine_convert.h"

namespace mutascope::bridge {

bool isCampaign(const RunInfo &run)
{
    return run.generator == QLatin1String(engines::campaignGenerator);
}

QStringList campaignSearches()
{
    QStringList names;
    for (int i = 0; i < engines::strategies; ++i)
        names.append(QLatin1String(engines::nameOf(engines::Strategy(i))));
    return names;
}

QList<widgets::ParamField> campaignFields(const QString &search)
{
    return toFields(engines::campaignParams(engines::strategyNamed(search.toStdString())));
}

QStringList triageStates()
{
    QStringList names;
    for (int i = 0; i < engineTriages; ++i)
        names.append(QLatin1String(nameOf(EngineTriage(i))));
    return names;
}

QString problemOf(const CampaignSetup &setup)
{
    try {
        CampaignSetup plain = setup;
        plain.startModel.clear(); // reading it may take its time
        engines::campaignSettings(toConfig(plain));
        return {};
    } catch (const Error &error) {
        return QString::fromStdString(error.message());
    }
}

QString campaignCommandLine(const CampaignSetup &setup)
{
    QStringList words{QStringLiteral("mutascope-cli"),
                      QStringLiteral("engines"),
                      QStringLiteral("fuzz"),
                      QStringLiteral("--engines"),
                      setup.engines.join(u','),
                      QStringLiteral("--search"),
                      setup.search};
    for (auto entry = setup.settings.begin(); entry != setup.settings.end(); ++entry)
        words << QStringLiteral("--set") << entry.key() + u'=' + entry.value();
    if (setup.models)
        words << QStringLiteral("--budget-models") << QString::number(*setup.models);
    if (setup.seconds)
        words << QStringLiteral("--budget-time") << QString::number(*setup.seconds);
    if (!setup.plugins.isEmpty())
        words << QStringLiteral("--plugins") << setup.plugins;
    if (!setup.startModel.isEmpty())
        words << QStringLiteral("--start-model") << setup.startModel;
    words << QStringLiteral("--seed") << QString::number(setup.seed) << QStringLiteral("--out")
          << setup.sessionFile;
    return shellCommand(words);
}

} // namespace mutascope::bridge
