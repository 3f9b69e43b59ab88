// SPDX-License-Identifier: GPL-3.0-or-later
// What the current run does: status, curves, the failing test found last, its log.
#pragma once

#include "app/gui/workspace.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QStackedWidget;

namespace mutascope::widgets {
class ImageCompare;
class RunStatus;
} // namespace mutascope::widgets

namespace mutascope::gui {

class LivePanel : public QWidget {
    Q_OBJECT

public:
    explicit LivePanel(Workspace &workspace, QWidget *parent = nullptr);

private:
    QWidget *buildStatus();
    QWidget *buildPreview();
    QWidget *buildLog();
    void connectRun();
    void showPhase(const QString &phase, double fraction);
    void showStatus(const widgets::RunStatusData &status);
    void showLosses(const std::vector<bridge::LossRow> &rows);
    void showFound(const bridge::FoundTest &found);
    void showStoredRun();
    void appendLog(const QList<bridge::LogLine> &lines);
    void reset();
    QString phaseWords() const;

    Workspace &m_workspace;
    widgets::RunStatus *m_status = nullptr;
    widgets::RunStatusData m_data;
    QString m_phase;
    QString m_preparation; // what is done before the search, in whole words
    double m_prepared = -1; // how far that is
    QLabel *m_losses = nullptr; // while networks are trained
    QStackedWidget *m_previewStack = nullptr;
    QLabel *m_previewTitle = nullptr;
    widgets::ImageCompare *m_preview = nullptr;
    QPlainTextEdit *m_log = nullptr;
    qint64 m_foundTest = 0;
};

} // namespace mutascope::gui
