// SPDX-License-Identifier: GPL-3.0-or-later
// Spin boxes Qt lacks: 64-bit integers, and real numbers from 1e-12 to 1e12 without a fixed number of
// decimals.
#include "widgets/spin_boxes.h"

#include <QLineEdit>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {
namespace {

constexpr int kDecimals = 30; // so that QDoubleSpinBox does not round what was set
constexpr int kWidth = 140;

QLocale plainLocale(const QLocale &locale)
{
    QLocale plain(locale);
    plain.setNumberOptions(QLocale::OmitGroupSeparator);
    return plain;
}

} // namespace

LongSpinBox::LongSpinBox(QWidget *parent) : QAbstractSpinBox(parent)
{
    lineEdit()->setText(QStringLiteral("0"));
    connect(lineEdit(), &QLineEdit::textEdited, this, &LongSpinBox::acceptText);
    connect(this, &QAbstractSpinBox::editingFinished, this,
            [this] { lineEdit()->setText(QString::number(m_value)); });
}

void LongSpinBox::setRange(qint64 minimum, qint64 maximum)
{
    m_minimum = minimum;
    m_maximum = std::max(minimum, maximum);
    setValue(m_value);
}

qint64 LongSpinBox::value() const
{
    return m_value;
}

void LongSpinBox::setValue(qint64 value)
{
    const qint64 next = std::clamp(value, m_minimum, m_maximum);
    lineEdit()->setText(QString::number(next));
    if (next == m_value)
        return;
    m_value = next;
    Q_EMIT valueChanged(next);
}

// The text is left alone while it is typed; it becomes the value as soon as it is acceptable.
void LongSpinBox::acceptText()
{
    QString input = text();
    int position = 0;
    const qint64 typed = input.toLongLong();
    if (validate(input, position) != QValidator::Acceptable || typed == m_value)
        return;
    m_value = typed;
    Q_EMIT valueChanged(m_value);
}

void LongSpinBox::stepBy(int steps)
{
    // Unsigned distances cannot overflow.
    const auto room = static_cast<quint64>(steps > 0 ? m_maximum : m_value)
        - static_cast<quint64>(steps > 0 ? m_value : m_minimum);
    const auto distance = std::min(static_cast<quint64>(std::abs(static_cast<qint64>(steps))), room);
    const auto next = static_cast<quint64>(m_value) + (steps > 0 ? distance : -distance);
    setValue(static_cast<qint64>(next));
    selectAll();
}

QValidator::State LongSpinBox::validate(QString &input, int &position) const
{
    Q_UNUSED(position);
    const bool sign = input == QLatin1String("-") && m_minimum < 0;
    if (input.isEmpty() || sign)
        return QValidator::Intermediate;
    bool valid = false;
    const qint64 number = input.toLongLong(&valid);
    if (!valid)
        return QValidator::Invalid;
    return number >= m_minimum && number <= m_maximum ? QValidator::Acceptable : QValidator::Intermediate;
}

void LongSpinBox::fixup(QString &input) const
{
    bool valid = false;
    const qint64 number = input.toLongLong(&valid);
    input = QString::number(valid ? std::clamp(number, m_minimum, m_maximum) : m_value);
}

QAbstractSpinBox::StepEnabled LongSpinBox::stepEnabled() const
{
    StepEnabled steps = StepNone;
    if (isReadOnly())
        return steps;
    if (m_value < m_maximum)
        steps |= StepUpEnabled;
    if (m_value > m_minimum)
        steps |= StepDownEnabled;
    return steps;
}

QSize LongSpinBox::sizeHint() const
{
    return {kWidth, QAbstractSpinBox::sizeHint().height()};
}

RealSpinBox::RealSpinBox(QWidget *parent) : QDoubleSpinBox(parent)
{
    setDecimals(kDecimals);
    setRange(-1e12, 1e12);
}

QString RealSpinBox::textFromValue(double value) const
{
    return plainLocale(locale()).toString(value, 'g', QLocale::FloatingPointShortest);
}

double RealSpinBox::valueFromText(const QString &text) const
{
    bool valid = false;
    const double number = locale().toDouble(text, &valid);
    return valid ? number : text.toDouble();
}

QValidator::State RealSpinBox::validate(QString &input, int &position) const
{
    Q_UNUSED(position);
    bool valid = false;
    double number = locale().toDouble(input, &valid);
    if (!valid)
        number = input.toDouble(&valid);
    if (valid && std::isfinite(number)) {
        return number >= minimum() && number <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
    }
    const QString allowed = QStringLiteral("0123456789+-eE.") + locale().decimalPoint();
    const bool typing = std::all_of(input.begin(), input.end(), [&](QChar c) { return allowed.contains(c); });
    return typing ? QValidator::Intermediate : QValidator::Invalid;
}

// One step changes the second significant digit: 0.50 -> 0.51, 1e-4 -> 1.1e-4.
void RealSpinBox::stepBy(int steps)
{
    const double magnitude = std::max(std::abs(value()), 1e-9);
    const double exponent = value() == 0.0 ? -1.0 : std::floor(std::log10(magnitude)) - 1.0;
    const double unit = std::pow(10.0, exponent);
    const double next = (std::round(value() / unit) + steps) * unit;
    setValue(QString::number(next, 'g', 12).toDouble());
    selectAll();
}

QSize RealSpinBox::sizeHint() const
{
    return {kWidth, QDoubleSpinBox::sizeHint().height()};
}

} // namespace mutascope::widgets
