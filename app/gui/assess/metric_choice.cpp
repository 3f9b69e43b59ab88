// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/assess/metric_choice.h"

#include "app/bridge/assess_catalog.h"

#include <QHeaderView>
#include <QSignalBlocker>

namespace mutascope::gui {

QString familyWords(const QString &family)
{
    return family.left(1).toUpper() + family.mid(1);
}

MetricChoice::MetricChoice(QWidget *parent) : QTreeWidget(parent)
{
    setHeaderHidden(true);
    setAccessibleName(tr("Metrics"));
    QTreeWidgetItem *family = nullptr;
    for (const bridge::MetricEntry &entry : bridge::metricEntries()) {
        if (!family || family->data(0, Qt::UserRole + 1).toString() != entry.family) {
            family = new QTreeWidgetItem(this, {familyWords(entry.family)});
            family->setData(0, Qt::UserRole + 1, entry.family);
            family->setFlags(family->flags() | Qt::ItemIsAutoTristate | Qt::ItemIsUserCheckable);
        }
        auto *item = new QTreeWidgetItem(family, {entry.name});
        item->setData(0, Qt::UserRole, entry.id);
        item->setToolTip(0, entry.summary + QLatin1Char('\n') + entry.paper);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(0, Qt::Checked);
    }
    connect(this, &QTreeWidget::itemChanged, this, &MetricChoice::changed);
}

QStringList MetricChoice::chosen() const
{
    QStringList ids;
    for (int i = 0; i < topLevelItemCount(); ++i)
        for (int k = 0; k < topLevelItem(i)->childCount(); ++k)
            if (const QTreeWidgetItem *item = topLevelItem(i)->child(k); item->checkState(0) == Qt::Checked)
                ids.append(item->data(0, Qt::UserRole).toString());
    return ids;
}

bool MetricChoice::allChosen() const
{
    return chosen().size() == bridge::metricEntries().size();
}

void MetricChoice::choose(const QStringList &ids)
{
    {
        const QSignalBlocker blocker(this);
        for (int i = 0; i < topLevelItemCount(); ++i)
            for (int k = 0; k < topLevelItem(i)->childCount(); ++k) {
                QTreeWidgetItem *item = topLevelItem(i)->child(k);
                const bool on = ids.isEmpty() || ids.contains(item->data(0, Qt::UserRole).toString());
                item->setCheckState(0, on ? Qt::Checked : Qt::Unchecked);
            }
    }
    Q_EMIT changed();
}

} // namespace mutascope::gui
