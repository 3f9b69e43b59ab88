// SPDX-License-Identifier: GPL-3.0-or-later
// Everything a run is started with: generator and its parameters, criterion, layers, budget, seed, session.
#pragma once

#include "app/gui/workspace.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QGroupBox;
class QLabel;
class QLineEdit;

namespace mutascope::widgets {
class LongSpinBox;
class ParamForm;
} // namespace mutascope::widgets

namespace mutascope::gui {

class BudgetForm;

class SetupPanel : public QWidget {
    Q_OBJECT

public:
    explicit SetupPanel(Workspace &workspace, QWidget *parent = nullptr);

    bridge::RunSetup setup() const;
    QString sessionFile() const;
    QString problem() const; // why the run cannot be started; empty: it can
    void setLayers(const QString &pattern);
    void setLocked(bool locked); // while a run is at work

Q_SIGNALS:
    void changed();
    void layersChanged(const QString &pattern);

private:
    QGroupBox *buildGenerator();
    QGroupBox *buildCriterion();
    QGroupBox *buildBudget();
    QGroupBox *buildSession();
    void showProject();
    void showGenerator();
    void showCriterion();
    void chooseCriterion(const QString &text);
    void showSession();
    void updateSessionNote();
    void copyCommandLine();
    QString criterionText(QString *error = nullptr) const;
    const bridge::GeneratorEntry *generator() const;

    Workspace &m_workspace;
    QList<bridge::GeneratorEntry> m_generators;
    QList<bridge::CriterionEntry> m_criteria;
    QString m_suggestedFile;
    QComboBox *m_generator = nullptr;
    QLabel *m_summary = nullptr;
    QLabel *m_criterionSummary = nullptr;
    widgets::ParamForm *m_params = nullptr;
    QComboBox *m_criterion = nullptr;
    widgets::ParamForm *m_criterionParams = nullptr;
    QLineEdit *m_layers = nullptr;
    BudgetForm *m_budget = nullptr;
    widgets::LongSpinBox *m_seed = nullptr;
    QLineEdit *m_file = nullptr;
    QLabel *m_fileNote = nullptr;
};

} // namespace mutascope::gui
