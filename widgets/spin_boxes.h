// SPDX-License-Identifier: GPL-3.0-or-later
// Spin boxes Qt lacks: 64-bit integers, and real numbers from 1e-12 to 1e12 without a fixed number of
// decimals.
#pragma once

#include <QAbstractSpinBox>
#include <QDoubleSpinBox>
#include <limits>

namespace mutascope::widgets {

class LongSpinBox : public QAbstractSpinBox {
    Q_OBJECT

public:
    explicit LongSpinBox(QWidget *parent = nullptr);

    void setRange(qint64 minimum, qint64 maximum);
    qint64 value() const;
    void setValue(qint64 value);

    void stepBy(int steps) override;
    QValidator::State validate(QString &input, int &position) const override;
    void fixup(QString &input) const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void valueChanged(qint64 value);

protected:
    StepEnabled stepEnabled() const override;

private:
    void acceptText();

    qint64 m_minimum = std::numeric_limits<qint64>::min();
    qint64 m_maximum = std::numeric_limits<qint64>::max();
    qint64 m_value = 0;
};

class RealSpinBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit RealSpinBox(QWidget *parent = nullptr);

    QString textFromValue(double value) const override;
    double valueFromText(const QString &text) const override;
    QValidator::State validate(QString &input, int &position) const override;
    void stepBy(int steps) override;
    QSize sizeHint() const override;
};

} // namespace mutascope::widgets
