// SPDX-License-Identifier: GPL-3.0-or-later
// Automated judgements of validity, held against those of people, and clearly told from them.
#pragma once

#include "app/bridge/label_automated.h"

#include <QGroupBox>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace mutascope::widgets {
class RocPlot;
}

namespace mutascope::gui {

class Workspace;

class AutomatedPanel : public QGroupBox {
    Q_OBJECT

public:
    explicit AutomatedPanel(Workspace &workspace, QWidget *parent = nullptr);

    bridge::LabelAutomated &work() { return m_work; }
    void fillRuns();

Q_SIGNALS:
    void compared(); // the figures and curves are there

private:
    void connectWork();
    void start();
    void showValues(const bridge::AutomatedValues &values);
    void showCurves(const bridge::AutomatedValues &values);
    void setNote(const QString &text);

    Workspace &m_workspace;
    bridge::LabelAutomated m_work;
    QComboBox *m_run = nullptr;
    QPushButton *m_start = nullptr;
    QPushButton *m_stop = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_note = nullptr;
    QTableWidget *m_table = nullptr;
    widgets::RocPlot *m_roc = nullptr;
};

} // namespace mutascope::gui
