// SPDX-License-Identifier: GPL-3.0-or-later
// One parameter of a form: editor, unit, a button back to the default, and what is wrong with the value.
#pragma once

#include "widgets/param_form.h"

class QLabel;
class QToolButton;

namespace mutascope::widgets {

class ParamRow : public QWidget {
    Q_OBJECT

public:
    explicit ParamRow(const ParamField &field, QWidget *parent = nullptr);

    const ParamField &field() const { return m_field; }
    QWidget *editor() const { return m_editor; }
    QVariant value() const;
    bool setValue(const QVariant &value); // false and no change when it cannot be one of this parameter
    bool isChanged() const; // from the default
    QString problem() const; // empty when the value can be used
    void setReadOnly(bool readOnly);
    // Shows button and message as the value needs them.
    void updateMarks();

Q_SIGNALS:
    void valueChanged();
    void textEdited(); // also while the text is no usable value yet

private:
    ParamField m_field;
    QWidget *m_editor = nullptr;
    QToolButton *m_reset = nullptr;
    QLabel *m_problem = nullptr;
    bool m_readOnly = false;
};

} // namespace mutascope::widgets
