// SPDX-License-Identifier: GPL-3.0-or-later
// Asks up to which budget a run shall go on.
#pragma once

#include "app/bridge/values.h"

#include <QDialog>

namespace mutascope::gui {

class BudgetForm;

class ResumeDialog : public QDialog {
    Q_OBJECT

public:
    explicit ResumeDialog(const bridge::RunInfo &run, QWidget *parent = nullptr);
    bridge::BudgetValues budget() const;

private:
    BudgetForm *m_budget = nullptr;
};

} // namespace mutascope::gui
