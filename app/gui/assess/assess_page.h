// SPDX-License-Identifier: GPL-3.0-or-later
// Which generator is best for this model: plan, progress and results of an assessment.
#pragma once

#include "app/gui/workspace.h"

#include <QWidget>

namespace mutascope::gui {

class AssessForm;
class AssessPanel;

class AssessPage : public QWidget {
    Q_OBJECT

public:
    explicit AssessPage(Workspace &workspace, QWidget *parent = nullptr);

    AssessForm *form() const { return m_form; }
    AssessPanel *panel() const { return m_panel; }
    void openFolder(const QString &folder); // of an earlier assessment

Q_SIGNALS:
    void compareRequested(const QStringList &sessionFiles);

private:
    void askFolder();

    Workspace &m_workspace;
    AssessForm *m_form = nullptr;
    AssessPanel *m_panel = nullptr;
};

} // namespace mutascope::gui
