// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of one parameter, by its type.
#include "widgets/param_editors.h"

#include "widgets/spin_boxes.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <cmath>
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

// A number with a fraction is not rounded but refused.
QVariant toInteger(const QVariant &value)
{
    bool valid = false;
    const qlonglong number = value.toLongLong(&valid);
    const bool real = value.typeId() == QMetaType::Double || value.typeId() == QMetaType::Float;
    if (!valid || (real && value.toDouble() != static_cast<double>(number)))
        return {};
    return number;
}

QVariant toReal(const QVariant &value)
{
    bool valid = false;
    const double number = value.toDouble(&valid);
    return valid && std::isfinite(number) ? QVariant(number) : QVariant();
}

QVariant toBoolean(const QVariant &value)
{
    if (value.typeId() != QMetaType::QString)
        return value.canConvert<bool>() ? QVariant(value.toBool()) : QVariant();
    const QString text = value.toString().toLower();
    if (text == QLatin1String("true") || text == QLatin1String("1"))
        return true;
    return text == QLatin1String("false") || text == QLatin1String("0") ? QVariant(false) : QVariant();
}

// Integers are compared as integers: a double has not enough digits for all of them.
template <typename Number> bool outside(const ParamField &field, Number value)
{
    return (field.minimum.isValid() && value < field.minimum.value<Number>())
        || (field.maximum.isValid() && value > field.maximum.value<Number>());
}

QVariant inRange(const ParamField &field, const QVariant &value)
{
    if (!value.isValid())
        return {};
    const bool refused
        = field.type == Type::Integer ? outside(field, value.toLongLong()) : outside(field, value.toDouble());
    return refused ? QVariant() : value;
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

bool setEditorValue(const ParamField &field, QWidget *editor, const QVariant &value)
{
    const QVariant wanted = normalized(field, value);
    if (!wanted.isValid())
        return false;
    switch (field.type) {
    case Type::Integer:
        static_cast<LongSpinBox *>(editor)->setValue(wanted.toLongLong());
        break;
    case Type::Real:
        static_cast<RealSpinBox *>(editor)->setValue(wanted.toDouble());
        break;
    case Type::Boolean:
        static_cast<QCheckBox *>(editor)->setChecked(wanted.toBool());
        break;
    case Type::Choice:
        static_cast<QComboBox *>(editor)->setCurrentText(wanted.toString());
        break;
    case Type::Text:
        static_cast<QLineEdit *>(editor)->setText(wanted.toString());
        break;
    }
    return true;
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
    if (const auto *spin = qobject_cast<const QAbstractSpinBox *>(editor)) {
        if (spin->hasAcceptableInput())
            return {};
        return ParamForm::tr("not a usable number. %1").arg(rangeText(field)).trimmed();
    }
    if (field.type != Type::Text || field.pattern.isEmpty())
        return {};
    const QRegularExpression pattern(QRegularExpression::anchoredPattern(field.pattern));
    if (pattern.match(editorValue(field, editor).toString()).hasMatch())
        return {};
    return field.patternHint.isEmpty() ? ParamForm::tr("this text has not the right form")
                                       : field.patternHint;
}

QVariant normalized(const ParamField &field, const QVariant &value)
{
    switch (field.type) {
    case Type::Integer:
        return inRange(field, toInteger(value));
    case Type::Real:
        return inRange(field, toReal(value));
    case Type::Boolean:
        return toBoolean(value);
    case Type::Choice:
        return field.choices.contains(value.toString()) ? QVariant(value.toString()) : QVariant();
    case Type::Text:
        break;
    }
    return value.toString();
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
