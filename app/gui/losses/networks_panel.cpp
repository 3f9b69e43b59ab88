// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/losses/networks_panel.h"

#include "app/gui/format.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QKeyEvent>
#include <QLocale>
#include <algorithm>

namespace mutascope::gui {

namespace {

constexpr int keyDigits = 12; // as the log names it
constexpr int shownEntries = 100; // of an array; its head says how many there are

QString scalarText(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Bool:
        return value.toBool() ? NetworksPanel::tr("yes") : NetworksPanel::tr("no");
    case QJsonValue::Double:
        return QLocale().toString(value.toDouble(), 'g', 8);
    case QJsonValue::String:
        return value.toString();
    default:
        return QStringLiteral("–");
    }
}

// "batch_size" reads better with a space.
QString nameText(const QString &name)
{
    return QString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString nameOf(const bridge::TrainedNetworks &networks)
{
    const QString training = networks.epochMeans.empty() ? QString() : networks.epochMeans.front().training;
    return training.isEmpty() ? networks.kind : training;
}

} // namespace

NetworksPanel::NetworksPanel(QWidget *parent) : QTreeWidget(parent)
{
    setAccessibleName(tr("What was trained"));
    setColumnCount(2);
    setHeaderLabels({tr("What"), tr("Value")});
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setTabKeyNavigation(false);
    header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
}

void NetworksPanel::setRecord(const QList<bridge::TrainedNetworks> &networks,
                              const QList<bridge::PublishedDocument> &documents)
{
    clear();
    for (const bridge::TrainedNetworks &one : networks) {
        const QString epochs = one.epochs == 1 ? tr("1 epoch") : tr("%1 epochs").arg(countText(one.epochs));
        auto *item = new QTreeWidgetItem(this, {tr("%1, %2").arg(nameOf(one), epochs)});
        item->setFirstColumnSpanned(true);
        auto *key = new QTreeWidgetItem(item, {tr("key"), one.key.left(keyDigits)});
        key->setToolTip(1, tr("Hash of all that these networks depend on: %1").arg(one.key));
        for (auto entry = one.description.begin(); entry != one.description.end(); ++entry)
            addContent(item, nameText(entry.key()), entry.value());
        item->setExpanded(true);
    }
    for (const bridge::PublishedDocument &one : documents) {
        auto *item = new QTreeWidgetItem(this, {tr("Document: %1").arg(nameText(one.name))});
        item->setFirstColumnSpanned(true);
        addContent(item, tr("content"), one.content);
    }
}

void NetworksPanel::addContent(QTreeWidgetItem *parent, const QString &name, const QJsonValue &value)
{
    auto *item = new QTreeWidgetItem(parent, {name});
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto entry = object.begin(); entry != object.end(); ++entry)
            addContent(item, nameText(entry.key()), entry.value());
    } else if (value.isArray()) {
        addArray(item, value.toArray());
    } else {
        item->setText(1, scalarText(value));
        item->setToolTip(1, item->text(1));
    }
}

void NetworksPanel::addArray(QTreeWidgetItem *item, const QJsonArray &array)
{
    const bool all = array.size() <= shownEntries;
    item->setText(1,
                  all ? tr("%1 entries").arg(countText(array.size()))
                      : tr("%1 entries, %2 shown").arg(countText(array.size()), countText(shownEntries)));
    for (int i = 0; i < std::min(int(array.size()), shownEntries); ++i)
        addContent(item, QString::number(i + 1), array.at(i));
}

void NetworksPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && currentItem()) {
        const QString value = currentItem()->text(1);
        return QGuiApplication::clipboard()->setText(value.isEmpty() ? currentItem()->text(0) : value);
    }
    QTreeWidget::keyPressEvent(event);
}

} // namespace mutascope::gui
