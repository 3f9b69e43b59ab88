// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/known_tests_table.h"

#include "app/gui/label/label_tables.h"
#include "app/gui/label/label_texts.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

using Says = bridge::LabelSays;

enum Column { Use, Run, Test, Answer, Why, Columns };

constexpr int saysRole = Qt::UserRole;
constexpr int classRole = Qt::UserRole + 1;

void addAnswer(QComboBox &combo, const bridge::LabelWord &word, const QStringList &classNames)
{
    combo.addItem(wordText(word, classNames), int(word.says));
    combo.setItemData(combo.count() - 1, word.seenClass, classRole);
}

QSpinBox *makeNumber(qint64 value, const QString &name)
{
    auto *spin = new QSpinBox;
    spin->setRange(1, 1'000'000'000);
    spin->setValue(int(qMax<qint64>(1, value)));
    spin->setAccessibleName(name);
    return spin;
}

} // namespace

KnownTestsTable::KnownTestsTable(QWidget *parent) : QWidget(parent)
{
    m_table = makeLabelTable(QStringLiteral("knownTests"), tr("Tests with known answers"),
                             {tr("Use"), tr("Run"), tr("Test"), tr("Right answer"), tr("Why")});
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(Why, QHeaderView::Stretch);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 16);
    auto *add = new QToolButton;
    add->setObjectName(QStringLiteral("addKnown"));
    add->setText(tr("+ Add a test"));
    add->setToolTip(tr("Its number is on the Tests and Compare pages"));
    m_remove = new QToolButton;
    m_remove->setText(tr("− Remove"));
    m_remove->setToolTip(tr("Remove the chosen row"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table, 1);
    layout->addLayout(buttons);
    connect(add, &QToolButton::clicked, this, [this] { addRow(false, {}); });
    connect(m_remove, &QToolButton::clicked, this, &KnownTestsTable::removeCurrent);
}

void KnownTestsTable::setQuestion(bool namesClass, const QStringList &classNames)
{
    if (namesClass == m_namesClass && classNames == m_classNames)
        return;
    m_namesClass = namesClass;
    m_classNames = classNames;
    for (int row = 0; row < m_table->rowCount(); ++row)
        fillAnswers(row);
}

void KnownTestsTable::fillAnswers(int row)
{
    auto *combo = static_cast<QComboBox *>(m_table->cellWidget(row, Answer));
    const QSignalBlocker blocker(combo);
    combo->clear();
    if (!m_namesClass)
        addAnswer(*combo, {Says::ValidSame, -1, {}}, m_classNames);
    for (int i = 0; i < m_classNames.size(); ++i)
        addAnswer(*combo, {m_namesClass ? Says::Seen : Says::ValidOther, i, {}}, m_classNames);
    addAnswer(*combo, {Says::Invalid, -1, {}}, m_classNames);
    addAnswer(*combo, {Says::Unsure, -1, {}}, m_classNames);
}

void KnownTestsTable::addRow(bool training, const bridge::KnownLabel &known)
{
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    auto *use = makeLabelCombo({}, tr("Use of row %1").arg(row + 1), tr("Shown, or asked in the training"));
    use->addItem(tr("Example"), false);
    use->addItem(tr("Training"), true);
    use->setCurrentIndex(training ? 1 : 0);
    auto *run = makeNumber(known.run, tr("Run of row %1").arg(row + 1));
    auto *test = makeNumber(known.test, tr("Test of row %1").arg(row + 1));
    auto *answer = makeLabelCombo({}, tr("Right answer of row %1").arg(row + 1), {});
    auto *why = new QLineEdit(known.text);
    why->setAccessibleName(tr("Reason of row %1").arg(row + 1));
    m_table->setCellWidget(row, Use, use);
    m_table->setCellWidget(row, Run, run);
    m_table->setCellWidget(row, Test, test);
    m_table->setCellWidget(row, Answer, answer);
    m_table->setCellWidget(row, Why, why);
    fillAnswers(row);
    for (int i = 0; i < answer->count(); ++i)
        if (answer->itemData(i, saysRole).toInt() == int(known.answer.says)
            && answer->itemData(i, classRole).toInt() == known.answer.seenClass)
            answer->setCurrentIndex(i);
    for (QComboBox *combo : {use, answer})
        connect(combo, &QComboBox::currentIndexChanged, this, &KnownTestsTable::edited);
    for (QSpinBox *spin : {run, test})
        connect(spin, &QSpinBox::valueChanged, this, &KnownTestsTable::edited);
    connect(why, &QLineEdit::textEdited, this, &KnownTestsTable::edited);
    m_table->setCurrentCell(row, Use);
    Q_EMIT edited();
}

void KnownTestsTable::removeCurrent()
{
    if (m_table->currentRow() < 0)
        return;
    m_table->removeRow(m_table->currentRow());
    Q_EMIT edited();
}

void KnownTestsTable::setKnown(const QList<bridge::KnownLabel> &examples,
                               const QList<bridge::KnownLabel> &training)
{
    m_table->setRowCount(0);
    for (const bridge::KnownLabel &known : examples)
        addRow(false, known);
    for (const bridge::KnownLabel &known : training)
        addRow(true, known);
}

QList<bridge::KnownLabel> KnownTestsTable::rows(bool training) const
{
    QList<bridge::KnownLabel> found;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const auto *use = static_cast<const QComboBox *>(m_table->cellWidget(row, Use));
        if (use->currentData().toBool() != training)
            continue;
        const auto *answer = static_cast<const QComboBox *>(m_table->cellWidget(row, Answer));
        bridge::KnownLabel known;
        known.run = static_cast<const QSpinBox *>(m_table->cellWidget(row, Run))->value();
        known.test = static_cast<const QSpinBox *>(m_table->cellWidget(row, Test))->value();
        known.answer.says = Says(answer->currentData(saysRole).toInt());
        known.answer.seenClass = answer->currentData(classRole).toInt();
        known.text = static_cast<const QLineEdit *>(m_table->cellWidget(row, Why))->text();
        found.append(known);
    }
    return found;
}

QList<bridge::KnownLabel> KnownTestsTable::examples() const
{
    return rows(false);
}

QList<bridge::KnownLabel> KnownTestsTable::training() const
{
    return rows(true);
}

} // namespace mutascope::gui
