// SPDX-License-Identifier: GPL-3.0-or-later
// Second page of the project wizard: how the model takes its images. Each value can be changed; the accuracy
// is then measured again.
#pragma once

#include "app/gui/wizard/import_state.h"

#include <QTimer>
#include <QWizardPage>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace mutascope::gui {

class UnderstoodPage : public QWizardPage {
    Q_OBJECT

public:
    explicit UnderstoodPage(ImportState &state, QWidget *parent = nullptr);

    bool isComplete() const override;

private:
    using Text = QString bridge::ImportChoices::*;
    using Found = QString bridge::ImportOutcome::*;
    struct Field {
        QLineEdit *edit;
        Text given;
        Found found;
    };
    QWidget *buildForm();
    QWidget *buildFooter();
    QLineEdit *addField(const QString &name, const QString &toolTip, Text given, Found found);
    void showState();
    void showFields();
    void showClasses();
    void showProgress(const QString &phase, double fraction);
    void give();
    void findOutAgain();
    QStringList typedClasses() const;

    ImportState &m_state;
    QList<Field> m_fields;
    QComboBox *m_order = nullptr;
    QPlainTextEdit *m_classes = nullptr;
    QLabel *m_classCount = nullptr;
    QLabel *m_outputs = nullptr;
    QLabel *m_data = nullptr;
    QLabel *m_accuracy = nullptr;
    QLabel *m_note = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_again = nullptr;
    QTimer m_classesTimer; // measures when the typing has paused
    bool m_showing = false; // what changes now is not typed
};

} // namespace mutascope::gui
