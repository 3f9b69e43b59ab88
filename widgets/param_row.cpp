// SPDX-License-Identifier: GPL-3.0-or-later
// One parameter of a form: editor, unit, a button back to the default, and what is wrong with the value.
#include "widgets/param_row.h"

#include "widgets/colors.h"
#include "widgets/param_editors.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::widgets {

ParamRow::ParamRow(const ParamField &field, QWidget *parent) : QWidget(parent), m_field(field)
{
    m_editor = makeEditor(field, this, [this] { Q_EMIT valueChanged(); });
    m_reset = new QToolButton(this);
    m_reset->setText(QStringLiteral("↺"));
    m_reset->setAutoRaise(true);
    m_reset->setFocusPolicy(Qt::NoFocus); // Tab goes from value to value
    m_reset->setToolTip(tr("Back to the default: %1").arg(field.defaultValue.toString()));
    m_reset->setAccessibleName(tr("Reset %1").arg(m_editor->accessibleName()));
    QSizePolicy keepsPlace = m_reset->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keepsPlace);
    m_problem = new QLabel(this);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    auto *line = new QHBoxLayout;
    const bool wide = field.type == ParamField::Type::Text;
    line->addWidget(m_editor, wide ? 1 : 0);
    if (!field.unit.isEmpty())
        line->addWidget(new QLabel(field.unit, this));
    line->addWidget(m_reset);
    line->addStretch(wide ? 0 : 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(line);
    layout->addWidget(m_problem);
    connect(m_reset, &QToolButton::clicked, this, [this] { setValue(m_field.defaultValue); });
    if (auto *text = m_editor->findChild<QLineEdit *>())
        connect(text, &QLineEdit::textEdited, this, &ParamRow::textEdited);
}

QVariant ParamRow::value() const
{
    return editorValue(m_field, m_editor);
}

bool ParamRow::setValue(const QVariant &value)
{
    return setEditorValue(m_field, m_editor, value);
}

bool ParamRow::isChanged() const
{
    return value() != normalized(m_field, m_field.defaultValue);
}

QString ParamRow::problem() const
{
    return editorProblem(m_field, m_editor);
}

void ParamRow::setReadOnly(bool readOnly)
{
    m_readOnly = readOnly;
    setEditorReadOnly(m_editor, readOnly);
    updateMarks();
}

void ParamRow::updateMarks()
{
    m_reset->setVisible(isChanged() && !m_readOnly);
    const QString text = problem();
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
    m_editor->setAccessibleDescription(text);
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, accentColor(Accent::Error, colors));
    m_problem->setPalette(colors);
}

} // namespace mutascope::widgets
