// SPDX-License-Identifier: GPL-3.0-or-later
// First page of the project wizard: the model and its data.
#pragma once

#include "app/gui/wizard/import_state.h"

#include <QWizardPage>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace mutascope::gui {

class FilesPage : public QWizardPage {
    Q_OBJECT

public:
    explicit FilesPage(ImportState &state, QWidget *parent = nullptr);

    void setModel(const QString &path);
    void setData(const QString &path);
    bool isComplete() const override;
    bool validatePage() override;

private:
    QWidget *buildModel();
    QWidget *buildData();
    void browseModel();
    void browseData(bool folder);
    void showState();

    ImportState &m_state;
    QLineEdit *m_model = nullptr;
    QLineEdit *m_data = nullptr;
    QLineEdit *m_output = nullptr;
    QCheckBox *m_blackBox = nullptr;
    QLabel *m_problem = nullptr;
};

} // namespace mutascope::gui
