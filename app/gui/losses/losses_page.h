// SPDX-License-Identifier: GPL-3.0-or-later
// The training of the current run's networks: losses as curves, live while it trains, and what came of it.
#pragma once

#include "app/bridge/losses.h"
#include "app/gui/losses/training_text.h"
#include "app/gui/losses/trainings.h"
#include "app/gui/workspace.h"

#include <QMap>
#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace mutascope::widgets {
class LossPlot;
class SearchCombo;
} // namespace mutascope::widgets

namespace mutascope::gui {

class FindingsTabs;
class NetworksPanel;

class LossesPage : public QWidget {
    Q_OBJECT

public:
    explicit LossesPage(Workspace &workspace, QWidget *parent = nullptr);

    widgets::LossPlot *plot() const { return m_plot; }
    const TrainingFacts &facts() const { return m_facts; }
    FindingsTabs *findings() const { return m_findings; }
    // Writes the networks of the current run into folder, in the background.
    void exportNetworks(const QString &folder);
    bool isReading() const { return m_reading; }

private:
    QWidget *buildHeader();
    QWidget *buildContent();
    QWidget *buildNetworks();
    void askExport();
    QStringList exportableKeys() const;
    QWidget *buildHint();
    void connectWorkspace();
    void connectRun();
    void reset();
    void load();
    void showRecord(const bridge::TrainingRecord &record);
    void addLive(const std::vector<bridge::LossRow> &rows);
    void append(const std::vector<bridge::LossRow> &rows);
    void plotRows(const std::vector<bridge::LossRow> &rows);
    void showTraining(const QString &name);
    void showNewestTraining();
    void fillChoice();
    void onPhase(const QString &phase, double fraction);
    void onCheckpoint();
    void showState();
    QString hint() const;
    bool isShownLive() const;

    Workspace &m_workspace;
    bridge::LossReader m_reader;
    Trainings m_trainings; // of the current run
    QString m_training; // the one that is shown
    bool m_chosen = false; // by the user; else it is the newest
    TrainingFacts m_facts; // of the one that is shown
    QList<bridge::TrainedNetworks> m_allNetworks; // of the current run
    QString m_phase; // of the run at work
    double m_fraction = -1; // of it
    // Of the run at work, told since the checkpoint before the last one: what a reading may not have yet.
    std::vector<bridge::LossRow> m_told;
    std::size_t m_toldBefore = 0; // of these, told before the last checkpoint
    bool m_reading = false;
    bool m_incomplete = false; // something in between was not told, or the networks are not known yet
    widgets::SearchCombo *m_run = nullptr;
    QComboBox *m_choice = nullptr; // of trainings, where there are several
    QLabel *m_title = nullptr;
    QLabel *m_note = nullptr;
    QProgressBar *m_progress = nullptr;
    QStackedWidget *m_stack = nullptr; // a hint, or the content
    QLabel *m_hint = nullptr;
    widgets::LossPlot *m_plot = nullptr;
    FindingsTabs *m_findings = nullptr;
    NetworksPanel *m_networks = nullptr;
    QPushButton *m_export = nullptr;
};

} // namespace mutascope::gui
