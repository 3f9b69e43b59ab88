// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns against inference engines: set up, watched, and what they found.
#pragma once

#include "app/bridge/engine_reader.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTabWidget;
class QTimer;

namespace mutascope::gui {

class CampaignForm;
class FindingView;
class FindingsPanel;
class OperatorCoveragePanel;

class EnginesPage : public QWidget {
    Q_OBJECT

public:
    explicit EnginesPage(Workspace &workspace, QWidget *parent = nullptr);

    CampaignForm *form() const { return m_form; }
    FindingsPanel *findings() const { return m_findings; }
    FindingView *finding() const { return m_finding; }
    OperatorCoveragePanel *coverage() const { return m_coverage; }
    const bridge::CampaignData &campaign() const { return m_campaign; } // run 0: none
    void showCoverage();

Q_SIGNALS:
    void treeRequested();

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *buildHead();
    QWidget *buildTabs();
    void connectWorkspace();
    void connectJobs();
    void fillCampaigns();
    void read();
    void showCampaign(const bridge::CampaignData &campaign);
    void showFigures();
    void showEngines();
    void onCurrentFinding();
    void onEnded(bridge::RunPhase phase, const QString &message);
    void updateButtons();
    void askResume();
    void resume(std::optional<qint64> models, std::optional<double> seconds);

    Workspace &m_workspace;
    bridge::EngineReader m_reader;
    bridge::CampaignData m_campaign;
    bridge::CampaignProgressInfo m_progress; // of the campaign at work
    QTimer *m_timer = nullptr; // reads the campaign at work again
    bool m_reading = false;
    CampaignForm *m_form = nullptr;
    QComboBox *m_choice = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_figures = nullptr;
    QProgressBar *m_bar = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_resume = nullptr;
    QPushButton *m_tree = nullptr;
    QTabWidget *m_tabs = nullptr;
    FindingsPanel *m_findings = nullptr;
    FindingView *m_finding = nullptr;
    OperatorCoveragePanel *m_coverage = nullptr;
    QLabel *m_engines = nullptr;
};

} // namespace mutascope::gui
