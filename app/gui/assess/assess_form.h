// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of an assessment: what `mutascope-cli assess` takes as options.
#pragma once

#include "app/bridge/assess_catalog.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QGroupBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace mutascope::widgets {
class LongSpinBox;
}

namespace mutascope::gui {

class BudgetForm;
class GeneratorChoice;
class MetricChoice;
class PathEdit;

class AssessForm : public QWidget {
    Q_OBJECT

public:
    explicit AssessForm(Workspace &workspace, QWidget *parent = nullptr);

    bridge::AssessSetup setup() const;
    void setSetup(const bridge::AssessSetup &setup, const QString &projectName);
    QString problem() const; // empty: it can start
    QString costText() const;
    const bridge::AssessProbe &probe() const { return m_probe; }

Q_SIGNALS:
    void openRequested(); // an earlier assessment

protected:
    void showEvent(QShowEvent *event) override;

private:
    QGroupBox *buildGenerators();
    QGroupBox *buildRuns();
    QGroupBox *buildMeasuring();
    QGroupBox *buildAfter();
    QGroupBox *buildPlace();
    QWidget *buildFoot();
    QWidget *buildSettings();
    void connectWorkspace();
    void showProject();
    void takePreset();
    void askProbe();
    void showProbe(const QString &folder, const bridge::AssessProbe &probe);
    void refresh();
    void start();
    void copyCommandLine();

    Workspace &m_workspace;
    bridge::AssessProbe m_probe;
    QString m_probedFolder; // m_probe is of it, or will be
    QString m_projectFolder;
    QString m_suggested; // folder
    GeneratorChoice *m_generators = nullptr;
    QLabel *m_project = nullptr;
    QComboBox *m_preset = nullptr;
    QComboBox *m_criterion = nullptr;
    QLineEdit *m_layers = nullptr;
    BudgetForm *m_budget = nullptr;
    QSpinBox *m_repeats = nullptr;
    widgets::LongSpinBox *m_seed = nullptr;
    QPlainTextEdit *m_settings = nullptr;
    MetricChoice *m_metrics = nullptr;
    QCheckBox *m_validator = nullptr;
    PathEdit *m_features = nullptr;
    PathEdit *m_lpips = nullptr;
    QCheckBox *m_retrain = nullptr;
    QSpinBox *m_retrainEpochs = nullptr;
    QSpinBox *m_retrainImages = nullptr;
    QPlainTextEdit *m_transfer = nullptr;
    PathEdit *m_folder = nullptr;
    QLabel *m_folderNote = nullptr;
    QSpinBox *m_jobs = nullptr;
    QLabel *m_cost = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_start = nullptr;
};

} // namespace mutascope::gui
