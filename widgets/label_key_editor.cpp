// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/label_key_editor.h"

#include "widgets/colors.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::widgets {

namespace {

enum Column { What, Keys, Clear, Conflict };

} // namespace

LabelKeyEditor::LabelKeyEditor(QWidget *parent) : QWidget(parent)
{
    auto *content = new QWidget;
    m_grid = new QGridLayout(content);
    m_grid->setColumnStretch(Conflict, 1);
    m_grid->setColumnMinimumWidth(Conflict, fontMetrics().averageCharWidth() * 24);
    auto *scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus); // its rows have it
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

void LabelKeyEditor::setKeys(const LabelKeys &keys)
{
    m_keys = keys;
    while (QLayoutItem *item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_rows.clear();
    for (const LabelKey &entry : keys.entries())
        addRow(entry);
    m_grid->setRowStretch(int(m_rows.size()), 1);
    showConflicts();
}

void LabelKeyEditor::addRow(const LabelKey &entry)
{
    Row row;
    row.id = entry.id;
    row.edit = new QKeySequenceEdit(entry.keys);
    row.edit->setObjectName(QStringLiteral("keys-") + entry.id);
    row.edit->setAccessibleName(tr("Key for %1").arg(entry.text));
    row.conflict = new QLabel;
    row.conflict->setWordWrap(true);
    auto *label = new QLabel(entry.text);
    label->setBuddy(row.edit);
    auto *clear = new QToolButton;
    clear->setText(QStringLiteral("✕"));
    clear->setAutoRaise(true);
    clear->setToolTip(tr("No key"));
    clear->setAccessibleName(tr("No key for %1").arg(entry.text));
    const int line = int(m_rows.size());
    m_grid->addWidget(label, line, What);
    m_grid->addWidget(row.edit, line, Keys);
    m_grid->addWidget(clear, line, Clear);
    m_grid->addWidget(row.conflict, line, Conflict);
    connect(row.edit, &QKeySequenceEdit::keySequenceChanged, this, [this, row] { take(row); });
    connect(clear, &QToolButton::clicked, row.edit, &QKeySequenceEdit::clear);
    m_rows.append(row);
}

// One stroke is one answer: what is pressed after it is left out.
void LabelKeyEditor::take(const Row &row)
{
    m_keys.setKeys(row.id, row.edit->keySequence());
    if (row.edit->keySequence() != m_keys.keys(row.id)) {
        const QSignalBlocker blocker(row.edit);
        row.edit->setKeySequence(m_keys.keys(row.id));
    }
    showConflicts();
    Q_EMIT keysChanged();
}

void LabelKeyEditor::showConflicts()
{
    const QString color = accentColor(Accent::Error, palette()).name();
    for (const Row &row : std::as_const(m_rows)) {
        const QStringList others = m_keys.conflicts(row.id);
        row.conflict->setText(others.isEmpty() ? QString()
                                               : tr("⚠ also: %1").arg(others.join(QStringLiteral(", "))));
        row.conflict->setStyleSheet(QStringLiteral("color: %1").arg(color));
    }
}

QKeySequenceEdit *LabelKeyEditor::editor(const QString &id) const
{
    for (const Row &row : m_rows)
        if (row.id == id)
            return row.edit;
    return nullptr;
}

QString LabelKeyEditor::conflictText(const QString &id) const
{
    for (const Row &row : m_rows)
        if (row.id == id)
            return row.conflict->text();
    return {};
}

void LabelKeyEditor::restoreDefaults()
{
    m_keys.restoreDefaults();
    for (const Row &row : std::as_const(m_rows)) {
        const QSignalBlocker blocker(row.edit);
        row.edit->setKeySequence(m_keys.keys(row.id));
    }
    showConflicts();
    Q_EMIT keysChanged();
}

void LabelKeyEditor::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showConflicts();
}

} // namespace mutascope::widgets
