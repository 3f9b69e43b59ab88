// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of one parameter, by its type.
#pragma once

#include "widgets/param_form.h"

#include <functional>

namespace mutascope::widgets {

QWidget *makeEditor(const ParamField &field, QWidget *parent, const std::function<void()> &changed);
QVariant editorValue(const ParamField &field, const QWidget *editor);
// False and no change when the value cannot be one of the field: wrong type, out of range, unknown choice.
bool setEditorValue(const ParamField &field, QWidget *editor, const QVariant &value);
void setEditorReadOnly(QWidget *editor, bool readOnly);
// Why the value cannot be used; empty when it can.
QString editorProblem(const ParamField &field, const QWidget *editor);
// Invalid when it cannot be one of the field, else the value in the type that the editor of the field
// returns.
QVariant normalized(const ParamField &field, const QVariant &value);
QString fieldToolTip(const ParamField &field);

} // namespace mutascope::widgets
