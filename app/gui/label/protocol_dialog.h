// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a protocol: what is asked about which tests, of whom, and what they may know. Opened without
// blocking, deletes itself.
#pragma once

#include "app/bridge/label_values.h"

#include <QDialog>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QSpinBox;
class QTabWidget;

namespace mutascope::gui {

class KnownTestsTable;
class Workspace;

class ProtocolDialog : public QDialog {
    Q_OBJECT

public:
    // others: what its disagreements may be taken from.
    ProtocolDialog(Workspace &workspace, const bridge::LabelProtocolValues &values,
                   const QList<bridge::LabelProtocolInfo> &others, QWidget *parent);

    bridge::LabelProtocolValues values() const;
    QString problem() const; // as it is shown
    QTabWidget *tabs() const { return m_tabs; }

Q_SIGNALS:
    void protocolMade(const mutascope::bridge::LabelProtocolValues &values);

private:
    QWidget *buildQuestion();
    QWidget *buildTests(const QList<bridge::LabelProtocolInfo> &others);
    QWidget *buildFilter();
    QWidget *buildRuns();
    QWidget *buildLabellers();
    QWidget *buildChecks();
    QWidget *buildInstructions();
    QSpinBox *addSpin(const char *objectName, const QString &name, int most, const QString &toolTip);
    QCheckBox *addHidden(const char *objectName, const QString &text, const QString &toolTip);
    void connectAll();
    void setValues(const bridge::LabelProtocolValues &values);
    void readFilter(bridge::LabelProtocolValues &values) const;
    void check();

    Workspace &m_workspace;
    bridge::LabelProtocolValues m_base; // what the dialog does not show
    QTabWidget *m_tabs = nullptr;
    QLineEdit *m_name = nullptr;
    QButtonGroup *m_question = nullptr;
    QButtonGroup *m_tests = nullptr;
    QSpinBox *m_sample = nullptr;
    QComboBox *m_others = nullptr;
    QWidget *m_filter = nullptr;
    QComboBox *m_state = nullptr;
    QComboBox *m_label = nullptr;
    QComboBox *m_predicted = nullptr;
    QLineEdit *m_mutator = nullptr;
    QListWidget *m_runs = nullptr;
    QCheckBox *m_hidesExpected = nullptr;
    QCheckBox *m_hidesPredicted = nullptr;
    QCheckBox *m_hidesGenerator = nullptr;
    QCheckBox *m_hidesOthers = nullptr;
    QCheckBox *m_hidesSeed = nullptr;
    QSpinBox *m_labelsPerTest = nullptr;
    QSpinBox *m_labellers = nullptr;
    QSpinBox *m_clean = nullptr;
    QSpinBox *m_invalid = nullptr;
    QSpinBox *m_repeats = nullptr;
    QSpinBox *m_trainingClean = nullptr;
    QSpinBox *m_trainingInvalid = nullptr;
    QSpinBox *m_seed = nullptr;
    QDoubleSpinBox *m_millimetres = nullptr;
    QPlainTextEdit *m_instructions = nullptr;
    KnownTestsTable *m_known = nullptr;
    QLabel *m_problem = nullptr;
    QDialogButtonBox *m_buttons = nullptr;
};

} // namespace mutascope::gui
