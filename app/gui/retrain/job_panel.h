// SPDX-License-Identifier: GPL-3.0-or-later
// The job on models or tests that is at work, and what came of the last one.
#pragma once

#include "app/bridge/after_values.h"
#include "app/bridge/job_values.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace mutascope::widgets {
class LossPlot;
class ShareTable;
} // namespace mutascope::widgets

namespace mutascope::gui {

class AfterResult;

class JobPanel : public QWidget {
    Q_OBJECT

public:
    explicit JobPanel(Workspace &workspace, QWidget *parent = nullptr);

Q_SIGNALS:
    void showRequested(const QString &sessionFile, qint64 run, qint64 test); // test 0: none of them

private:
    QWidget *buildHead();
    QWidget *buildTransfer();
    void buildTable();
    void connectJobs();
    void onState(bridge::ModelJobs::State state);
    void addPoints(const std::vector<bridge::LossRow> &points);
    void showTrained(const bridge::TrainOutcome &outcome);
    void showRetrained(const bridge::RetrainOutcome &outcome);
    void showWorked(const bridge::AfterOutcome &outcome);
    void showTransferred(const bridge::TransferMatrix &matrix);
    void showEnd(const QString &title, const QString &note, const QString &project = {});
    void addLine(int row, const QString &name, const bridge::RetrainLine &line);

    Workspace &m_workspace;
    QString m_project; // folder of the new one
    bool m_begun = false; // of the present job, the first state was seen
    QLabel *m_title = nullptr;
    QLabel *m_note = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_pause = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_open = nullptr;
    widgets::LossPlot *m_plot = nullptr;
    QTableWidget *m_table = nullptr; // before and after
    QWidget *m_transfer = nullptr;
    widgets::ShareTable *m_matrix = nullptr;
    AfterResult *m_after = nullptr;
};

} // namespace mutascope::gui
