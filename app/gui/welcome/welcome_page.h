// SPDX-License-Identifier: GPL-3.0-or-later
// The first page: the sample project in one click, files opened lately.
#pragma once

#include "app/gui/workspace.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace mutascope::gui {

class WelcomePage : public QWidget {
    Q_OBJECT

public:
    explicit WelcomePage(Workspace &workspace, QWidget *parent = nullptr);

Q_SIGNALS:
    void newProjectRequested();
    void openProjectRequested();
    void openSessionRequested();
    void labelRequested();

private:
    QWidget *buildHeader();
    QWidget *buildButtons();
    QWidget *buildRecent();
    void fillRecent();
    void openItem(QListWidgetItem *item);

    Workspace &m_workspace;
    QPushButton *m_sample = nullptr;
    QListWidget *m_recent = nullptr;
    QLabel *m_noRecent = nullptr;
    QPushButton *m_clear = nullptr;
};

} // namespace mutascope::gui
