// SPDX-License-Identifier: GPL-3.0-or-later
// Tests with their right answers: shown with the instructions, or asked in the training round.
#pragma once

#include "app/bridge/label_values.h"

#include <QWidget>

class QTableWidget;
class QToolButton;

namespace mutascope::gui {

class KnownTestsTable : public QWidget {
    Q_OBJECT

public:
    explicit KnownTestsTable(QWidget *parent = nullptr);

    void setQuestion(bool namesClass, const QStringList &classNames); // answers that can be chosen
    void setKnown(const QList<bridge::KnownLabel> &examples, const QList<bridge::KnownLabel> &training);
    QList<bridge::KnownLabel> examples() const;
    QList<bridge::KnownLabel> training() const;
    void addRow(bool training, const bridge::KnownLabel &known);

Q_SIGNALS:
    void edited();

private:
    QList<bridge::KnownLabel> rows(bool training) const;
    void fillAnswers(int row);
    void removeCurrent();

    bool m_namesClass = true;
    QStringList m_classNames;
    QTableWidget *m_table = nullptr;
    QToolButton *m_remove = nullptr;
};

} // namespace mutascope::gui
