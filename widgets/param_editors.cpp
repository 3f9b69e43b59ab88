// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of one parameter, by its type.
#include "widgets/param_editors.h"

#include "widgets/spin_boxes.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <limits>

namespace mutascope::widgets {
namespace {

using Type = ParamField::Type;

QWidget *makeInteger(const ParamField &field, QWidget *parent, const std::function<void()> &changed)
{
    auto *box = new LongSpinBox(parent);
    using Limits = std::numeric_limits<qint64>;
    box->setRange(field.minimum.isValid() ? field.minimum.toLongLong() : Limits::min(),
                  field.maximum.isValid() ? field.maximum.toLongLong() : Limits::max());
    QObject::connect(box, &LongSpinBox::valueChanged, box, changed);
    return box;
}

QWidget *makeReal(const ParamField &field, QWidget *parent, const std::function<void()> &changed)
{
    auto *box = new RealSpinBox(parent);
    if (field.minimum.isValid())
        box->setMinimum(field.minimum.toDouble());
    if (field.maximum.isValid())
        box->setMaximum(field.maximum.toDouble());
    QObject::connect(box, &QDoubleSpinBox::valueChanged, box, changed);
    return box;
}

QWidget *makeChoice(const ParamField &field, QWidget *parent, const std::function<void()> &changed)
{
    auto *box = new QComboBox(parent);
    box->addItems(field.choices);
    QObject::connect(box, &QComboBox::currentIndexChanged, box, changed);
    return box;
}

QWidget *makeByType(const ParamField &field, QWidget *parent, const std::function<void()> &changed)
{
    switch (field.type) {
    case Type::Integer:
        return makeInteger(field, parent, changed);
    case Type::Real:
        return makeReal(field, parent, changed);
    case Type::Choice:
        return makeChoice(field, parent, changed);
    case Type::Boolean: {
        auto *box = new QCheckBox(parent);
        QObject::connect(box, &QCheckBox::toggled, box, changed);
        return box;
    }
    case Type::Text:
        break;
    }
    auto *edit = new QLineEdit(parent);
    QObject::connect(edit, &QLineEdit::textChanged, edit, changed);
    return edit;
}

QString rangeText(const ParamField &field)
{
    const QString low = field.minimum.toString();
    const QString high = field.maximum.toString();
    if (field.minimum.isValid() && field.maximum.isValid())
        return ParamForm::tr("Range: %1 to %2").arg(low, high);
    if (field.minimum.isValid())
        return ParamForm::tr("At least %1").arg(low);
    if (field.maximum.isValid())
        return ParamForm::tr("At most %1").arg(high);
    return {};
}

} // namespace

QWidget *makeEditor(const ParamField &field, QWidget *parent, const std::function<void()> &changed)
{
    QWidget *editor = makeByType(field, parent, changed);
    editor->setObjectName(field.name);
    editor->setAccessibleName(field.label.isEmpty() ? field.name : field.label);
    editor->setToolTip(fieldToolTip(field));
    editor->setFocusPolicy(Qt::StrongFocus); // the wheel must not take the focus
    setEditorValue(field, editor, field.defaultValue);
    return editor;
}

QVariant editorValue(const ParamField &field, const QWidget *editor)
{
    switch (field.type) {
    case Type::Integer:
        return static_cast<qlonglong>(static_cast<const LongSpinBox *>(editor)->value());
    case Type::Real:
        return static_cast<const RealSpinBox *>(editor)->value();
    case Type::Boolean:
        return static_cast<const QCheckBox *>(editor)->isChecked();
    case Type::Choice:
        return static_cast<const QComboBox *>(editor)->currentText();
    case Type::Text:
        return static_cast<const QLineEdit *>(editor)->text();
    }
    return {};
}

void setEditorValue(const ParamField &field, QWidget *editor, const QVariant &value)
{
    const QVariant wanted = normalized(field, value);
    if (!wanted.isValid())
        return;
    switch (field.type) {
    case Type::Integer:
        return static_cast<LongSpinBox *>(editor)->setValue(wanted.toLongLong());
    case Type::Real:
        return static_cast<RealSpinBox *>(editor)->setValue(wanted.toDouble());
    case Type::Boolean:
        return static_cast<QCheckBox *>(editor)->setChecked(wanted.toBool());
    case Type::Choice:
        return static_cast<QComboBox *>(editor)->setCurrentText(wanted.toString());
    case Type::Text:
        return static_cast<QLineEdit *>(editor)->setText(wanted.toString());
    }
}

void setEditorReadOnly(QWidget *editor, bool readOnly)
{
    if (auto *spin = qobject_cast<QAbstractSpinBox *>(editor))
        return spin->setReadOnly(readOnly);
    if (auto *line = qobject_cast<QLineEdit *>(editor))
        return line->setReadOnly(readOnly);
    editor->setEnabled(!readOnly);
}

QString editorProblem(const ParamField &field, const QWidget *editor)
{
    const QString label = field.label.isEmpty() ? field.name : field.label;
    if (const auto *spin = qobject_cast<const QAbstractSpinBox *>(editor)) {
        if (spin->hasAcceptableInput())
            return {};
        const QString range = rangeText(field);
        return ParamForm::tr("%1: not a usable number. %2").arg(label, range).trimmed();
    }
    if (field.type != Type::Text || field.pattern.isEmpty())
        return {};
    const QRegularExpression pattern(QRegularExpression::anchoredPattern(field.pattern));
    if (pattern.match(editorValue(field, editor).toString()).hasMatch())
        return {};
    const QString hint
        = field.patternHint.isEmpty() ? ParamForm::tr("this text has not the right form") : field.patternHint;
    return ParamForm::tr("%1: %2").arg(label, hint);
}

QVariant normalized(const ParamField &field, const QVariant &value)
{
    bool valid = true;
    QVariant result;
    switch (field.type) {
    case Type::Integer:
        result = value.toLongLong(&valid);
        break;
    case Type::Real:
        result = value.toDouble(&valid);
        break;
    case Type::Boolean:
        result = value.toBool();
        break;
    case Type::Choice:
        result = value.toString();
        valid = field.choices.contains(value.toString());
        break;
    case Type::Text:
        result = value.toString();
        break;
    }
    return valid ? result : QVariant();
}

QString fieldToolTip(const ParamField &field)
{
    QStringList lines;
    if (!field.toolTip.isEmpty())
        lines << field.toolTip.toHtmlEscaped();
    const QString range = rangeText(field);
    if (!range.isEmpty())
        lines << range.toHtmlEscaped();
    const QString standard = field.defaultValue.toString();
    if (!standard.isEmpty())
        lines << ParamForm::tr("Default: %1").arg(standard.toHtmlEscaped());
    lines << ParamForm::tr("Command line: %1")
                 .arg(QStringLiteral("<code>--set %1=…</code>").arg(field.name.toHtmlEscaped()));
    return QStringLiteral("<qt>%1</qt>").arg(lines.join(QStringLiteral("<br/>")));
}

} // namespace mutascope::widgets
