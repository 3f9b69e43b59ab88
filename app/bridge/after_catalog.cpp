// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/after_catalog.h"

#include "app/bridge/convert.h"
#include "app/bridge/param_fields.h"
#include "core/coverage/criterion.h"
#include "core/run/after/cluster_run.h"
#include "core/run/after/deduplicate_run.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace mutascope::bridge {

namespace {

using widgets::ParamField;

QString tr(const char *text)
{
    return QCoreApplication::translate("AfterFields", text);
}

ParamField field(const char *name, const QString &label, const QVariant &value, const QString &toolTip)
{
    return makeField(name, label, value, toolTip, tr("Settings"));
}

ParamField count(const char *name, const QString &label, qlonglong least, qlonglong value,
                 const QString &toolTip)
{
    return makeCount(name, label, least, value, toolTip, tr("Settings"));
}

ParamField choice(const char *name, const QString &label, const QStringList &choices, const QString &toolTip)
{
    ParamField result = field(name, label, choices.first(), toolTip);
    result.type = ParamField::Type::Choice;
    result.choices = choices;
    return result;
}

ParamField tick(const char *name, const QString &label, bool value, const QString &toolTip)
{
    ParamField result = field(name, label, value, toolTip);
    result.type = ParamField::Type::Boolean;
    return result;
}

ParamField featuresField()
{
    return advanced(
        field("features", tr("Features"), QStringLiteral("penultimate"),
              tr("Layer of the model that deep features are taken from: its name, 'penultimate' or "
                 "'outputs'")));
}

QList<ParamField> minimizeFields()
{
    return {
        choice("norm", tr("Norm"), {QStringLiteral("l2"), QStringLiteral("linf"), QStringLiteral("l0")},
               tr("What is made small: l2, the length of the change; linf, its largest value; l0, the "
                  "number of values that differ")),
        advanced(count("limit", tr("Tests"), 0, 0, tr("Only the first so many failing tests; 0: all"))),
        advanced(count("block", tr("Smallest block"), 0, 0,
                       tr("Side in pixels of what is taken back at once in the end; 0: a pixel, of images "
                          "wider than 64 pixels a 64th")))};
}

QList<ParamField> reduceFields()
{
    return {field("criterion", tr("Criterion"), QString(),
                  tr("Coverage that must stay, for example kmnc:10; several with spaces between them. Empty: "
                     "the run's; 'none': the faults alone")),
            choice("keep", tr("Choose from"), {QStringLiteral("failing"), QStringLiteral("all")},
                   tr("The failing tests, or all stored ones")),
            choice("faults", tr("Faults"), {QStringLiteral("pairs"), QStringLiteral("clusters")},
                   tr("What must stay revealed: pairs of seed class and predicted class, or clusters of deep "
                      "features and the pairs of tests in none"))};
}

QList<ParamField> clusterFields()
{
    const FaultClusterOptions clusters;
    return {
        count("min-size", tr("Smallest cluster"), 2, qlonglong(clusters.density.minClusterSize),
              tr("Failing tests that must be close together to be a cluster")),
        choice("choice", tr("Clusters"), {QStringLiteral("ends"), QStringLiteral("most-stable")},
               tr("Densest ends of the hierarchy, or its most stable groups, which are fewer and larger")),
        advanced(count("neighbours", tr("Neighbours"), 1, qlonglong(clusters.density.neighbours),
                       tr("The density at a test is that of so many nearest ones"))),
        advanced(count("components", tr("Components"), 1, qlonglong(clusters.components),
                       tr("Directions of largest variance of the features that are kept"))),
        featuresField(),
        advanced(tick("store", tr("Stored with the run"), true,
                      tr("In place of clusters that were found before")))};
}

QList<ParamField> deduplicateFields()
{
    return {
        makeReal("distance", tr("Distance"), 0, 2, DeduplicateOptions().farthest,
                 tr("Tests of the same two classes whose deep features, of unit length, are at most so far "
                    "apart are near duplicates; 0: equal images alone"),
                 tr("Settings")),
        tick("all", tr("Passing tests, too"), false, tr("All stored tests, not only failing ones")),
        featuresField()};
}

QString criterionProblem(const QVariantMap &settings)
{
    for (const QString &criterion : criteriaOf(settings)) {
        if (criterion == QLatin1String("none"))
            continue;
        try {
            parseCriterion(criterion.toStdString());
        } catch (const Error &error) {
            return QString::fromUtf8(error.what());
        }
    }
    return {};
}

bool takesPassing(const AfterOrder &order)
{
    return order.settings.value(QStringLiteral("keep")).toString() == QLatin1String("all")
        || order.settings.value(QStringLiteral("all")).toBool();
}

QString clusterProblem(const AfterOrder &order, const RunInfo &run)
{
    const qint64 least = order.settings.value(QStringLiteral("min-size")).toLongLong();
    if (run.failing < least)
        return tr("A cluster needs %1 failing tests, the run has %2.").arg(least).arg(run.failing);
    const bool ended = run.phase != RunPhase::Running && run.phase != RunPhase::Interrupted;
    if (order.settings.value(QStringLiteral("store")).toBool() && !ended)
        return tr("The run has not ended, so nothing is stored with it: go on with it first.");
    return {};
}

} // namespace

QList<AfterEntry> afterEntries()
{
    return {
        {AfterKind::Minimize, tr("Minimise"),
         tr("For each failing test, the smallest change of its seed that the model takes for the same wrong "
            "class.")},
        {AfterKind::Reduce, tr("Reduce"),
         tr("The fewest tests found that cover what all cover and show the same faults.")},
        {AfterKind::Cluster, tr("Cluster"),
         tr("Groups of failing tests that fail for what looks like the same reason.")},
        {AfterKind::Deduplicate, tr("Remove duplicates"), tr("The tests without those that repeat others.")},
    };
}

QList<ParamField> afterFields(AfterKind kind)
{
    switch (kind) {
    case AfterKind::Minimize:
        return minimizeFields();
    case AfterKind::Reduce:
        return reduceFields();
    case AfterKind::Cluster:
        return clusterFields();
    case AfterKind::Deduplicate:
        break;
    }
    return deduplicateFields();
}

QStringList criteriaOf(const QVariantMap &settings)
{
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    return settings.value(QStringLiteral("criterion")).toString().split(spaces, Qt::SkipEmptyParts);
}

QString problemOf(const AfterOrder &order, const RunInfo &run)
{
    if (run.failing == 0 && !takesPassing(order))
        return tr("This run has no failing tests.");
    if (order.kind == AfterKind::Cluster)
        return clusterProblem(order, run);
    return order.kind == AfterKind::Reduce ? criterionProblem(order.settings) : QString();
}

} // namespace mutascope::bridge
