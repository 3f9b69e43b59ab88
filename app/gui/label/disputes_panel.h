// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of what labellers disagree about.
#pragma once

#include "app/bridge/label_values.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;

namespace mutascope::gui {

class DisputesPanel : public QWidget {
    Q_OBJECT

public:
    explicit DisputesPanel(QWidget *parent = nullptr);

    void showHint(const QString &text);
    void setItems(const QList<bridge::DisputedItem> &items, const QStringList &classNames);
    const QList<bridge::DisputedItem> &items() const { return m_items; }

Q_SIGNALS:
    void decideRequested(int first); // index of the item to begin with

private:
    QList<bridge::DisputedItem> m_items;
    QStackedWidget *m_stack = nullptr;
    QLabel *m_hint = nullptr;
    QLabel *m_count = nullptr;
    QListWidget *m_list = nullptr;
    QPushButton *m_decide = nullptr;
};

} // namespace mutascope::gui
