// SPDX-License-Identifier: GPL-3.0-or-later
// What is set before a campaign: engines, search, budget, seed, settings, session.
#pragma once

#include "app/bridge/engine_reader.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace mutascope::widgets {
class LongSpinBox;
class ParamForm;
} // namespace mutascope::widgets

namespace mutascope::gui {

class PathEdit;

class CampaignForm : public QWidget {
    Q_OBJECT

public:
    explicit CampaignForm(Workspace &workspace, QWidget *parent = nullptr);

    void listEngines(); // once: starts each engine
    bool isListing() const { return m_listing; }
    bridge::CampaignSetup setup() const;
    void setSetup(const bridge::CampaignSetup &setup); // engines not listed are left out
    QString problem() const; // empty: it can start

private:
    QWidget *buildEngines();
    QWidget *buildBudget();
    QWidget *buildFoot();
    void showEngines(const QList<bridge::EngineEntry> &engines);
    void showSearch();
    void showProblem();
    void start();

    Workspace &m_workspace;
    bridge::EngineReader m_reader;
    bool m_listed = false;
    bool m_listing = false;
    QString m_suggested; // session file
    QTreeWidget *m_engines = nullptr;
    QLabel *m_engineNote = nullptr;
    PathEdit *m_plugins = nullptr;
    PathEdit *m_startModel = nullptr;
    QComboBox *m_search = nullptr;
    widgets::LongSpinBox *m_seed = nullptr;
    QCheckBox *m_modelsTick = nullptr;
    widgets::LongSpinBox *m_models = nullptr;
    QCheckBox *m_secondsTick = nullptr;
    widgets::LongSpinBox *m_seconds = nullptr;
    widgets::ParamForm *m_params = nullptr;
    PathEdit *m_file = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_start = nullptr;
};

} // namespace mutascope::gui
