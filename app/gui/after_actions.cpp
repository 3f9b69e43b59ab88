// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/after_actions.h"

#include "app/bridge/after_catalog.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QPushButton>

namespace mutascope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("AfterActions", text);
}

} // namespace

QList<QAction *> makeAfterActions(QWidget *parent, const std::function<void(bridge::AfterKind)> &chosen)
{
    QList<QAction *> actions;
    for (const bridge::AfterEntry &entry : bridge::afterEntries()) {
        auto *action = new QAction(tr("%1…").arg(entry.name), parent);
        action->setObjectName(QStringLiteral("after%1").arg(int(entry.kind)));
        action->setToolTip(entry.summary);
        action->setStatusTip(entry.summary);
        QObject::connect(action, &QAction::triggered, parent, [chosen, kind = entry.kind] { chosen(kind); });
        actions.append(action);
    }
    return actions;
}

QPushButton *makeAfterButton(const QList<QAction *> &actions)
{
    auto *button = new QPushButton(tr("&After the search"));
    button->setObjectName(QStringLiteral("afterButton"));
    button->setToolTip(tr("Make the changes smaller, the tests fewer, or group them"));
    auto *menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    menu->addActions(actions);
    button->setMenu(menu);
    return button;
}

} // namespace mutascope::gui
