// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of a run: a tick and a number each; the first one reached ends it.
#pragma once

#include "app/bridge/values.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLabel;

namespace mutascope::widgets {
class LongSpinBox;
class RealSpinBox;
} // namespace mutascope::widgets

namespace mutascope::gui {

class BudgetForm : public QWidget {
    Q_OBJECT

public:
    explicit BudgetForm(QWidget *parent = nullptr);

    bridge::BudgetValues budget() const;
    void setTraining(bool training); // whether networks are trained first: a note says what that costs
    void setBudget(const bridge::BudgetValues &budget);

Q_SIGNALS:
    void changed();

private:
    struct Limit {
        QCheckBox *tick = nullptr;
        widgets::LongSpinBox *count = nullptr;
    };
    Limit addLimit(QFormLayout *form, const QString &text, const QString &name, qint64 value);
    void addRow(QFormLayout *form, QCheckBox *tick, QWidget *editor);

    Limit m_calls;
    Limit m_tests;
    Limit m_failures;
    QCheckBox *m_timeTick = nullptr;
    widgets::RealSpinBox *m_time = nullptr;
    QLabel *m_note = nullptr;
};

} // namespace mutascope::gui
