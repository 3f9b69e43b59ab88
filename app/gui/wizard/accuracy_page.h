// SPDX-License-Identifier: GPL-3.0-or-later
// Third page of the project wizard: the accuracy in big type, what is striking, and what to try.
#pragma once

#include "app/gui/wizard/import_state.h"

#include <QWizardPage>

class QLabel;
class QTableWidget;
class QTextBrowser;

namespace mutascope::gui {

class AccuracyPage : public QWizardPage {
    Q_OBJECT

public:
    explicit AccuracyPage(ImportState &state, QWidget *parent = nullptr);

    void initializePage() override;
    bool isComplete() const override { return m_state.outcome().has_value(); }

private:
    void showFindings(const bridge::ImportOutcome &outcome);
    void showTrials(const bridge::ImportOutcome &outcome);

    ImportState &m_state;
    QLabel *m_figure = nullptr;
    QLabel *m_note = nullptr;
    QTextBrowser *m_findings = nullptr;
    QTableWidget *m_trials = nullptr;
};

} // namespace mutascope::gui
