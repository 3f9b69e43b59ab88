// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the keys of labelling. A key with two meanings is shown where it is, and keeps the editor from
// being acceptable.
#pragma once

#include "widgets/label_keys.h"

#include <QWidget>

class QGridLayout;
class QKeySequenceEdit;
class QLabel;

namespace mutascope::widgets {

class LabelKeyEditor : public QWidget {
    Q_OBJECT

public:
    explicit LabelKeyEditor(QWidget *parent = nullptr);

    void setKeys(const LabelKeys &keys);
    const LabelKeys &keys() const { return m_keys; }
    bool isAcceptable() const { return !m_keys.hasConflicts(); }
    QKeySequenceEdit *editor(const QString &id) const;
    QString conflictText(const QString &id) const; // as it is shown

public Q_SLOTS:
    void restoreDefaults();

Q_SIGNALS:
    void keysChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Row {
        QString id;
        QKeySequenceEdit *edit = nullptr;
        QLabel *conflict = nullptr;
    };
    void addRow(const LabelKey &entry);
    void take(const Row &row);
    void showConflicts();

    LabelKeys m_keys;
    QGridLayout *m_grid = nullptr;
    QList<Row> m_rows;
};

} // namespace mutascope::widgets
