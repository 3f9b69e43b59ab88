// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/budget_form.h"

#include "widgets/spin_boxes.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>

namespace mutascope::gui {

namespace {

constexpr qint64 maximumCount = 1'000'000'000'000;
constexpr double maximumSeconds = 30.0 * 24 * 3600;

std::optional<qint64> valueOf(const QCheckBox *tick, const widgets::LongSpinBox *count)
{
    return tick->isChecked() ? std::optional<qint64>(count->value()) : std::nullopt;
}

void setValue(QCheckBox *tick, widgets::LongSpinBox *count, const std::optional<qint64> &value)
{
    tick->setChecked(value.has_value());
    if (value)
        count->setValue(*value);
}

} // namespace

BudgetForm::BudgetForm(QWidget *parent) : QWidget(parent)
{
    auto *form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_calls = addLimit(form, tr("Model &calls"), QStringLiteral("budgetCalls"), 20'000);
    m_timeTick = new QCheckBox(tr("&Seconds"));
    m_timeTick->setObjectName(QStringLiteral("budgetTimeTick"));
    m_time = new widgets::RealSpinBox;
    m_time->setObjectName(QStringLiteral("budgetTime"));
    m_time->setRange(0.1, maximumSeconds);
    m_time->setValue(60);
    addRow(form, m_timeTick, m_time);
    m_tests = addLimit(form, tr("&Tests"), QStringLiteral("budgetTests"), 10'000);
    m_failures = addLimit(form, tr("&Failing tests"), QStringLiteral("budgetFailures"), 500);
    m_calls.tick->setChecked(true);
    m_note
        = new QLabel(tr("This generator trains networks first. That is counted apart: the budget is for the "
                        "search, and begins with it."));
    m_note->setObjectName(QStringLiteral("budgetNote"));
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->hide();
    form->addRow(m_note);
    connect(m_time, &QDoubleSpinBox::valueChanged, this, &BudgetForm::changed);
}

BudgetForm::Limit BudgetForm::addLimit(QFormLayout *form, const QString &text, const QString &name,
                                       qint64 value)
{
    Limit limit{new QCheckBox(text), new widgets::LongSpinBox};
    limit.tick->setObjectName(name + QStringLiteral("Tick"));
    limit.count->setObjectName(name);
    limit.count->setRange(1, maximumCount);
    limit.count->setValue(value);
    addRow(form, limit.tick, limit.count);
    connect(limit.count, &widgets::LongSpinBox::valueChanged, this, &BudgetForm::changed);
    return limit;
}

void BudgetForm::addRow(QFormLayout *form, QCheckBox *tick, QWidget *editor)
{
    editor->setEnabled(tick->isChecked());
    editor->setAccessibleName(tick->text().remove(QLatin1Char('&')));
    connect(tick, &QCheckBox::toggled, editor, &QWidget::setEnabled);
    connect(tick, &QCheckBox::toggled, this, &BudgetForm::changed);
    form->addRow(tick, editor);
}

bridge::BudgetValues BudgetForm::budget() const
{
    bridge::BudgetValues budget;
    budget.modelCalls = valueOf(m_calls.tick, m_calls.count);
    budget.tests = valueOf(m_tests.tick, m_tests.count);
    budget.failures = valueOf(m_failures.tick, m_failures.count);
    if (m_timeTick->isChecked())
        budget.seconds = m_time->value();
    return budget;
}

void BudgetForm::setTraining(bool training)
{
    m_note->setVisible(training);
}

void BudgetForm::setBudget(const bridge::BudgetValues &budget)
{
    setValue(m_calls.tick, m_calls.count, budget.modelCalls);
    setValue(m_tests.tick, m_tests.count, budget.tests);
    setValue(m_failures.tick, m_failures.count, budget.failures);
    m_timeTick->setChecked(budget.seconds.has_value());
    if (budget.seconds)
        m_time->setValue(*budget.seconds);
}

} // namespace mutascope::gui
