// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sessions/resume_dialog.h"

#include "app/gui/format.h"
#include "app/gui/run/budget_form.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace mutascope::gui {

ResumeDialog::ResumeDialog(const bridge::RunInfo &run, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Resume Run %1").arg(run.id));
    auto *text = new QLabel(tr("Run %1 has used %2 model calls and made %3 tests. The new budget counts from "
                               "the run's beginning; without one, the old budget stays.")
                                .arg(run.id)
                                .arg(countText(run.modelCalls), countText(run.tests)));
    text->setWordWrap(true);
    m_budget = new BudgetForm;
    bridge::BudgetValues twice;
    twice.modelCalls = 2 * run.modelCalls;
    m_budget->setBudget(twice);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Resume"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(text);
    layout->addWidget(m_budget);
    layout->addWidget(buttons);
    setMinimumWidth(420);
}

bridge::BudgetValues ResumeDialog::budget() const
{
    return m_budget->budget();
}

} // namespace mutascope::gui
