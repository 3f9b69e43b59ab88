// SPDX-License-Identifier: GPL-3.0-or-later
// The open project at a glance; the model's accuracy in big figures.
#pragma once

#include "app/gui/workspace.h"

#include <QFrame>

class QLabel;

namespace mutascope::gui {

class ProjectCard : public QFrame {
    Q_OBJECT

public:
    explicit ProjectCard(Workspace &workspace, QWidget *parent = nullptr);

private:
    void showProject();

    Workspace &m_workspace;
    QLabel *m_name = nullptr;
    QLabel *m_facts = nullptr;
};

} // namespace mutascope::gui
