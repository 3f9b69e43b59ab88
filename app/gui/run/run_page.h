// SPDX-License-Identifier: GPL-3.0-or-later
// Sets up a run and watches it.
#pragma once

#include "app/gui/workspace.h"

#include <QWidget>

class QLabel;

namespace mutascope::gui {

class RunActions;
class SetupPanel;

class RunPage : public QWidget {
    Q_OBJECT

public:
    RunPage(Workspace &workspace, RunActions &actions, QWidget *parent = nullptr);

    SetupPanel *setupPanel() const { return m_setup; }

private:
    QWidget *buildSide();
    QWidget *buildButtons();
    void updateProblem();
    void onStateChanged();
    void start(bool paused);

    Workspace &m_workspace;
    RunActions &m_actions;
    SetupPanel *m_setup = nullptr;
    QLabel *m_problem = nullptr;
};

} // namespace mutascope::gui
