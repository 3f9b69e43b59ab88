// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of forms for settings that are no ParamSpecs.
#pragma once

#include "widgets/param_form.h"

namespace mutascope::bridge {

widgets::ParamField makeField(const char *name, const QString &label, const QVariant &value,
                              const QString &toolTip, const QString &group);
// From least to the largest int.
widgets::ParamField makeCount(const char *name, const QString &label, qlonglong least, qlonglong value,
                              const QString &toolTip, const QString &group);
widgets::ParamField makeReal(const char *name, const QString &label, double least, double most, double value,
                             const QString &toolTip, const QString &group);
widgets::ParamField advanced(widgets::ParamField field);

} // namespace mutascope::bridge
