// SPDX-License-Identifier: GPL-3.0-or-later
// How far the labellers of a protocol agree: coefficients with their intervals, what was taken for what, each
// labeller's own figures.
#pragma once

#include "app/bridge/label_values.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QStackedWidget;
class QTableWidget;

namespace mutascope::widgets {
class ShareTable;
}

namespace mutascope::gui {

class Workspace;

class AgreementPanel : public QWidget {
    Q_OBJECT

public:
    explicit AgreementPanel(Workspace &workspace, QWidget *parent = nullptr);

    void showHint(const QString &text); // instead of figures
    void setReport(const bridge::AgreementValuesReport &report);
    bool countsUnsure() const;

Q_SIGNALS:
    void countUnsureChanged();

private:
    QWidget *buildHead();
    QWidget *buildTables(Workspace &workspace);
    void fillGroups();
    void fillPairs();
    void showCoefficients();
    void showConfusion();
    void showLabellers();
    const bridge::AgreementQuestionValues *question() const;
    const bridge::AgreementPart *part() const;

    bridge::AgreementValuesReport m_report;
    QStackedWidget *m_stack = nullptr;
    QLabel *m_hint = nullptr;
    QComboBox *m_question = nullptr;
    QComboBox *m_group = nullptr;
    QCheckBox *m_unsure = nullptr;
    QLabel *m_items = nullptr;
    QLabel *m_warning = nullptr;
    QTableWidget *m_coefficients = nullptr;
    QComboBox *m_pair = nullptr;
    widgets::ShareTable *m_confusion = nullptr;
    QTableWidget *m_labellers = nullptr;
};

} // namespace mutascope::gui
