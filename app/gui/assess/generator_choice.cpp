// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/assess/generator_choice.h"

#include "app/bridge/catalog.h"

#include <QSignalBlocker>

namespace mutascope::gui {

GeneratorChoice::GeneratorChoice(QWidget *parent) : QListWidget(parent)
{
    setAccessibleName(tr("Generators to compare"));
    setWordWrap(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    for (const bridge::GeneratorEntry &entry : bridge::generatorEntries()) {
        auto *item = new QListWidgetItem(
            entry.trains ? tr("%1 (trains networks first)").arg(entry.name) : entry.name, this);
        item->setData(Qt::UserRole, entry.id);
        item->setData(Qt::UserRole + 1, item->text());
        item->setToolTip(entry.summary + QLatin1Char('\n') + entry.paper);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    connect(this, &QListWidget::itemChanged, this, &GeneratorChoice::changed);
}

QSize GeneratorChoice::sizeHint() const
{
    int height = 2 * frameWidth();
    for (int row = 0; row < count(); ++row)
        height += sizeHintForRow(row);
    return {300, height + 2};
}

QStringList GeneratorChoice::chosen() const
{
    QStringList ids;
    for (int row = 0; row < count(); ++row) {
        const QString id = item(row)->data(Qt::UserRole).toString();
        if (item(row)->checkState() == Qt::Checked && !m_leftOut.contains(id))
            ids.append(id);
    }
    return ids;
}

void GeneratorChoice::choose(const QStringList &ids)
{
    {
        const QSignalBlocker blocker(this);
        for (int row = 0; row < count(); ++row) {
            const bool on = ids.isEmpty() || ids.contains(item(row)->data(Qt::UserRole).toString());
            item(row)->setCheckState(on ? Qt::Checked : Qt::Unchecked);
        }
    }
    Q_EMIT changed();
}

void GeneratorChoice::setLeftOut(const QMap<QString, QString> &leftOut)
{
    m_leftOut = leftOut;
    {
        const QSignalBlocker blocker(this);
        for (int row = 0; row < count(); ++row) {
            QListWidgetItem *one = item(row);
            const QString why = leftOut.value(one->data(Qt::UserRole).toString());
            const QString name = one->data(Qt::UserRole + 1).toString();
            one->setText(why.isEmpty() ? name : tr("%1 — %2").arg(name, why));
            one->setFlags(one->flags().setFlag(Qt::ItemIsEnabled, why.isEmpty()));
        }
    }
    updateGeometry();
    Q_EMIT changed();
}

QString GeneratorChoice::reason(const QString &id) const
{
    return m_leftOut.value(id);
}

} // namespace mutascope::gui
