// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of a campaign: filters, the table, and what people say of the selected one.
#pragma once

#include "app/gui/engines/finding_model.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace mutascope::gui {

class FindingsPanel : public QWidget {
    Q_OBJECT

public:
    explicit FindingsPanel(QWidget *parent = nullptr);

    void setFindings(const QList<bridge::FindingRow> &findings);
    const bridge::FindingRow *current() const; // null: none
    void select(int number);
    int shownCount() const { return m_proxy->rowCount(); }

Q_SIGNALS:
    void currentChanged();
    void triageRequested(int number, const QString &state, const QString &note);

private:
    QWidget *buildFilters();
    void buildTable();
    QWidget *buildTriage();
    QComboBox *addFilter(const QString &objectName, const QString &name);
    void applyFilter();
    void fillFilters();
    void showCurrent();
    void showCount();
    void store(const QString &state);

    FindingModel *m_model = nullptr;
    FindingProxy *m_proxy = nullptr;
    QTableView *m_table = nullptr;
    QComboBox *m_engine = nullptr;
    QComboBox *m_symptom = nullptr;
    QComboBox *m_stage = nullptr;
    QComboBox *m_state = nullptr;
    QLineEdit *m_text = nullptr;
    QLabel *m_count = nullptr;
    QWidget *m_triage = nullptr;
    QComboBox *m_verdict = nullptr;
    QLineEdit *m_note = nullptr;
    int m_shown = 0; // number of the finding the verdict is of
};

} // namespace mutascope::gui
