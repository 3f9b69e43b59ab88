// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of the open session: show, resume, verify, delete.
#pragma once

#include "app/bridge/after_values.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace mutascope::gui {

class RunTableModel;

class SessionsPage : public QWidget {
    Q_OBJECT

public:
    explicit SessionsPage(Workspace &workspace, QWidget *parent = nullptr);

    qint64 selectedRun() const; // 0: none

Q_SIGNALS:
    void openRequested();
    void showRequested(); // the current run, on the tests page
    void exportRequested(qint64 run);
    void afterRequested(mutascope::bridge::AfterKind kind, qint64 run);

private:
    QWidget *buildHeader();
    QWidget *buildTable();
    QWidget *buildButtons();
    void onRunsChanged();
    void selectCurrent();
    void onSelectionChanged();
    void updateButtons();
    void showSelected();
    void askResume();
    void verifySelected();
    void askDelete();
    void onVerified(qint64 run, qint64 tests, qint64 stillFailing, bool wasCancelled);

    Workspace &m_workspace;
    RunTableModel *m_model = nullptr;
    QTableView *m_table = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_path = nullptr;
    QLabel *m_detail = nullptr;
    QPushButton *m_show = nullptr;
    QPushButton *m_resume = nullptr;
    QPushButton *m_after = nullptr;
    QPushButton *m_verify = nullptr;
    QPushButton *m_export = nullptr;
    QPushButton *m_delete = nullptr;
};

} // namespace mutascope::gui
