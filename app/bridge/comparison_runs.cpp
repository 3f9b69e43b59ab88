// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/comparison_runs.h"

#include "app/bridge/catalog.h"

#include <QSet>
#include <algorithm>

namespace mutascope::bridge {

namespace {

const QString seedKey = QStringLiteral("seed");

// Values that runs have of a parameter; those without it say nothing.
QSet<QString> valuesOf(const QList<ComparedRun> &runs, const QString &key)
{
    QSet<QString> values;
    for (const ComparedRun &run : runs)
        if (run.configuration.contains(key))
            values.insert(run.configuration.value(key));
    return values;
}

QStringList keysOf(const QList<ComparedRun> &runs)
{
    QSet<QString> seen;
    QStringList keys;
    for (const ComparedRun &run : runs)
        for (const QString &key : run.configuration.keys())
            if (!seen.contains(key)) {
                seen.insert(key);
                keys.append(key);
            }
    std::sort(keys.begin(), keys.end());
    // What a person looks for first.
    for (const char *first : {"seed", "layers", "criterion", "generator"})
        if (keys.removeOne(QLatin1String(first)))
            keys.prepend(QLatin1String(first));
    return keys;
}

QString groupName(const ComparedRun &run, const QList<ComparedRun> &firsts)
{
    const QString name = generatorName(run.info.generator);
    QList<ComparedRun> same;
    for (const ComparedRun &first : firsts)
        if (first.info.generator == run.info.generator)
            same.append(first);
    if (same.size() < 2)
        return name;
    QStringList parts;
    for (const QStringList &row : differencesOf(same))
        if (row.first() != seedKey)
            parts.append(row.first() + QLatin1Char(' ') + run.configuration.value(row.first()));
    return QStringLiteral("%1 (%2)").arg(
        name, parts.first(std::min<qsizetype>(parts.size(), 2)).join(QStringLiteral(", ")));
}

} // namespace

QList<RunGroup> groupsOf(const QList<ComparedRun> &runs)
{
    QList<ComparedRun> firsts; // one a group
    QList<RunGroup> groups;
    for (const ComparedRun &run : runs) {
        qsizetype at = 0;
        while (at < firsts.size() && firsts[at].repeatKey != run.repeatKey)
            ++at;
        if (at == firsts.size()) {
            firsts.append(run);
            groups.append(RunGroup());
        }
        groups[at].runs.append(run.place);
    }
    for (qsizetype at = 0; at < groups.size(); ++at)
        groups[at].name = groupName(firsts[at], firsts);
    return groups;
}

QList<QStringList> differencesOf(const QList<ComparedRun> &runs)
{
    QList<QStringList> rows;
    for (const QString &key : keysOf(runs)) {
        if (valuesOf(runs, key).size() < 2)
            continue;
        QStringList row{key};
        for (const ComparedRun &run : runs)
            row.append(run.configuration.value(key));
        rows.append(row);
    }
    return rows;
}

FittingRuns fittingRuns(const QList<ComparedRun> &runs)
{
    FittingRuns sorted;
    for (const ComparedRun &run : runs)
        (run.fits(runs.first()) ? sorted.fitting : sorted.others).append(run);
    return sorted;
}

} // namespace mutascope::bridge
