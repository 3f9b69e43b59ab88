// SPDX-License-Identifier: GPL-3.0-or-later
// Last page of the project wizard: name and folder.
#pragma once

#include "app/gui/wizard/import_state.h"

#include <QWizardPage>

class QLabel;
class QLineEdit;

namespace mutascope::gui {

class SavePage : public QWizardPage {
    Q_OBJECT

public:
    explicit SavePage(ImportState &state, QWidget *parent = nullptr);

    QString folder() const;
    void initializePage() override;
    bool isComplete() const override;
    bool validatePage() override;

private:
    void browse();
    void suggestFolder();

    ImportState &m_state;
    QLineEdit *m_name = nullptr;
    QLineEdit *m_folder = nullptr;
    QLabel *m_problem = nullptr;
    QString m_suggested; // folder; as long as it stands, it follows the name
    QString m_suggestedName; // as long as it stands, it follows the files
};

} // namespace mutascope::gui
