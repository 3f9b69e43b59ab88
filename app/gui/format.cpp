// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/format.h"

#include "app/bridge/catalog.h"
#include "app/bridge/engine_catalog.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace mutascope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Format", text);
}

} // namespace

QString countText(qint64 number)
{
    return QLocale().toString(qlonglong(number));
}

QString percentText(double share, int decimals)
{
    // Nearly all is not all: one of 10,400 that is missing must not read 100.0 %.
    const double most = share < 1 ? 100 - std::pow(10.0, -decimals) : 100 * share;
    return tr("%1 %").arg(QLocale().toString(std::min(100 * share, most), 'f', decimals));
}

QString listText(const QStringList &names, int shown)
{
    if (names.size() <= shown)
        return names.join(QLatin1String(", "));
    return tr("%1 and %2 more")
        .arg(QStringList(names.first(shown)).join(QLatin1String(", ")), countText(names.size() - shown));
}

QString phaseText(bridge::RunPhase phase)
{
    switch (phase) {
    case bridge::RunPhase::Running:
        return tr("running");
    case bridge::RunPhase::Interrupted:
        return tr("interrupted");
    case bridge::RunPhase::Finished:
        return tr("finished");
    case bridge::RunPhase::Stopped:
        return tr("stopped");
    case bridge::RunPhase::Failed:
        break;
    }
    return tr("failed");
}

QString runTitle(const bridge::RunInfo &run)
{
    if (bridge::isCampaign(run))
        return tr("Campaign %1 against inference engines").arg(run.id);
    const QString criterion = run.criterion.isEmpty() ? tr("no criterion") : run.criterion;
    return tr("Run %1 · %2 · %3").arg(run.id).arg(bridge::generatorName(run.generator), criterion);
}

QString runPhaseWords(const QString &phase)
{
    if (phase == QLatin1String("loading"))
        return tr("Loading");
    if (phase == QLatin1String("profiling"))
        return tr("Profiling");
    if (phase == QLatin1String("dry-run"))
        return tr("Seeds");
    if (phase == QLatin1String("training"))
        return tr("Training");
    if (phase == QLatin1String("searching"))
        return tr("Searching");
    if (phase == QLatin1String("saving"))
        return tr("Saving");
    return phase;
}

QString preparationWords(const QString &phase)
{
    if (phase == QLatin1String("loading"))
        return tr("Loading model and data");
    if (phase == QLatin1String("profiling"))
        return tr("Profiling neurons on the training images");
    if (phase == QLatin1String("dry-run"))
        return tr("Drawing correctly classified seeds");
    if (phase == QLatin1String("training"))
        return tr("Training the generator’s networks");
    return {};
}

} // namespace mutascope::gui
